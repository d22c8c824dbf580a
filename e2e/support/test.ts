import { test as base, type Page } from "@playwright/test";
import { env } from "#lib/kernel/env.ts";
import { pressKeysOnly } from "./by-keyboard.ts";

export * from "@playwright/test";

/** Waits until what the server streamed stands in its place. For a moment after a page was opened there are
 *  two of each element: the one in a hidden part that still waits to be moved, and the one that is seen. */
async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('div[hidden][id^="S:"]'));
}

/** The page of a journey: whoever opens something finds it whole. */
export const test = base.extend({
  page: async ({ page }, use) => {
    if (env.journeysByKeyboard) pressKeysOnly(page);
    for (const move of ["goto", "reload", "waitForURL"] as const) {
      const moved = page[move].bind(page) as (...args: unknown[]) => Promise<unknown>;
      const settled = async (...args: unknown[]) => {
        const result = await moved(...args);
        await whole(page);
        return result;
      };
      Object.assign(page, { [move]: settled });
    }
    await use(page);
  },
});
