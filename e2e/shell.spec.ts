import { newAccount, startSession } from "./support/account.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

test("the shell creates and reads a payment, and in live mode only reads until writes are enabled", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await page.goto("/test/shell?call=create_payment");
  const amount = page.getByLabel("amount", { exact: true });
  await amount.fill("-1");
  await page.getByRole("button", { name: "Send POST" }).click();
  const answer = page.getByRole("region", { name: "application/json" });
  await expect(page.getByText("400 Bad Request")).toBeVisible();
  await expect(answer).toContainText('"param": "amount"');
  await amount.fill("1290");
  await page.getByRole("button", { name: "Send POST" }).click();
  await expect(page.getByText("201 Created")).toBeVisible();
  await expectSound(page);
  await expect(page.getByRole("region", { name: "curl" })).toContainText('"amount": 1290');
  const calls = page.getByRole("list", { name: "Calls, newest first" });
  await expect(calls.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("link", { name: "Open this request in the log" }).click();
  await page.waitForURL(/\/test\/logs\/req_/);
  await expect(page.getByText("Dashboard's own key")).toBeVisible();

  // The history survives a reload.
  await page.goto("/test/shell");
  await calls.getByRole("button", { name: "Open POST /v1/payments again" }).first().click();
  await page.waitForURL(/call=create_payment$/);
  await expect(amount).toHaveValue("1290");

  await page.goto("/live/shell?call=create_customer");
  const send = page.getByRole("button", { name: "Send and change live data" });
  await expect(send).toBeDisabled();
  await page.getByRole("switch", { name: /may change live data/ }).click();
  await expect(send).toBeEnabled();
});
