import { useEffect } from "react";
import { client } from "#lib/dashboard/client.ts";

/** The server is told at most so often. */
const REST_MS = 60_000;
const SIGNS = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Tells the server that a person is at the screen: when it opens, and when they press or turn something. A screen that
 * only asks for news by itself does not keep its session alive.
 */
export function useSeen(): void {
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const tell = () => {
      if (performance.now() - lastMs < REST_MS) return;
      lastMs = performance.now();
      // A session that is over is noticed by what the screen shows.
      client.post("/session/seen", {}).catch(() => {});
    };
    tell();
    const options = { capture: true, passive: true };
    for (const sign of SIGNS) addEventListener(sign, tell, options);
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, tell, options);
    };
  }, []);
}
