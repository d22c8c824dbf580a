import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Charges once, then declines softly. */
const ONCE = { number: "4000000000000341", exp_month: 12, exp_year: 2040, cvc: "123" };

/** A payer whose card pays a subscription, and so has a mandate, and `amounts` that it declined since. */
async function declines(page: Page, merchant: TestAccount, amounts: readonly number[]) {
  const post = (path: `/v1/${string}`, data: object): Promise<{ id: string }> =>
    make(page, merchant, path, data);
  const { id: customer } = await post("/v1/customers", { email: "ada@shop.example" });
  const card = { type: "card", card: ONCE, customer };
  const { id: payment_method } = await post("/v1/payment_methods", card);
  const plan = { name: "Team", amount: 3_000, currency: "EUR", interval: "month" };
  const { id: planId } = await post("/v1/plans", plan);
  await post("/v1/subscriptions", { customer, plan: planId, payment_method });
  const ids: string[] = [];
  for (const amount of amounts) {
    ids.push(await refused(page, merchant, { amount, customer, payment_method }));
  }
  return ids;
}

/** The id of a payment that is declined. */
async function refused(page: Page, merchant: TestAccount, charge: object): Promise<string> {
  const answer = await pay(page, merchant, charge);
  expect(answer.status()).toBe(402);
  return (await answer.json()).error.payment.id;
}

test("support retries one soft decline, then all of a filter, and sees each result", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const [first] = await declines(page, merchant, [1_200, 800, 500]);
  const oneOff = { amount: 700, payment_method: "pm_test_4000008000000518" };
  const byGuest = await refused(page, merchant, oneOff);

  await page.goto(`/test/payments/${byGuest}`);
  await expect(page.getByText("Retry without the payer: not possible.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry", exact: true })).toHaveCount(0);
  await expectSound(page);

  await page.goto(`/test/payments/${first}`);
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  const ask = page.getByRole("dialog", { name: "Retry this payment" });
  await expect(ask).toContainText("without the payer, under their mandate");
  await expectSound(page);
  await ask.getByRole("button", { name: "Retry 12.00 EUR" }).click();
  await expect(page.getByText("The retry was declined")).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(first!));
  await expect(page.getByText("Charged without the payer")).toBeVisible();

  await page.goto("/test/payments?status=failed");
  await page.getByRole("button", { name: "Retry soft declines…" }).click();
  const dialog = page.getByRole("dialog", { name: "Retry soft declines" });
  await expect(dialog).toContainText("3 payments, 25.00 EUR of 5 declined are retried now");
  await expect(dialog).toContainText("1 cannot be retried without the payer");
  await expect(dialog).toContainText("1 tried again since");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Retry 3 payments" }).click();

  await expect(page).toHaveURL(/\/test\/payments\/retries\/rtj_/);
  await expect(page.getByText("3 of 3 handled")).toBeVisible();
  await expect(page.getByText("Completed").first()).toBeVisible();
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(4);
  await expectSound(page);
});
