import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Frames of the page's own origin are looked into either way. For those of another, axe carries what it found to an
 *  empty page and ends there, which takes three times as long as all the rest. */
function hasForeignFrame(page: Page): boolean {
  const { origin } = new URL(page.url());
  return page.frames().some((frame) => !["null", origin].includes(new URL(frame.url()).origin));
}

/** What axe finds wrong with the page as it stands, by WCAG 2.2 AA; `narrow` leaves parts or rules out. */
export async function expectAccessible(
  page: Page,
  narrow: (axe: AxeBuilder) => AxeBuilder = (axe) => axe,
): Promise<void> {
  // Next takes the title away and puts the new one in its place when a page is read again.
  await expect(page).toHaveTitle(/./);
  // Only of violations are the elements written down.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  axe.setLegacyMode(!hasForeignFrame(page));
  // The rows of a table are alike, and fifty of them take as long as the rest of the page.
  axe.exclude("main tbody tr:nth-child(n + 9)");
  const { violations } = await narrow(axe.withTags(WCAG)).analyze();
  const label = violations.map(({ id, nodes }) => `${page.url()}: ${id} ${nodes[0]?.html}`);
  expect(label).toEqual([]);
}

/** That nothing of the page lies beyond the right edge of the screen. */
export async function expectFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over, `${page.url()} is wider than the screen`).toBeLessThanOrEqual(0);
}

/** That the page is accessible and fits. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectFit(page);
}
