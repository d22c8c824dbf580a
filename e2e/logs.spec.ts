import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

test("a failed call is found by its request id and understood", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const post = (amount: number | string, key: string) =>
    pay(page, merchant, { amount }, { "idempotency-key": key });
  const good = await post(1290, "order-1");
  const refused = await post("12.90", "order-2");
  const requestId = refused.headers()["service-request-id"] ?? "";

  await page.goto("/test/logs");
  await expect(page.getByRole("heading", { name: "Logs 2" })).toBeVisible();
  await expectSound(page);
  await page.goto(`/test/logs?q=${requestId}`);
  await page.getByRole("link", { name: "POST /v1/payments" }).click();
  await page.waitForURL(new RegExp(`/test/logs/${requestId}$`));
  const why = page.getByRole("status").filter({ hasText: "Parameter amount" });
  await expect(why).toContainText('was sent as "12.90"');
  await expect(page.getByText("pm_test_…4242").first()).toBeVisible();
  await expectSound(page);

  // The successful request links to its object, and back.
  await page.goto(`/test/logs/${good.headers()["service-request-id"]}`);
  const came = page.getByRole("list", { name: "Everything it caused, newest first" });
  await expect(came).toContainText("payment.succeeded");
  await expect(came).toContainText("12.90 EUR added to your balance");
  await came.getByRole("link", { name: /^pay_/ }).click();
  await page.waitForURL(/\/test\/payments\/pay_/);
  const happened = page.getByRole("list", { name: "What happened, newest first" });
  await happened.getByRole("link", { name: "POST /v1/payments" }).click();
  await page.waitForURL(/\/test\/logs\/req_/);
});
