// Outcomes that depend on time, payers and banks, simulated from the sandbox menus and checked through the API.

import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

type Thing = { id: string; status: string } & Record<string, unknown>;

function shopOf(page: Page, merchant: TestAccount) {
  const read = <T = Thing>(path: `/v1/${string}`): Promise<T> => get(page, merchant, path);
  return {
    get: read,
    post: (path: `/v1/${string}`, data: object): Promise<Thing> => make(page, merchant, path, data),
    async events(about: string): Promise<string[]> {
      const { data } = await read<{ data: { type: string; data: { id: string } }[] }>(
        "/v1/events?limit=100",
      );
      return data.filter((one) => one.data.id === about).map(({ type }) => type);
    },
  };
}

/** Chooses an entry of the page's menu and confirms. */
async function simulate(page: Page, verb: string): Promise<void> {
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("menuitem", { name: verb }).click();
  await agree(page, verb);
}

async function agree(page: Page, verb: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: `${verb}?` });
  await dialog.getByRole("button", { name: verb }).click();
  await expect(dialog).toBeHidden();
}

const CARD = { currency: "EUR", method: "card", payment_method: "pm_test_4242424242424242" };

test("a simulated dispute is opened and won, and payment and dispute change status", async ({
  page,
}) => {
  const merchant = await newAccount();
  const shop = shopOf(page, merchant);
  await startSession(page, merchant);
  const payment = await shop.post("/v1/payments", { ...CARD, amount: 12_900 });
  await page.goto(`/test/payments/${payment.id}`);
  await simulate(page, "Open a dispute");
  await expect(page.getByText(/disput/i).first()).toBeVisible();
  await expectSound(page);
  expect((await shop.get(`/v1/payments/${payment.id}`)).disputed).toBe(true);
  const { data } = await shop.get<{ data: Thing[] }>("/v1/disputes");
  const dispute = data[0]!;
  expect([dispute.status, dispute.amount]).toEqual(["needs_response", 12_900]);

  const evidence = { uncategorized_text: "They signed for it." };
  await shop.post(`/v1/disputes/${dispute.id}/evidence`, { evidence, submit: true });
  await page.goto(`/test/disputes/${dispute.id}`);
  await simulate(page, "Win the dispute");
  await expect(page.getByText("Won").filter({ visible: true }).first()).toBeVisible();
  expect((await shop.get(`/v1/disputes/${dispute.id}`)).status).toBe("won");
  expect(await shop.events(dispute.id)).toContain("dispute.won");
  await expect(page.getByRole("button", { name: "Simulate" })).toHaveCount(0);
});

test("a simulated debit succeeds, is reversed by the bank, and its mandate is revoked by the payer", async ({
  page,
}) => {
  const merchant = await newAccount();
  const shop = shopOf(page, merchant);
  await startSession(page, merchant);
  const bacs = { sort_code: "108800", account_number: "00012345" };
  const account = await shop.post("/v1/payment_methods", { type: "bacs_debit", bacs_debit: bacs });
  const payment = await shop.post("/v1/payments", {
    ...{ amount: 4_900, currency: "GBP", method: "bacs_debit", payment_method: account.id },
    mandate_data: { accepted_ip: "192.0.2.7" },
  });
  const mandate = String(payment.mandate);
  await page.goto(`/test/mandates/${mandate}`);
  await simulate(page, "Accept the mandate");
  await expect.poll(async () => (await shop.get(`/v1/mandates/${mandate}`)).status).toBe("active");

  await shop.post("/v1/test/clock/advance", { seconds: 3 * 86_400 });
  expect((await shop.get(`/v1/payments/${payment.id}`)).status).toBe("succeeded");
  await page.goto(`/test/payments/${payment.id}`);
  await simulate(page, "Return the payment");
  expect((await shop.get(`/v1/payments/${payment.id}`)).status).toBe("failed");
  expect(await shop.events(payment.id)).toContain("payment.failed");

  await page.goto(`/test/mandates/${mandate}`);
  await simulate(page, "Revoke the mandate");
  expect((await shop.get(`/v1/mandates/${mandate}`)).status).toBe("revoked");
  expect(await shop.events(mandate)).toContain("mandate.revoked");
  await expectSound(page);
});

test("a simulated trial ends, its card declines and the dunning attempts run out", async ({
  page,
}) => {
  const merchant = await newAccount();
  const shop = shopOf(page, merchant);
  await startSession(page, merchant);
  const customer = await shop.post("/v1/customers", { name: "Ada Lindqvist" });
  const month = { name: "Team", amount: 1_900, currency: "EUR", interval: "month", trial_days: 14 };
  const plan = await shop.post("/v1/plans", month);
  const payment_method = "pm_test_4000000000000341";
  const params = { customer: customer.id, plan: plan.id, payment_method };
  const { id } = await shop.post("/v1/subscriptions", params);
  const status = async () => (await shop.get(`/v1/subscriptions/${id}`)).status;
  expect(await status()).toBe("trialing");
  await page.goto(`/test/subscriptions/${id}`);
  await simulate(page, "End the trial");
  expect(await status()).toBe("active");
  await shop.post("/v1/test/clock/advance", { seconds: 32 * 86_400 });
  expect(await status()).toBe("past_due");
  await page.reload();
  await simulate(page, "Retry now");
  expect(await status()).toBe("past_due");
  await simulate(page, "End dunning");
  expect(await status()).toBe("canceled");
  expect(await shop.events(id)).toContain("subscription.canceled");
  await expectSound(page);
});

test("a simulated settlement arrives immediately, and a settled payout is returned", async ({
  page,
}) => {
  const merchant = await newAccount();
  const shop = shopOf(page, merchant);
  await startSession(page, merchant);
  await shop.post("/v1/payments", { ...CARD, amount: 50_000 });
  await shop.post("/v1/test/clock/advance", { seconds: 86_400 });
  const { data } = await shop.get<{ data: Thing[] }>("/v1/settlements");
  const settlement = data[0]!;
  await page.goto(`/test/settlements/${settlement.id}`);
  await page.getByRole("button", { name: "Mark as arrived" }).click();
  await agree(page, "Mark as arrived");
  expect((await shop.get(`/v1/settlements/${settlement.id}`)).status).toBe("paid");

  await shop.post("/v1/test/topup", { amount: 20_000, currency: "EUR" });
  const beneficiary = { name: "Ada Lindqvist", iban: "DE23999999990000000000" };
  const sending = { amount: 12_500, currency: "EUR", beneficiary };
  const payout = await shop.post("/v1/payouts", sending);
  await shop.post("/v1/test/clock/advance", { seconds: 60 });
  await page.goto(`/test/payouts/${payout.id}`);
  await page.getByRole("button", { name: "Return from the bank" }).click();
  await agree(page, "Return from the bank");
  const returned = await shop.get(`/v1/payouts/${payout.id}`);
  expect([returned.status, returned.return_reason]).toMatchObject(["returned", { code: "AC04" }]);
  const balance = await shop.get<{ payouts: { amount: number }[] }>("/v1/balance");
  expect(balance.payouts[0]?.amount).toBe(20_000);
});
