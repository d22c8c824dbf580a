"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useRef, useTransition } from "react";
import { CURSOR_KEYS, type FilterDef, type FilterValues, readFilters } from "./filters.ts";

export type UrlFilters<Key extends string = string> = {
  defs: readonly FilterDef<Key>[];
  /** Filters and cursors in the URL: the parameters of the request. */
  values: FilterValues<Key>;
  /** Sets one filter, or removes it (null), and returns to the first page. "replace" adds no history entry, for
   *  changes with every key press. */
  set(key: Key, value: string | null, history?: "push" | "replace"): void;
  /** Sets these filters and removes all others. */
  replace: (values: Readonly<Record<string, string>>, history: "push" | "replace") => void;
  clear: () => void;
  /** The URL of the page after (older) or before (newer) a row, or null. */
  pageHref: (cursor: { after?: string | null; before?: string | null }) => string | null;
  active: boolean;
  /** The URL is changing and the rows shown still belong to the previous one. */
  pending: boolean;
};

/** Keeps all state of a list in its URL, so that it can be shared and Back undoes a change. `defs` must be a
 *  module-level constant. */
export function useUrlFilters<Key extends string>(
  defs: readonly FilterDef<Key>[],
): UrlFilters<Key> {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const [pending, startTransition] = useTransition();
  const values = useMemo(
    () => readFilters(defs, new URLSearchParams(search.toString())),
    [defs, search],
  );
  // The last requested filters until they are rendered, so that a filter set meanwhile is added to them.
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
  const set = useCallback<UrlFilters<Key>["set"]>(
    (key: Key, value: string | null, history: "push" | "replace" = "push") =>
      go({ [key]: value }, history),
    [go],
  );
  const replace = useCallback<UrlFilters["replace"]>(
    (next, history) =>
      go(Object.fromEntries(defs.map(({ key }) => [key, next[key] ?? null])), history),
    [defs, go],
  );
  const clear = useCallback(() => replace({}, "push"), [replace]);
  const pageHref = useCallback<UrlFilters["pageHref"]>(
    ({ after, before }) => {
      const cursor: Changes | null = after ? { after } : before ? { before } : null;
      return cursor && addressOf(pathname, changed(search.toString(), cursor));
    },
    [pathname, search],
  );
  const active = defs.some((def) => values[def.key]);
  return { defs, values, set, replace, clear, pageHref, active, pending };
}

type Changes = Record<string, string | null>;

/** A query string for the first page with these parameters set, or removed (null). */
function changed(query: string, changes: Changes): string {
  const next = new URLSearchParams(query);
  for (const key of CURSOR_KEYS) next.delete(key);
  for (const [key, value] of Object.entries(changes)) {
    // Added at the end, so that the order depends on `changes` alone, and not on what was there before.
    next.delete(key);
    if (value) next.set(key, value);
  }
  // Commas and colons need no escaping; without it the URL is readable.
  return next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
}

const addressOf = (pathname: string, query: string) => (query ? `${pathname}?${query}` : pathname);
