// Links, buttons and headings keep their places while a screen's code loads.

import { DEMO } from "#lib/domain/accounts/index.ts";
import { startSession } from "./support/account.ts";
import { waitForRest } from "./support/rest.ts";
import { expect, type Page, test } from "./support/test.ts";

const LISTS = ["payments", "disputes", "settlements", "keys", "logs"];
const OTHERS = ["home", "balance", "reports/settlement", "quick-start", "checkout"];

const SCREENS: Record<string, Parameters<typeof test.use>[0]> = {
  "a phone": { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  "a desktop": { viewport: { width: 1440, height: 900 } },
};

for (const [screen, settings] of Object.entries(SCREENS)) {
  test.describe(`on ${screen}`, () => {
    test.use(settings);
    for (const list of LISTS) {
      test(`nothing on ${list} moves while its code comes, in the list and in an object`, async ({
        page,
      }) => {
        await startSession(page, DEMO);
        expect(await movedOn(page, `/test/${list}`)).toEqual([]);
        const row = page.locator(`main tbody a[href^="/test/${list}/"]`).first();
        expect(await movedOn(page, (await row.getAttribute("href")) ?? "")).toEqual([]);
      });
    }
    for (const path of OTHERS) {
      test(`nothing on ${path} moves while its code comes`, async ({ page }) => {
        await startSession(page, DEMO);
        expect(await movedOn(page, `/test/${path}`)).toEqual([]);
      });
    }
  });
}

/** Opens a page, and its scripts once its HTML is laid out. Returns what has moved when they have run. */
async function movedOn(page: Page, path: string): Promise<string[]> {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  await page.route("**/_next/static/**/*.js", async (route) => {
    await asked;
    await route.continue().catch(() => {});
  });
  await page.goto(path, { waitUntil: "commit" });
  await page.locator("main h1").waitFor();
  await page.waitForFunction(() => document.readyState !== "loading");
  await page.evaluate(() => document.fonts.ready);
  const before = await placesOn(page);
  ask();
  await waitForRest(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const after = new Map(await placesOn(page));
  return before.flatMap(([name, top]) => {
    const now = after.get(name);
    return now === undefined || Math.abs(now - top) <= MOST_PX ? [] : [`${name}: ${top} → ${now}`];
  });
}

/** Less than a person could see. */
const MOST_PX = 3;

/** The names of links, buttons and headings, and their distance from the top of the page in pixels. Several of one name have
 *  none. */
const placesOn = (page: Page): Promise<[string, number][]> =>
  page.evaluate(() => {
    const found = [...document.querySelectorAll("main :is(a, button, h2, h3)")]
      .filter((one) => one.checkVisibility() && !one.closest(".sr-only, svg"))
      .map((one): [string, number] => [
        `${one.tagName.toLowerCase()} ${one.getAttribute("href") ?? ""} ${one.textContent?.trim().slice(0, 40)}`,
        Math.round(one.getBoundingClientRect().top + scrollY),
      ]);
    const counts = Map.groupBy(found, ([name]) => name);
    return found.filter(([name]) => counts.get(name)?.length === 1);
  });
