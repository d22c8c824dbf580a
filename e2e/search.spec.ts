import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

async function buy(page: Page, merchant: TestAccount, description: string): Promise<string> {
  const params = { amount: 73_19, payment_method: "pm_test_5555555555554444", description };
  const response = await pay(page, merchant, params);
  return (await response.json()).id;
}

test("by keyboard alone objects are found by known details, and actions run from any page", async ({
  page,
}) => {
  const [merchant, other] = [await newAccount(), await newAccount()];
  await startSession(page, merchant);
  await page.goto("/test/home");
  const payment = await buy(page, merchant, "Order 1042");
  const theirs = await buy(page, other, "Order 9999");
  const box = page.getByRole("combobox", { name: "Search and commands" });
  const open = async () => {
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
  };
  const first = page.getByRole("option").first();

  // Enter after a pasted id waits for the result and opens it.
  await open();
  await box.fill(payment);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/test/payments/${payment}$`));
  await expect(box).toBeHidden();

  for (const known of ["4444", "73.19", "order 10", payment.slice(0, 14)]) {
    await open();
    await box.fill(known);
    await expect(first).toContainText("73.19 EUR");
    await expect(first).toHaveAttribute("data-highlighted", "");
    await page.keyboard.press("Escape");
    await expect(box).toBeHidden();
  }

  // Objects of other merchants are not found.
  await open();
  await box.fill(theirs);
  await expect(page.getByText("No results in this mode").first()).toBeAttached();
  await expect(page.getByRole("option")).toHaveCount(0);
  await expectSound(page);
  await page.keyboard.press("Escape");

  await open();
  await expect(page.getByRole("option", { name: /^Payments/ })).toBeVisible();
  await expectSound(page);
  await box.fill("declines");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/test\/reports\/declines/);

  await open();
  await box.fill("create key");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/test\/keys/);
  await expect(page.getByRole("dialog", { name: /key/i })).toBeVisible();
  await page.keyboard.press("Escape");

  await open();
  await box.fill("dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await open();
  await box.fill("live mode");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/live\/keys/);
  await open();
  await box.fill(payment);
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("on a phone the search is a button, and offers to search the list when nothing is found", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/home");
  const payment = await buy(page, merchant, "Order 7");
  await page.getByRole("button", { name: "Search and commands" }).click();
  const box = page.getByRole("combobox", { name: "Search and commands" });
  await box.fill("order");
  await expect(page.getByRole("option", { name: /73\.19 EUR · Order 7/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole("option", { name: /^Search all payments for “order”/ }).click();
  await page.waitForURL(/\/test\/payments\?q=order/);
  await page.getByRole("button", { name: "Search and commands" }).click();
  await box.fill("order");
  await page.getByRole("option", { name: /73\.19 EUR · Order 7/ }).click();
  await page.waitForURL(new RegExp(`/test/payments/${payment}$`));
  await expectSound(page);
});
