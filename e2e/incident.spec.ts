// An issuer declines everything: home shows one card while it happens, and that it is over.

import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make } from "./support/api.ts";
import { rolledUp } from "./support/change-rows.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const APPROVED = "pm_test_4242424242424242";
const UNAVAILABLE = "pm_test_4000008000000914";

/** Payments of different amounts: the same card and amount again would be a retry. */
async function pay(page: Page, merchant: TestAccount, payment_method: string, count: number) {
  const order = { currency: "EUR", method: "card", payment_method };
  for (let n = 0; n < count; n += 8) {
    const amounts = Array.from({ length: Math.min(8, count - n) }, (_, i) => 1_000 + n + i);
    await Promise.all(amounts.map((amount) => charge(page, merchant, { ...order, amount })));
  }
}

/** One payment, after the limit of writes allows it. */
async function charge(page: Page, merchant: TestAccount, data: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${merchant.test.secret_key}`,
    "idempotency-key": crypto.randomUUID(),
  };
  for (;;) {
    const answer = await page.request.post("/v1/payments", { headers, data });
    if (answer.status() !== 429) return expect([201, 402]).toContain(answer.status());
    const seconds = Number(answer.headers()["retry-after"]);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

const advance = (page: Page, merchant: TestAccount, seconds: number) =>
  make(page, merchant, "/v1/test/clock/advance", { seconds });

const WEEK = 7 * 24 * 3_600;
/** The rollup runs every 10 s and a look follows. */
const FOUND_MS = 60_000;

test("an outage of an issuer is one card at home, with figures and people, until approvals are normal", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant, APPROVED, 64);
  await rolledUp();
  await advance(page, merchant, WEEK);
  await pay(page, merchant, UNAVAILABLE, 8);
  await page.goto("/test/home");
  const card = page.getByRole("region", { name: /^Approvals fell: / });
  await expect(card).toBeVisible({ timeout: FOUND_MS });
  // It may have been found before the last payment, and is brought up to date by the next look.
  await expect(card).toContainText(/100.0 %\s*of 8 payments/, { timeout: FOUND_MS });
  await expect(card).toContainText(/[^0]0.0 %\s*of 64 payments/);
  await expect(card).toContainText("80.28 EUR");
  await expect(card).toContainText(merchant.email);
  await expect(card).toContainText("Issuer unreachable");
  await expectSound(page);
  await card.getByRole("link", { name: "View declines" }).click();
  await page.waitForURL("**/test/reports/declines?**");
  await expect(page.getByText("8").first()).toBeVisible();
  await pay(page, merchant, APPROVED, 8);
  await advance(page, merchant, 60);
  await page.goto("/test/home");
  const over = page.getByRole("region", { name: /^Approvals are back to normal: / });
  await expect(over).toBeVisible({ timeout: FOUND_MS });
  await expect(over).toContainText("Resolved");
  await expectSound(page);
});
