import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

test("a developer reads every guide, on a laptop and on a phone, without signing in", async ({
  page,
}) => {
  await page.goto("/docs");
  const places = await page
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(places).toHaveLength(9);
  for (const [index, place] of places.entries()) {
    // Each page once: by turns as wide as a laptop and as narrow as a phone.
    await page.setViewportSize({ width: index % 2 === 0 ? 1440 : 360, height: 800 });
    await page.goto(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
    expect(violations.map(({ id, nodes }) => `${place} ${id} ${nodes[0]?.html}`)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${place} is wider than the screen`).toBe(0);
  }
});
