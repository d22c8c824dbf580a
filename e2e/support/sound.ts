import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Frames of the page's own origin are checked in both modes. For frames of other origins, axe collects its
 *  findings on an empty page, which takes three times as long as everything else. */
function hasForeignFrame(page: Page): boolean {
  const { origin } = new URL(page.url());
  return page.frames().some((frame) => !["null", origin].includes(new URL(frame.url()).origin));
}

/** A script that loads axe: nothing if the page has it already, and the whole of it by default. It has 650 kB, and the
 *  builder runs the script twice for each check. */
async function axeSource(page: Page): Promise<string | undefined> {
  // Each frame needs its own.
  if (page.frames().length > 1) return undefined;
  return (await page.evaluate(() => "axe" in window)) ? "true" : undefined;
}

/** Popups that open or close at the moment. Their colours are half transparent, and the list of a closing select or
 *  combobox names options that are already gone. */
const MOVING =
  "[data-starting-style], [data-ending-style], :is(.float, [role=dialog], [role=alertdialog])[data-closed]";

/** The violations of WCAG 2.2 AA that axe finds on the page; `narrow` excludes parts or rules. */
export async function expectAccessible(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  // Next removes and replaces the title when a page is reloaded.
  await expect(page).toHaveTitle(/./);
  // Rows that are being replaced are dimmed, and skeletons have no text.
  await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  await expect(page.locator(MOVING)).toHaveCount(0);
  // Record the elements of violations only.
  const builder = new AxeBuilder({ page, axeSource: await axeSource(page) });
  const axe = builder.options({ resultTypes: ["violations"] });
  axe.setLegacyMode(!hasForeignFrame(page));
  // Table rows are alike, and 50 of them take as long as the rest of the page.
  axe.exclude("main tbody tr:nth-child(n + 9)");
  // Base UI puts them around open and closing popups. They pass the focus on, so nobody stays on one.
  axe.exclude("[data-base-ui-focus-guard]");
  // axe reports a link as too small when the sticky header covers half of it.
  const top = await page.evaluate(() => [scrollY, scrollTo(0, 0)][0] ?? 0);
  const { violations } = await narrow(axe.withTags(WCAG)).analyze();
  await page.evaluate(async (y) => {
    scrollTo(0, y);
    // A long list renders its visible rows in the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  }, top);
  const label = violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);
  expect(label).toEqual([]);
}

/** Expects that the page does not extend beyond the right edge of the screen. */
export async function expectFit(page: Page): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  // Charts follow a new width a moment later.
  await expect.poll(over, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** Expects that the page is accessible and fits. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectFit(page);
}
