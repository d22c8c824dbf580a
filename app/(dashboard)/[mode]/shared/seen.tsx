"use client";

import { useEffect } from "react";
import { client } from "#lib/dashboard/client.ts";

/** At most one report per this time. */
const MIN_INTERVAL_MS = 60_000;
const EVENTS = ["pointerdown", "keydown", "wheel"] as const;

/** Reports that a person is at the screen: when it opens, and on presses and scrolling. Polling alone does not keep a
 * session alive. */
export function Seen() {
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const report = () => {
      if (performance.now() - lastMs < MIN_INTERVAL_MS) return;
      lastMs = performance.now();
      // An ended session is noticed by the screen's own reads.
      client.post("/session/seen", {}).catch(() => {});
    };
    report();
    const options = { capture: true, passive: true };
    for (const event of EVENTS) addEventListener(event, report, options);
    return () => {
      for (const event of EVENTS) removeEventListener(event, report, options);
    };
  }, []);
  return null;
}
