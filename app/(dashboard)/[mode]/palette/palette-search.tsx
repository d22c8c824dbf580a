"use client";

import { useQuery } from "@tanstack/react-query";
import { History, Search } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { type DocsEntry, indexOf, searchDocs } from "#components/docs/match-docs.ts";
import { matching } from "#components/palette/matching.ts";
import { Palette, type PaletteGroup } from "#components/palette/palette.tsx";
import { isDocument } from "#components/ui/place-link.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SearchView } from "#lib/dashboard/views/requests.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { useSession } from "../../session.tsx";
import { useFavourites } from "../shared/favourites.tsx";
import {
  actionItems,
  docItems,
  docsItem,
  favouriteItems,
  placeItems,
  rotationItems,
} from "./command-items.tsx";
import { foundItem, type GoItem } from "./found-items.tsx";
import { listItems } from "./list-items.tsx";

const SHORTEST = 2;
const MOST_DOCS = 5;
/** An id, unlike a parameter such as `send_held`. */
const ID = /^[a-z]{2,4}_\w*\d/i;
const ROTATES = /^rot/i;

export type PaletteSearchProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Searches objects by id, e-mail, amount and more; links to every screen; offers frequent actions. */
export function PaletteSearch({ open, onOpenChange }: PaletteSearchProps) {
  const { mode, session } = useSession();
  const router = useRouter();
  const pathname = usePathname();
  const [text, setText] = useState("");
  // Enter was pressed before the answer came: the first result is opened when it does.
  const [waits, setWaits] = useState(false);
  const wanted = text.trim();
  const { currency } = session.account;
  const kept = useFavourites();
  const lists = useMemo(
    () => listItems(wanted, { mode, pathname, currency }),
    [wanted, mode, pathname, currency],
  );
  // The filter of a list is no text to search for.
  const { found, busy, failed } = useFound(mode, lists.length > 0 ? "" : wanted);
  const rotations = useRotations(wanted);
  const docs = useDocs(wanted);
  const groups = useMemo(
    () =>
      groupsOf({ wanted, found, lists, rotations, docs, mode, pathname, may: session.may, kept }),
    [wanted, found, lists, rotations, docs, mode, pathname, session.may, kept],
  );
  const close = (next: boolean) => {
    setText("");
    setWaits(false);
    onOpenChange(next);
  };
  const choose = (item: GoItem) => {
    close(false);
    item.run?.();
    if (!item.href) return;
    if (isDocument(item.href)) window.location.assign(item.href);
    else router.push(item.href);
  };
  const [first] = groups.flatMap(({ items }) => items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there.
  useEffect(() => {
    if (!waits || busy) return;
    setWaits(false);
    if (first) choose(first);
  }, [waits, busy]);
  return (
    <Palette
      open={open}
      onOpenChange={close}
      text={text}
      onText={(next) => {
        setText(next);
        setWaits(false);
      }}
      placeholder="Id, e-mail, amount, screen, or payments status:failed …"
      groups={groups}
      status={statusOf(wanted, found?.length ?? null, failed)}
      busy={busy}
      onWaitingEnter={() => setWaits(true)}
      onChoose={choose}
    />
  );
}

/** Asks the server with every change of the text, but one question at a time: what is typed meanwhile is asked next. */
function useFound(mode: string, wanted: string) {
  const [asked, setAsked] = useState("");
  const asks = wanted.length >= SHORTEST;
  const current = asks && asked === wanted;
  const query = useQuery({
    ...read("/:mode/search", { mode }, { q: asked }),
    enabled: asked.length >= SHORTEST,
  });
  const isReading = query.isFetching;
  useEffect(() => {
    if (!isReading) setAsked(wanted);
  }, [isReading, wanted]);
  return {
    found: current ? (query.data?.found ?? null) : null,
    busy: asks && !(current && (query.data || query.error)),
    failed: current && query.error !== null,
  };
}

type Known = {
  wanted: string;
  found: SearchView["found"] | null;
  lists: GoItem[];
  rotations: GoItem[];
  docs: GoItem[];
  mode: Mode;
  pathname: string;
  may: ReturnType<typeof useSession>["session"]["may"];
  kept: ReturnType<typeof useFavourites>;
};

function groupsOf({
  wanted,
  found,
  lists,
  rotations,
  docs,
  ...here
}: Known): PaletteGroup<GoItem>[] {
  const { mode } = here;
  const favourites = favouriteItems(here.kept.favourites, mode, here.may);
  const [places, actions] = [placeItems(mode, here.may), actionItems(here)];
  if (!wanted) {
    return [
      ...(favourites.length > 0 ? [{ label: "Favourites", items: favourites }] : []),
      { label: "Go to", items: places },
      { label: "Actions", items: actions },
      { label: "Docs", items: docItems().slice(0, 1) },
    ];
  }
  const isId = /^[a-z]{2,4}_/i.test(wanted);
  const more = lists.length > 0 ? [] : [everywhere(wanted, mode)];
  const groups = [
    { label: "Filter a list", items: lists },
    { label: "Favourites", items: isId ? [] : matching(favourites, wanted) },
    { label: "Found", items: (found ?? []).map((one) => foundItem(one, mode)) },
    { label: "Go to", items: isId ? [] : matching(places, wanted) },
    { label: "Actions", items: isId ? [] : matching([...rotations, ...actions], wanted) },
    { label: "Docs", items: docs },
    { label: "More", items: isId ? timelineOf(found, mode) : more },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Pages, calls, fields, events and cards of the documentation. Its index is read with the first search; until then, and
 *  where no documentation is built, the pages are found by their titles. */
function useDocs(wanted: string): GoItem[] {
  const asks = wanted.length >= SHORTEST && !ID.test(wanted);
  const { data: index } = useQuery({
    queryKey: ["docs-index"],
    queryFn: readDocsIndex,
    enabled: asks,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return useMemo(() => {
    if (!asks) return [];
    if (!index) return matching(docItems(), wanted);
    return searchDocs(index, wanted, MOST_DOCS).map(docsItem);
  }, [asks, index, wanted]);
}

async function readDocsIndex() {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error("The documentation has no index.");
  return indexOf((await response.json()) as DocsEntry[]);
}

/** The secret keys that work, to rotate one; read when the text begins so, by those who may. */
function useRotations(wanted: string): GoItem[] {
  const { mode, session } = useSession();
  const query = useQuery({
    ...read("/:mode/keys", { mode }),
    enabled: session.may.includes("manage_keys") && ROTATES.test(wanted),
  });
  return useMemo(() => rotationItems(query.data?.keys ?? [], mode), [query.data, mode]);
}

/** A link to the timeline, if the id matched exactly one object. */
function timelineOf(found: SearchView["found"] | null, mode: string): GoItem[] {
  const [one, ...others] = found ?? [];
  if (!one || others.length > 0) return [];
  return [
    {
      id: "timeline",
      label: `Timeline of ${shortenId(one.id)}`,
      note: "Requests, rail, ledger, events",
      icon: <History className="size-4" aria-hidden />,
      href: `/${mode}/timeline/${one.id}`,
    },
  ];
}

/** The palette searches text and amounts among the newest payments only; this link searches all. */
function everywhere(wanted: string, mode: string): GoItem {
  return {
    id: "everywhere",
    label: `Search all payments for “${wanted}”`,
    icon: <Search className="size-4" aria-hidden />,
    href: `/${mode}/payments?${new URLSearchParams({ q: wanted })}`,
  };
}

function statusOf(wanted: string, found: number | null, failed: boolean): string {
  if (failed) return "The search did not respond. Try again.";
  if (!wanted || found === null) return "";
  if (found === 0) return "No results in this mode.";
  return found === 1 ? "1 result" : `${found} results`;
}
