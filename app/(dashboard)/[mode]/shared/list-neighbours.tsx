"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect } from "react";
import { type OpenedList, rememberList, useOpenedList } from "#components/table/opened-lists.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { cx } from "#components/ui/cx.ts";
import { PlaceLink } from "#components/ui/place-link.tsx";
import { readPage } from "#lib/dashboard/client.ts";

/** Previous and next object of the list from which this one was opened, with its filters, across its pages. Moving
 *  replaces the history entry, so that Back returns to the list. */
export function ListNeighbours() {
  const list = useOpenedList();
  const pathname = usePathname();
  useEffect(() => {
    if (list && list.at !== pathname) rememberList({ ...list, at: pathname });
  }, [list, pathname]);
  if (!list) return null;
  return <Steps list={list} pathname={pathname} />;
}

function Steps({ list, pathname }: { list: OpenedList; pathname: string }) {
  const at = list.hrefs.indexOf(pathname);
  const isLast = at === list.hrefs.length - 1;
  const newer = useAdjacentPage(list, at === 0 ? { before: list.source?.newer } : null);
  const older = useAdjacentPage(list, isLast ? { after: list.source?.older } : null);
  const previous = list.hrefs[at - 1] ?? newer?.hrefs.at(-1);
  const next = list.hrefs[at + 1] ?? older?.hrefs[0];
  return (
    <span className="flex shrink-0 items-center">
      <Step href={previous} label="Previous in list" onGo={() => at === 0 && step(newer)}>
        <ChevronLeft className="size-4" aria-hidden />
      </Step>
      <Step href={next} label="Next in list" onGo={() => isLast && step(older)}>
        <ChevronRight className="size-4" aria-hidden />
      </Step>
    </span>
  );
}

function step(page: OpenedList | null) {
  if (page) rememberList(page);
}

type StepProps = {
  href: string | undefined;
  label: string;
  onGo: () => void;
  children: ReactNode;
};

function Step({ href, label, onGo, children }: StepProps) {
  const look = cx(buttonClass("quiet", "small"), "w-7 px-0! pointer-coarse:w-9");
  if (!href) {
    return (
      <span aria-hidden className={cx(look, "cursor-not-allowed text-ink-faint! opacity-50")}>
        {children}
      </span>
    );
  }
  return (
    <PlaceLink href={href} replace onClick={onGo} aria-label={label} title={label} className={look}>
      {children}
    </PlaceLink>
  );
}

type Cursor = { before?: string | null } | { after?: string | null };

/** The page before or after this one, read when the object is the first or last of its page. */
function useAdjacentPage(list: OpenedList, cursor: Cursor | null): OpenedList | null {
  const { source } = list;
  const [name, value] = Object.entries(cursor ?? {})[0] ?? ["after", null];
  const { data } = useQuery({
    ...readPage(source?.path ?? "", { ...source?.query, [name]: value }),
    enabled: Boolean(source && value),
  });
  const rows = source && value && data?.[source.field];
  if (!source || !Array.isArray(rows)) return null;
  const hrefs = (rows as { id: string }[]).map(({ id }) => source.href.replace("{id}", id));
  const { newer, older } = data as { newer?: string | null; older?: string | null };
  return {
    ...list,
    address: addressAt(list.address, name, String(value)),
    hrefs,
    scrollY: 0,
    source: { ...source, newer: newer ?? null, older: older ?? null },
  };
}

function addressAt(address: string, cursor: string, value: string): string {
  const [pathname = "", search] = address.split("?");
  const query = new URLSearchParams(search);
  for (const name of ["after", "before"]) query.delete(name);
  query.set(cursor, value);
  return `${pathname}?${query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}
