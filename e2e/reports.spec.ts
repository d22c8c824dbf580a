import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { heldDownload } from "./support/change-rows.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let merchant: TestAccount;

test.beforeAll(async () => {
  merchant = await newAccount();
});

test.beforeEach(async ({ page }) => {
  await startSession(page, merchant);
});

/** A shop's payment that the sandbox declines. */
async function decline(page: Page): Promise<void> {
  const response = await pay(page, merchant, {
    amount: 1250,
    payment_method: "pm_test_4000000000009995",
    description: "=1+1",
  });
  expect(response.status()).toBe(402);
}

test("a key restricted to reports downloads only reports, and its activity shows it", async ({
  page,
}) => {
  await decline(page);
  await page.goto("/test/reports/downloads");
  await expect(page.getByText("No downloads in test mode yet")).toBeVisible();
  await expectSound(page);

  await page.goto("/test/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Nightly books");
  await dialog.getByText("Restricted").click();
  await dialog.getByRole("checkbox", { name: "Reports: read" }).check();
  await dialog.getByRole("button", { name: "Create key" }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();

  const headers = { authorization: `Bearer ${secret}`, accept: "text/csv" };
  const report = await page.request.get("/v1/reports?type=declines", { headers });
  expect(report.status()).toBe(200);
  const text = await report.text();
  expect(text.split("\n")[1]).toContain("insufficient_funds");
  for (const path of ["/v1/payments", "/v1/customers", "/v1/events"]) {
    const refused = await page.request.get(path, { headers });
    expect(refused.status(), path).toBe(403);
    expect((await refused.json()).error.code).toBe("key_scope");
  }

  await page.goto("/test/reports/downloads");
  const row = page.getByRole("row").filter({ hasText: "Declines" });
  await expect(row).toContainText("Nightly books (key)");
  await expect(row).toContainText("Sent");
  const hash = createHash("sha256").update(text).digest("hex");
  await expect(row.getByTitle(hash)).toBeVisible();
  await expectSound(page);
});

test("a report file is downloaded immediately, or prepared and downloaded later", async ({
  page,
}) => {
  await page.goto("/test/reports/downloads");
  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Settlement report" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^settlement_.*\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toMatch(/^settlement_id,settlement_effective_at,balance_transaction_id,/);

  await page.getByRole("button", { name: "Other ways to download" }).click();
  await page.getByRole("menuitem", { name: "Prepare in the background" }).click();
  const fetch = page.getByRole("link", { name: "Download", exact: true }).first();
  await expect(fetch, "made by the worker").toBeVisible();
  const prepared = page.waitForEvent("download");
  await fetch.click();
  const file = readFileSync(await (await prepared).path(), "utf8");
  expect(file.split("\n")[0]).toBe(text.split("\n")[0]);

  const hash = createHash("sha256").update(file).digest("hex");
  await expect(page.getByRole("row").nth(1).getByTitle(hash), "of this very file").toBeVisible();
  const authorization = `Bearer ${merchant.test.secret_key}`;
  const events = await page.request.get("/v1/events?type=report.ready", {
    headers: { authorization },
  });
  const [event] = (await events.json()).data;
  expect([event.data.status, event.data.sha256]).toEqual(["ready", hash]);
});

test("a file in preparation shows its progress and can be stopped", async ({ page }) => {
  await heldDownload(merchant.account);
  await page.goto("/test/reports/downloads");
  const row = page.getByRole("row").filter({ hasText: "12,345" }).first();
  await expect(row).toContainText("Running");
  await expect(row).toContainText("4.2 MB");
  await row.getByRole("button", { name: "Cancel" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this file?" });
  await expect(dialog).toContainText("12,345 rows are written so far. They are not kept.");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Cancel file" }).click();
  await expect(row).toContainText("Canceled");
  await expect(row.getByRole("button", { name: "Cancel" })).toBeHidden();
});

test("a report is scheduled from its menu, stopped, resumed and deleted", async ({ page }) => {
  await page.goto("/test/reports/downloads");
  await page.getByRole("button", { name: "Other ways to download" }).click();
  await page.getByRole("menuitem", { name: "Schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule this report" });
  await dialog.getByRole("button", { name: "Weekly" }).click();
  await expect(dialog).toContainText("Monday to Sunday");
  await expectSound(page);
  await dialog.getByRole("button", { name: "Schedule report" }).click();

  const item = page.getByRole("listitem").filter({ hasText: "Weekly: Settlement" });
  await expect(item).toContainText(`e-mail to ${merchant.email}`);
  await expect(item).toContainText("Next file");
  await expectSound(page);
  await item.getByRole("button", { name: "Stop" }).click();
  await expect(item).toContainText("Stopped");
  await item.getByRole("button", { name: "Resume" }).click();
  await expect(item).toContainText("Next file");
  await item.getByRole("button", { name: "Delete" }).click();
  const sure = page.getByRole("dialog", { name: "Delete this schedule?" });
  await sure.getByRole("button", { name: "Delete schedule" }).click();
  await expect(item).toBeHidden();
});
