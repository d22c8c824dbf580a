import { test as base, expect, type Page } from "@playwright/test";
import { env } from "#lib/kernel/env.ts";
import { pressKeysOnly } from "./by-keyboard.ts";

export * from "@playwright/test";

/** Waits until streamed content is in its place. Shortly after a page is opened, each element exists twice: in
 *  a hidden part that React has not moved yet, and visibly. */
async function whole(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('div[hidden][id^="S:"]'));
}

/** The page of a journey, which waits for streamed content after each navigation. The journey fails after any error of
 *  a script, which is also how React tells that it found other HTML than it would render. */
export const test = base.extend({
  context: async ({ context }, use) => {
    const errors: string[] = [];
    context.on("weberror", (thrown) => {
      const error = thrown.error();
      errors.push(`${thrown.page()?.url()}: ${error.stack ?? error.message}`);
    });
    await use(context);
    expect(errors, "errors of scripts").toEqual([]);
  },
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
