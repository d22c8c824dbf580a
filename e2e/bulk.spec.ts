import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const pay = (page: Page, merchant: TestAccount, amount: number, more: object = {}) =>
  make(page, merchant, "/v1/payments", {
    ...{ amount, currency: "EUR", method: "card", payment_method: "pm_test_4242424242424242" },
    ...more,
  });

const choose = async (page: Page, count: number) => {
  const boxes = page.getByRole("checkbox", { name: "Select this row (x)" });
  await expect(boxes).toHaveCount(count);
  for (const box of await boxes.all()) await box.click();
};

test("chosen payments are refunded with one refused, and tagged with undo", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant, 1_000);
  await pay(page, merchant, 2_500);
  await pay(page, merchant, 700, { capture: "manual" });
  await page.goto("/test/payments");
  await choose(page, 3);
  await page.getByRole("button", { name: "Refund 3" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("2 payments, 35.00 EUR")).toBeVisible();
  await expect(dialog.getByText(/1 payment: Only a payment that succeeded/)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Refund 2 payments" }).click();
  await page.waitForURL(/\/test\/bulk\/bjb_/);
  await expect(page.getByText("3 of 3 handled")).toBeVisible();
  await expect(page.getByText(/2 done · 35\.00 EUR/)).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "View 1 refused" }).click();
  await expect(page.getByText("Only a payment that succeeded can be refunded.")).toBeVisible();
  // The head and the refused one: the rows of all are dimmed until then.
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto("/test/payments");
  await choose(page, 3);
  await page.getByRole("button", { name: "Tag 3" }).click();
  await page.getByRole("dialog").getByLabel("Tag", { exact: true }).fill("sale");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/test\/bulk\/bjb_/);
  await expect(page.getByText("3 of 3 handled")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByRole("heading", { name: "Tag “sale” removed from 3 payments" }),
  ).toBeVisible();
  await expect(page.getByText("3 of 3 handled")).toBeVisible();
  await page.goto("/test/payments?tag=sale");
  await expect(page.getByText(/No payments match/)).toBeVisible();
});
