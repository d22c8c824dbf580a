// Lists by keyboard: preview, Back, pages, and the way through a list from one object to the next.

import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { pressOn } from "./support/keyboard.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** A merchant with payments of 1.00, 2.00, … EUR; the newest has the highest amount. */
async function merchantWith(page: Page, count: number) {
  const merchant = await newAccount();
  for (let n = 1; n <= count; n++) await pay(page, merchant, { amount: n * 100 });
  await startSession(page, merchant);
}

const row = (page: Page, amount: string | RegExp) =>
  page.getByRole("row").getByRole("link", { name: amount });

test("Space previews a row, j and k move the preview, Escape returns the focus to the row", async ({
  page,
}) => {
  await merchantWith(page, 3);
  await page.goto("/test/payments");
  await expect(row(page, "3.00")).toBeVisible();
  await press(page, "j", "Space");
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("heading", { name: "3.00 EUR" })).toBeVisible();
  await expect(drawer.getByText("Row 1 of 3")).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open" })).toBeFocused();
  // Columns that the table has no room for are in the drawer.
  await expect(drawer.getByText("Description")).toBeVisible();
  await expect(drawer.getByRole("heading", { name: "From the acquirer" })).toBeVisible();
  await expect(drawer.getByText("Shifted to the issuer")).toBeVisible();
  await expectSound(page);
  await press(page, "j", "j", "j", "k");
  await expect(drawer.getByRole("heading", { name: "2.00 EUR" })).toBeVisible();
  await press(page, "Escape");
  await expect(drawer).toBeHidden();
  await expect(row(page, "2.00")).toBeFocused();
  await press(page, "Space");
  await expect(drawer.getByRole("heading", { name: "2.00 EUR" })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Open" })).toBeFocused();
  await press(page, "Enter");
  await page.waitForURL("**/test/payments/pay_*");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2.00");
});

test("who goes on to the search while a preview closes keeps the focus there", async ({ page }) => {
  await merchantWith(page, 1);
  await page.goto("/test/payments");
  await expect(row(page, "1.00")).toBeVisible();
  const search = page.getByRole("dialog").getByRole("combobox");
  // Once before, so that the code of the search is there and it opens at once.
  await press(page, "ControlOrMeta+k");
  await expect(search).toBeFocused();
  await press(page, "Escape");
  await expect(search).toBeHidden();
  await press(page, "j", "Space");
  const preview = page.getByRole("dialog").getByText("Row 1 of 1");
  await expect(preview).toBeVisible();
  await press(page, "Escape", "ControlOrMeta+k");
  await page.keyboard.type("status:failed last7d", { delay: 20 });
  await expect(preview).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("status:failed last7d");
});

/** Holds requests back until the returned function is called. */
async function holdRequests(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("? lists the shortcuts, which a person can switch off", async ({ page }) => {
  await merchantWith(page, 2);
  await page.goto("/test/payments");
  const box = page.getByRole("combobox", { name: "Search payments" });
  const answer = await holdRequests(page, /payments\?q=/);
  const asked = page.waitForRequest(/payments\?q=/);
  await box.press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await asked;
  // The text is cleared while the address still gets the filter.
  await box.fill("");
  await box.blur();
  answer();
  await expect(row(page, "2.00")).toBeVisible();
  await press(page, "?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Preview the row")).toBeVisible();
  await expectSound(page);
  await pressOn(page, help.getByRole("switch", { name: /Shortcuts of one key/ }), "Space");
  await press(page, "Escape");
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/payments$/);
  await press(page, "j");
  await expect(row(page, "2.00")).not.toBeFocused();
  // The command palette shows them even when they are off.
  await press(page, "ControlOrMeta+k");
  await page.keyboard.type("Keyboard");
  await press(page, "Enter");
  await pressOn(page, help.getByRole("switch", { name: /Shortcuts of one key/ }), "Space");
  await press(page, "Escape");
  await expect(help).toBeHidden();
  await press(page, "j");
  await expect(row(page, "2.00")).toBeFocused();
});

test("Back restores filters, scroll position and row; a new page starts at its top", async ({
  page,
}) => {
  await merchantWith(page, 55);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/test/payments?status=succeeded");
  const link = row(page, /^20\.00/);
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  await link.click();
  await page.waitForURL("**/test/payments/pay_*");
  await page.goBack();
  await expect(link).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);

  await page.getByRole("link", { name: "Older" }).click();
  await expect(row(page, /^5\.00/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("an object leads to its neighbours in the list across pages, and back to the list with its filters", async ({
  page,
}) => {
  await merchantWith(page, 52);
  await page.goto("/test/payments?status=succeeded");
  await row(page, /^4\.00/).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("4.00");
  await page.getByRole("link", { name: "Next in list" }).click();
  await expect(heading).toContainText("3.00");
  // The last of the page: the next one is on the page after.
  await page.getByRole("link", { name: "Next in list" }).click();
  await expect(heading).toContainText("2.00");
  await page.getByRole("link", { name: "Next in list" }).click();
  await expect(heading).toContainText("1.00");
  await expect(page.getByRole("link", { name: "Next in list" })).toHaveCount(0);
  await page.reload();
  await page.getByRole("link", { name: "Previous in list" }).click();
  await expect(heading).toContainText("2.00");
  await expectSound(page);
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").click();
  await page.waitForURL(/\/test\/payments\?status=succeeded&after=/);
  await expect(row(page, /^2\.00/)).toBeVisible();
});
