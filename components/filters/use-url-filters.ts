"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback, useMemo, useTransition } from "react";
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
  const href = useCallback(
    (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(search.toString());
      for (const key of CURSOR_KEYS) next.delete(key);
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value);
        else next.delete(key);
      }
      // Commas, colons and dots may stand as they are: the address stays readable.
      const query = next.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
      return query ? `${pathname}?${query}` : pathname;
    },
    [pathname, search],
  );
  const set = useCallback(
    (key: string, value: string | null, history: "push" | "replace" = "push") =>
      startTransition(() => router[history](href({ [key]: value }), { scroll: false })),
    [router, href],
  );
  const clear = useCallback(() => {
    const none = Object.fromEntries(defs.map((def) => [def.key, null]));
    startTransition(() => router.push(href(none), { scroll: false }));
  }, [defs, router, href]);
  const pageHref: UrlFilters["pageHref"] = useCallback(
    ({ after, before }) => (after ? href({ after }) : before ? href({ before }) : null),
    [href],
  );
  const active = defs.some((def) => values[def.key]);
  return { defs, values, set, clear, pageHref, active, pending };
}
