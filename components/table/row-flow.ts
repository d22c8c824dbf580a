"use client";

import { useSyncExternalStore } from "react";

/** How a list goes on after its first rows: on further pages, or by scrolling. */
export type RowFlow = "pages" | "scroll";

const COOKIE = "paydesk_flow";
const YEAR_S = 31_536_000;

const followers = new Set<() => void>();

function follow(follower: () => void) {
  followers.add(follower);
  return () => void followers.delete(follower);
}

const current = (): RowFlow => (document.cookie.includes(`${COOKIE}=scroll`) ? "scroll" : "pages");

/** The person's choice for every list; pages until the page is hydrated. */
export const useRowFlow = () => useSyncExternalStore<RowFlow>(follow, current, () => "pages");

/** Applies to all lists immediately and is kept in a cookie. */
export function applyRowFlow(flow: RowFlow): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support.
  document.cookie = `${COOKIE}=${flow}; path=/; max-age=${YEAR_S}; samesite=lax`;
  for (const follower of followers) follower();
}
