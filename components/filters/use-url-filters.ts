"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useRef, useTransition } from "react";
import { CURSOR_KEYS, type FilterDef, type FilterValues, readFilters } from "./filters.ts";

export type UrlFilters = {
  defs: readonly FilterDef[];
  /** Filters and cursor as they stand in the address: the parameters of the request. */
  values: FilterValues;
  /** Sets or (null) drops one filter; paging starts again. "replace" leaves no step for Back: for
   *  what changes with every letter typed. */
  set: (key: string, value: string | null, history?: "push" | "replace") => void;
  clear: () => void;
  /** The address of the page that begins after (older) or before (newer) a row, null for none. */
  pageHref: (cursor: { after?: string | null; before?: string | null }) => string | null;
  active: boolean;
  /** The address is changing and what is shown still belongs to the one before. */
  pending: boolean;
};

/** All of a list's state lives in its address: it can be sent to a colleague, and Back undoes.
 *  `defs` must be a module-level constant. */
export function useUrlFilters(defs: readonly FilterDef[]): UrlFilters {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const [pending, startTransition] = useTransition();
  const values = useMemo(
    () => readFilters(defs, new URLSearchParams(search.toString())),
    [defs, search],
  );
  // What was asked for last, until it is drawn: a filter that is set meanwhile stands beside it.
  const asked = useRef({ of: search, query: search.toString() });
  const go = useCallback(
    (changes: Changes, history: "push" | "replace") => {
      const undrawn = pending || asked.current.of === search;
      const query = changed(undrawn ? asked.current.query : search.toString(), changes);
      asked.current = { of: search, query };
      startTransition(() => router[history](addressOf(pathname, query), { scroll: false }));
    },
    [router, pathname, search, pending],
  );
  const set = useCallback<UrlFilters["set"]>(
    (key, value, history = "push") => go({ [key]: value }, history),
    [go],
  );
  const clear = useCallback(
    () => go(Object.fromEntries(defs.map((def) => [def.key, null])), "push"),
    [defs, go],
  );
  const pageHref = useCallback<UrlFilters["pageHref"]>(
    ({ after, before }) => {
      const cursor: Changes | null = after ? { after } : before ? { before } : null;
      return cursor && addressOf(pathname, changed(search.toString(), cursor));
    },
    [pathname, search],
  );
  const active = defs.some((def) => values[def.key]);
  return { defs, values, set, clear, pageHref, active, pending };
}

type Changes = Record<string, string | null>;

/** A query with these parameters, or (null) without them, on the first page. */
function changed(query: string, changes: Changes): string {
  const next = new URLSearchParams(query);
  for (const key of CURSOR_KEYS) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    if (value) next.set(key, value);
    else next.delete(key);
  }
  // Commas and colons may stand as they are: the address stays readable.
  return next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

const addressOf = (pathname: string, query: string) => (query ? `${pathname}?${query}` : pathname);
