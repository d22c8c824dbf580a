"use client";

import { usePathname } from "next/navigation";
import { useSyncExternalStore } from "react";

/** How to read the adjacent pages of a list. */
export type ListSource = {
  /** Path of the read, without `/internal`. */
  path: string;
  /** The filters without cursors. */
  query: Readonly<Record<string, string>>;
  /** The field of the view that has the rows. */
  field: string;
  /** The URL of a row, with `{id}` for its id. */
  href: string;
  newer: string | null;
  older: string | null;
};

/** The page of a list from which a row was opened. */
export type OpenedList = {
  /** URL with filters and cursor. */
  address: string;
  /** The URLs of its rows, in order. */
  hrefs: readonly string[];
  /** The row that was opened, or that the person moved to since. */
  at: string;
  /** Scroll position when the row was opened. */
  scrollY: number;
  /** Null where the pages cannot be read from here. */
  source: ListSource | null;
};

const STORED = "paydesk.opened-lists";
/** Number of lists kept; the least recently opened is dropped. */
const MOST = 8;

let lists: readonly OpenedList[] | null = null;
const followers = new Set<() => void>();
const NONE: readonly OpenedList[] = [];

function all(): readonly OpenedList[] {
  if (typeof window === "undefined") return NONE;
  try {
    lists ??= JSON.parse(sessionStorage.getItem(STORED) ?? "[]") as OpenedList[];
  } catch {
    lists = NONE;
  }
  return lists;
}

/** Keeps a list for the tab, in place of an earlier page of it. */
export function rememberList(list: OpenedList): void {
  const others = all().filter((one) => pathOf(one.address) !== pathOf(list.address));
  keep([list, ...others].slice(0, MOST));
}

/** For another account: nothing of this one is kept. */
export const forgetLists = () => keep(NONE);

function keep(next: readonly OpenedList[]): void {
  lists = next;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(next));
  } catch {
    // Without storage the lists are kept until the page is loaded again.
  }
  for (const follower of followers) follower();
}

function follow(follower: () => void) {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/** The list from which the object of this page was opened, the most recent first. Null on the server. */
export function useOpenedList(): OpenedList | null {
  const pathname = usePathname();
  const opened = useSyncExternalStore(follow, all, () => NONE);
  return opened.find(({ hrefs }) => hrefs.includes(pathname)) ?? null;
}

export const pathOf = (address: string) => address.split("?")[0] ?? "";

export const here = () => location.pathname + location.search;

/** The address that Back or Forward led to last. */
let traversed: string | null = null;
if (typeof window !== "undefined") {
  addEventListener("popstate", () => {
    traversed = here();
  });
}

/** The list of this address, if Back or Forward led here and one of its rows was opened. */
export function listReturnedTo(): OpenedList | null {
  if (typeof window === "undefined" || traversed !== here()) return null;
  return all().find(({ address }) => address === traversed) ?? null;
}

/** The return is complete: the next visit of the address starts at its top. */
export function endReturn(): void {
  traversed = null;
}
