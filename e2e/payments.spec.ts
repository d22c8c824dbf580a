import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { waitForRest } from "./support/rest.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let orders = 0;

async function charge(page: Page, merchant: TestAccount, params: object = {}): Promise<string> {
  const response = await pay(page, merchant, {
    amount: 5_000,
    description: `Order ${1_000 + ++orders}`,
    ...params,
  });
  const body = await response.json();
  return body.id ?? body.error.payment.id;
}

test("an empty payments list teaches the first call, and then shows its payment", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/home");
  const lesson = page.getByRole("heading", { name: "From a key to the first webhook" });
  await expect(lesson).toBeVisible();
  await expect(page.getByText("1 of 4 steps done")).toBeVisible();
  const ends = merchant.test.secret_key.slice(-4);
  await expect(page.getByRole("button", { name: "curl" }).first()).toBeVisible();
  await expect(page.locator("pre").first()).toContainText(ends);
  expect(await page.content()).not.toContain(merchant.test.secret_key);
  await expectSound(page);
  await charge(page, merchant, { amount: 1_290 });
  await expect(
    page.getByText("12.90 EUR in the last 28 days").filter({ visible: true }),
  ).toBeVisible();
  await expect(lesson).toBeHidden();
  await expect(page.getByRole("row", { name: /12\.90 EUR.*Succeeded/ })).toBeVisible();
  await expectSound(page);

  await expect(page.getByText("Quick start: 2 of 4 steps done.")).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/test/quick-start");
  await expect(lesson).toBeVisible();
  await expect(page.getByRole("link", { name: "View your first payment" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "View all guides" }).click();
  await expect(page.getByRole("heading", { name: "Guides", level: 1 })).toBeVisible();
});

test("support finds a payment and refunds a part; a double click refunds once", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await charge(page, merchant);
  await charge(page, merchant, { payment_method: "pm_test_5555555555554444" });
  await page.goto("/test/payments");
  await expect(page.getByRole("heading", { name: "Payments 2" })).toBeVisible();
  const box = page.getByRole("combobox", { name: "Search payments" });
  await expect(box).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("4242");
  await expect(page.getByRole("heading", { name: "Payments 1" })).toBeVisible();
  await expect(page).toHaveURL(/q=4242/);
  await box.blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/test/payments/${payment}`);
  await expectSound(page);

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Refund Visa" });
  await dialog.getByLabel("Amount").fill("50.01");
  await expect(dialog.getByText("At most 50.00 EUR can still be refunded")).toBeVisible();
  await dialog.getByLabel("Amount").fill("12.5");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Refund 12.50 EUR" }).dblclick();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Part refunded").filter({ visible: true })).toBeVisible();
  await expect(page.getByText("37.50 EUR").filter({ visible: true })).toBeVisible();
  await page.goto("/test/refunds");
  await expect(page.getByRole("heading", { name: "Refunds 1" })).toBeVisible();
  await page.getByRole("link", { name: /12\.50/ }).click();
  await page.waitForURL("**/test/refunds/re_*");
  await expectSound(page);
});

test("a decline is explained in plain words with the next step, also on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await charge(page, merchant, { payment_method: "pm_test_4000008000000518" });
  await page.goto("/test/payments?status=failed");
  await expect(page.getByRole("button", { name: "Status is failed", exact: true })).toBeVisible();
  await page.getByRole("link", { name: /50\.00/ }).click();
  await page.waitForURL(`**/test/payments/${payment}`);
  await expect(page.getByRole("heading", { name: "Insufficient funds" })).toBeVisible();
  await expect(page.getByText("What to do:").filter({ visible: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeHidden();
  await expectSound(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText('"insufficient_funds"').filter({ visible: true })).toBeVisible();
  await expectSound(page);
});

test("a screen is prefetched on hover; filters are in the URL, so they can be shared, and Back undoes them", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await charge(page, merchant);
  await charge(page, merchant, { amount: 200, currency: "GBP" });
  const prefetched: string[] = [];
  page.on("request", (one) => {
    if (one.url().includes("_rsc=")) prefetched.push(one.url());
  });
  await page.goto("/test/payments");
  await waitForRest(page);
  expect(prefetched, "links are not prefetched because they are visible").toEqual([]);
  await page.getByRole("link", { name: "Refunds", exact: true }).hover();
  await expect.poll(() => prefetched.join()).toContain("/test/refunds");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("option", { name: "Currency" }).click();
  await page.getByRole("checkbox", { name: "GBP" }).click();
  await page.getByRole("button", { name: "Apply filter" }).click();
  await expect(page).toHaveURL(/currency=GBP/);
  await expect(page.getByRole("heading", { name: "Payments 1" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Payments 1" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Payments 2" })).toBeVisible();
  await page.goto("/test/payments?customer=cus_nobody");
  await expect(page.getByRole("heading", { name: "No payments match" })).toBeVisible();
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page.getByRole("heading", { name: "Payments 2" })).toBeVisible();
});

test("metadata that cannot be saved says why, and nothing typed is lost", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await charge(page, merchant, { metadata: { order_id: "7" } });
  await page.goto(`/test/payments/${payment}`);
  await page.getByRole("button", { name: "Edit description and metadata" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save" });
  await dialog.getByRole("button", { name: "Add a key" }).click();
  await dialog.getByLabel("Value 2").fill("paid by phone");
  await save.click();
  await expect(dialog.getByText("Enter a key for “paid by phone”, or remove it.")).toBeVisible();
  await dialog.getByLabel("Key 2").fill("order_id");
  await save.click();
  await expect(dialog.getByText("The key “order_id” is there twice.")).toBeVisible();
  await dialog.getByLabel("Key 2").fill("card_used");
  await dialog.getByLabel("Value 2").fill("4242 4242 4242 4242");
  await save.click();
  await expect(dialog.getByText("This looks like card data")).toBeVisible();
  await expectSound(page);
  await dialog.getByLabel("Value 2").fill("4242");
  await save.click();
  await expect(page.getByText("The payment's details were saved")).toBeVisible();
});
