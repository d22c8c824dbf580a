import type { Page } from "@playwright/test";

const QUIET_MS = 500;

/** Waits until a page has loaded: no response for 500 ms. Playwright's "networkidle" never comes, because the
 *  event stream stays open. */
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
