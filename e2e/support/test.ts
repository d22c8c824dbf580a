import { test as base, type Page } from "@playwright/test";
import { env } from "#lib/kernel/env.ts";
import { pressKeysOnly } from "./by-keyboard.ts";

export * from "@playwright/test";

/** Waits until streamed content is in its place. Shortly after a page is opened, each element exists twice: in
 *  a hidden part that React has not moved yet, and visibly. */
async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('div[hidden][id^="S:"]'));
}

/** The page of a journey, which waits for streamed content after each navigation. */
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
