"use client";

import { type ComponentType, type ReactNode, useSyncExternalStore } from "react";

/** A part of the page that is fetched once the page has come and the browser is idle, or sooner, when it is first
 *  drawn; until then its `shell` stands in its place. Not React's `lazy`: what that has shown nothing for, it shows 300 ms
 *  later at the soonest. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shell: ReactNode = null,
): ComponentType<Props> {
  let part: ComponentType<Props> | null = null;
  let isComing = false;
  const followers = new Set<() => void>();
  const fetchPart = async () => {
    if (isComing) return;
    isComing = true;
    try {
      part = await load();
      for (const follower of followers) follower();
    } catch {
      // There was no connection: it is tried again when it is next wanted.
      isComing = false;
    }
  };
  const follow = (follower: () => void) => {
    followers.add(follower);
    void fetchPart();
    return () => void followers.delete(follower);
  };
  if (typeof window !== "undefined") whenIdle(() => void fetchPart());
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each part, and not by a component.
  return function Later(props) {
    const Part = useSyncExternalStore(
      follow,
      () => part,
      () => null,
    );
    return Part ? <Part {...props} /> : shell;
  };
}

/** How long a page that is never idle is waited for. */
const PATIENCE_MS = 2_000;

/** Calls once the page has come and the browser has nothing else to do. Answers the call that ends the wait. */
export function whenIdle(act: () => void): () => void {
  let stop = () => {};
  const wait = () => {
    // Not in every browser we support.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(act, PATIENCE_MS);
      stop = () => clearTimeout(timer);
      return;
    }
    const handle = requestIdleCallback(act, { timeout: PATIENCE_MS });
    stop = () => cancelIdleCallback(handle);
  };
  if (document.readyState === "complete") wait();
  else {
    window.addEventListener("load", wait, { once: true });
    stop = () => window.removeEventListener("load", wait);
  }
  return () => stop();
}
