"use client";

import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { keepKeys } from "../frame/early-input.ts";

/** Parts that nobody has asked for are loaded so long after the page: they are half of its requests, and must not
 *  compete with what the person came for. A page that is left sooner never loads them. */
const SPARE_MS = 3_000;

/** A component whose code is loaded some seconds after the page when the browser is idle, or earlier when it is first
 *  rendered; `shell` is shown until then, and an open dialog gets the keys of that time. With `isAlwaysShown` it is loaded
 *  while the screen around it is rendered.
 *  React's `lazy` is not used, because it shows a component at the earliest 300 ms after its empty fallback. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  shell: ReactNode | ((props: Props) => ReactNode) = null,
  { isAlwaysShown = false } = {},
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
      // The load failed: retry when the component is next needed.
      isComing = false;
    }
  };
  const follow = (follower: () => void) => {
    followers.add(follower);
    void fetchPart();
    return () => void followers.delete(follower);
  };
  if (typeof window !== "undefined") {
    if (isAlwaysShown) void fetchPart();
    else setTimeout(() => whenIdle(() => void fetchPart()), SPARE_MS);
  }
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each part, and not by a component.
  return function Later(props) {
    const Part = useSyncExternalStore(
      follow,
      () => part,
      () => null,
    );
    const isAwaited = !Part && "open" in props && props.open;
    useEffect(() => {
      if (isAwaited) keepKeys();
    }, [isAwaited]);
    if (Part) return <Part {...props} />;
    return typeof shell === "function" ? shell(props) : shell;
  };
}

/** The longest wait for the browser to be idle. */
const PATIENCE_MS = 2_000;

/** Calls `act` when the page is loaded and the browser idle. Returns a function that cancels. */
export function whenIdle(act: () => void): () => void {
  let stop = () => {};
  const wait = () => {
    // Not every supported browser has requestIdleCallback.
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
