// The demo merchant's thousands of payments as one list that goes on while it is scrolled.

import { DEMO } from "#lib/domain/accounts/index.ts";
import { startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const MOST_ROWS = 200;

const rowsOf = (page: Page) => page.locator("main tbody [data-row-key]");

/** The number of the last row on the page. */
const lastRow = async (page: Page) =>
  Number(await rowsOf(page).last().getAttribute("aria-rowindex"));

/** Scrolls until the list has this row, and checks that there are few rows on the page at each step. */
async function scrollTo(page: Page, wanted: number): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await rowsOf(page).count()).toBeLessThanOrEqual(MOST_ROWS);
    expect(await lastRow(page)).toBeGreaterThanOrEqual(wanted);
  }).toPass({ intervals: [50] });
  // The wheel can scroll later, and would move the row with the focus off the page.
  const isAtRest = () =>
    page.evaluate(async () => {
      const before = scrollY;
      for (let n = 0; n < 10; n++) await new Promise(requestAnimationFrame);
      return scrollY === before;
    });
  await expect.poll(isAtRest, { intervals: [0] }).toBe(true);
}

test("a list goes on while it is scrolled, keeps few rows on the page, and Back returns to the row", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/payments");
  await expect(page.getByRole("link", { name: "Older" })).toBeVisible();
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByRole("button", { name: "On scrolling" }).click();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
  await page.mouse.move(700, 500);
  await scrollTo(page, 400);
  await expectSound(page);
  await scrollTo(page, 400);

  // The keys go on from the rows in sight, and past the rows that are on the page now.
  await page.keyboard.press("j");
  const first = Number(await page.locator("tr:has(a:focus)").first().getAttribute("aria-rowindex"));
  expect(first).toBeGreaterThan(300);
  for (let n = 1; n <= 60; n++) {
    await page.keyboard.press("j");
    await expect(page.locator("tr:has(a:focus)").first()).toHaveAttribute(
      "aria-rowindex",
      String(first + n),
    );
  }
  const link = page.locator("a:focus");
  const href = (await link.getAttribute("href")) ?? "";
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${href}`);
  await expect(page.getByRole("link", { name: /next/i }).first()).toBeVisible();
  await page.goBack();
  await expect(page.locator(`a[href="${href}"]`)).toBeFocused();
  await expect(page.locator(`a[href="${href}"]`)).toBeInViewport();

  // The choice is kept for other lists, and other filters start a list of their own.
  await page.goto("/test/payments?status=failed");
  await expect(page.getByText(/of \d+ rows loaded|rows are loaded/)).toBeVisible();
  await scrollTo(page, 120);
  const statuses = await rowsOf(page).evaluateAll(
    (rows) => new Set(rows.map((row) => /Failed/.test(row.textContent ?? ""))).size,
  );
  expect(statuses).toBe(1);
  await page.getByRole("link", { name: /^Refunded/ }).click();
  await expect(page).toHaveURL(/status=/);
  await expect.poll(() => rowsOf(page).filter({ hasText: "Failed" }).count()).toBe(0);
});

test("a row that is scrolled away keeps the focus, and the keys go on from it", async ({
  page,
}) => {
  await startSession(page, DEMO);
  await page.goto("/test/payments");
  const cookie = { name: "paydesk_flow", value: "scroll", url: new URL(page.url()).origin };
  await page.context().addCookies([cookie]);
  await page.reload();
  await expect(page.getByText(/rows (are )?loaded/)).toBeVisible();
  await rowsOf(page).nth(3).locator("[data-row-link]").focus();
  const focused = page.locator("tr:has(a:focus)").first();
  await expect(focused).toHaveAttribute("aria-rowindex", "5");
  await page.mouse.move(700, 500);
  await scrollTo(page, 300);
  await expect(focused).toHaveAttribute("aria-rowindex", "5");
  await expectSound(page);
  // Also back in the window, where the row is again among the others.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(rowsOf(page).first()).toHaveAttribute("aria-rowindex", "2");
  await expect(focused).toHaveAttribute("aria-rowindex", "5");
  await scrollTo(page, 300);
  for (const next of ["6", "7", "8"]) {
    await page.keyboard.press("j");
    await expect(focused).toHaveAttribute("aria-rowindex", next);
  }
  await expect(focused).toBeInViewport();
  await expectSound(page);
});

test("a list that goes on by scrolling does so on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, DEMO);
  await page.goto("/test/events");
  const cookie = { name: "paydesk_flow", value: "scroll", url: new URL(page.url()).origin };
  await page.context().addCookies([cookie]);
  await page.reload();
  await page.mouse.move(200, 500);
  await scrollTo(page, 300);
  await expectSound(page);
});
