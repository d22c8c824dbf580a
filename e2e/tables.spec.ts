// Lists of money and of settings with the demo merchant's rows, as wide as a tablet, a small and a common desk.

import { PLACES } from "#components/frame/navigation.ts";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { signIn } from "./support/account.ts";
import { waitForRest } from "./support/rest.ts";
import { expectAccessible, expectFit } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const WIDTHS = [768, 1024, 1280];

/** What of its tables lies beyond the column of the page, and which heads have no room for their words. */
function crampedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector("#content > div")?.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLTableElement>("main table")].flatMap((table) => {
      const over = Math.round(table.getBoundingClientRect().right - (main?.right ?? 0));
      const heads = [...table.querySelectorAll("th")].filter(
        (head) => head.scrollWidth > head.clientWidth + 1,
      );
      return [
        ...(over > 0 ? [`${table.caption?.textContent} is ${over} px too wide`] : []),
        ...heads.map((head) => `no room for ${head.textContent}`),
      ];
    });
  });
}

/** Goes on after a failure, so that one run says all. */
const expectSoon = expect.configure({ soft: true });

const GROUPS: readonly (string | null)[] = [null, "Money in", "Money out", "Settings"];
const LISTS = PLACES.filter(({ title }) => GROUPS.includes(title));

for (const group of LISTS) {
  test(`tables have room for what they say, ${group.title ?? "Home"}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await signIn(page, DEMO);
    const paths = group.places.map(({ path }) => path).filter((path) => path !== "settlements");
    for (const path of paths) {
      await page.goto(`/test/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await waitForRest(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        // A chart follows the width a moment later.
        await expect(() => expectFit(page)).toPass({ timeout: 5_000 });
        const cramped = () => crampedIn(page);
        await expectSoon.poll(cramped, `${path} at ${width}`).toEqual([]);
        if (width === 768) await expectAccessible(page);
      }
    }
  });
}
