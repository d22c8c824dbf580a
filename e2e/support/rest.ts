import type { Page } from "@playwright/test";

const QUIET_MS = 500;

/** Waits until a page has got all that it asked for: nothing has come for half a second. The stream of what
 *  changes stays open, so that a network is never idle. */
export async function waitForRest(page: Page, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    (quietMs) => {
      const ends = performance
        .getEntriesByType("resource")
        .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
      const [navigation] = performance.getEntriesByType("navigation");
      const last = Math.max(navigation?.duration ?? 0, ...ends);
      return document.readyState === "complete" && performance.now() - last > quietMs;
    },
    QUIET_MS,
    { timeout },
  );
}
