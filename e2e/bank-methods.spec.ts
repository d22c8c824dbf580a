// Payments by bank redirect, BLIK and debit: approved at the bank, abandoned, or expired.

import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, make } from "./support/api.ts";
import { openShop, type Shop } from "./support/shop.ts";
import { expect, type Page, test } from "./support/test.ts";

let merchant: TestAccount;
let shop: Shop;

test.beforeAll(async () => {
  merchant = await newAccount("Flax & Thread");
  shop = await openShop(merchant);
});
test.afterAll(() => shop.close());

async function goToBank(page: Page): Promise<void> {
  await page.goto(shop.url);
  await page.getByLabel("Your bank is in").selectOption("NL");
  await page.getByRole("button", { name: "Pay with iDEAL" }).click();
  await expect(page.getByRole("heading", { name: "Pay with iDEAL" })).toBeVisible();
  await expect(page.getByText("Polder Bank")).toBeVisible();
}

async function latest(page: Page) {
  return (await get(page, merchant, "/v1/payments")).data[0];
}

test("iDEAL is offered in the payer's country, approved at the bank, and the order is paid", async ({
  page,
}) => {
  await page.goto(shop.url);
  await page.getByLabel("Your bank is in").selectOption("BE");
  await expect(page.getByRole("button", { name: "Pay with Bancontact" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay with iDEAL" })).toHaveCount(0);
  await goToBank(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Thank you! Your order is on its way.")).toBeVisible();
  const payment = await latest(page);
  expect([payment.method, payment.status, payment.settles]).toEqual([
    "ideal",
    "succeeded",
    "ideal",
  ]);
  await startSession(page, merchant);
  await page.goto(`/test/payments/${payment.id}`);
  await expect(page.getByText("iDEAL").first()).toBeVisible();
});

test("a payer who leaves the bank without an answer sees so, and the iDEAL payment expires", async ({
  page,
}) => {
  await goToBank(page);
  await page.getByRole("link", { name: "Leave without answering" }).click();
  await expect(page.getByText("Your bank has not confirmed the payment yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Confirm at your bank" })).toBeVisible();
  await make(page, merchant, "/v1/test/clock/advance", { seconds: 3_600 });
  expect((await latest(page)).status).toBe("canceled");
  await page.reload();
  await expect(page.getByText("The payment was not confirmed in time.")).toBeVisible();
});

test("a payer enters a BLIK code or an account number in the shop, and pays in the local currency", async ({
  page,
}) => {
  await page.goto(shop.url);
  await page.getByLabel("Your bank is in").selectOption("PL");
  await page.getByRole("button", { name: "Pay with BLIK" }).click();
  await page.getByLabel("Code from your bank's app").fill("777123");
  await page.getByRole("dialog").getByRole("button", { name: "Pay 316.00 PLN" }).click();
  await expect(page.getByText("Thank you! Your order is on its way.")).toBeVisible();
  const blik = await latest(page);
  expect([blik.method, blik.status, blik.currency]).toEqual(["blik", "succeeded", "PLN"]);
  await page.goto(shop.url);
  await page.getByLabel("Your bank is in").selectOption("GB");
  await page.getByRole("button", { name: "Pay with Bacs debit" }).click();
  await expect(page.getByText("the Direct Debit Guarantee")).toBeVisible();
  await page.getByLabel("Sort code").fill("10-88-00");
  await page.getByLabel("Account number").fill("00012345");
  await page.getByRole("dialog").getByRole("button", { name: "Pay 69.00 GBP" }).click();
  await expect(page.getByText("Your bank is processing the payment.")).toBeVisible();
  const debit = await latest(page);
  expect([debit.method, debit.status, debit.amount]).toEqual(["bacs_debit", "processing", 6900]);
});

test("a payer chooses what their country has in the dashboard's checkout", async ({ page }) => {
  await startSession(page, merchant);
  await page.goto("/test/checkout");
  await page.getByRole("combobox", { name: "Country of the payer" }).click();
  await page.getByRole("option", { name: "United Kingdom" }).click();
  await expect(page.getByRole("radio", { name: "BLIK" })).toHaveCount(0);
  await page.getByRole("radio", { name: "Bacs debit" }).click();
  await page.getByLabel("Sort code").fill("108801");
  await page.getByLabel("Account number").fill("00012345");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByText("Its sort code is 108800.")).toBeVisible();
  await page.getByLabel("Sort code").fill("10-88-00");
  await page.getByRole("button", { name: /^Pay / }).click();
  await expect(page.getByRole("heading", { name: "Processing" })).toBeVisible();
});

test("a debit's mandate is opened from its payment, and revoked by a member who may", async ({
  page,
}) => {
  const account = { type: "sepa_debit", sepa_debit: { iban: "DE89370400440532013000" } };
  const { id } = await make(page, merchant, "/v1/payment_methods", account);
  const params = { amount: 1999, currency: "EUR", method: "sepa_debit", payment_method: id };
  const mandate_data = { accepted_ip: "192.0.2.7" };
  const payment = await make(page, merchant, "/v1/payments", { ...params, mandate_data });
  await startSession(page, merchant);
  await page.goto(`/test/payments/${payment.id}`);
  await page.getByRole("link", { name: "SEPA Core" }).click();
  await expect(page.getByRole("heading", { name: "SEPA Core mandate" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke" }).click();
  await expect(
    page.getByText("One debit is already on the way and will be collected."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Revoke mandate" }).click();
  await expect(page.getByText("Revoked").first()).toBeVisible();
  await page.goto("/test/mandates?status=revoked");
  await expect(page.getByRole("table")).toContainText("SEPA Core");
});
