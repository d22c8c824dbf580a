import type { Page } from "@playwright/test";
import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expect, test } from "./support/test.ts";

/** Shorter than the polling interval of any screen. */
const AT_ONCE = { timeout: 6_000 };

const payments = (page: Page) => page.getByRole("row", { name: /POST \/v1\/payments/ });

test("a charge by API appears on Home, in the payments list and in the live log without a reload", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await pay(page, merchant, { amount: 1_100 });
  const stream = page.waitForResponse(/\/internal\/test\/live$/);
  await page.goto("/test/payments");
  await expect(page.getByRole("row", { name: /11\.00 EUR/ })).toBeVisible();
  expect((await stream).headers()["content-type"]).toContain("text/event-stream");
  await pay(page, merchant, { amount: 2_200 });
  await expect(page.getByRole("row", { name: /22\.00 EUR.*Succeeded/ })).toBeVisible(AT_ONCE);

  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("row", { name: /22\.00 EUR/ })).toBeVisible();
  await pay(page, merchant, { amount: 4_700 });
  await expect(page.getByRole("row", { name: /47\.00 EUR/ })).toBeVisible();

  // A log that is not live does not change; a live log does.
  await page.goto("/test/logs");
  const requests = page.getByRole("row", { name: /POST \/v1\/payments/ });
  await expect(requests).toHaveCount(3);
  await pay(page, merchant, { amount: 4_400 });
  await page.goto("/test/logs?live=1");
  await expect(requests).toHaveCount(4);
  await pay(page, merchant, { amount: 5_500 });
  await expect(requests).toHaveCount(5, AT_ONCE);
});

test("a change between a screen's read and its stream is shown, and without a change nothing is read again", async ({
  page,
  context,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  // Shows when the server has reported a change.
  const watching = await context.newPage();
  const stream = watching.waitForResponse(/\/internal\/test\/live$/);
  await watching.goto("/test/logs?live=1");
  await stream;
  const payAndWait = async (amount: number, rows: number) => {
    await pay(page, merchant, { amount });
    await expect(payments(watching)).toHaveCount(rows, AT_ONCE);
  };
  await payAndWait(1_100, 1);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/internal/test/live", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/internal\/test\/live$/);
  // A log that is not live does not poll.
  await page.goto("/test/logs");
  await expect(payments(page)).toHaveCount(1);
  await asked;
  await payAndWait(2_200, 2);
  await expect(payments(page)).toHaveCount(1);
  letGo();
  await expect(payments(page)).toHaveCount(2, AT_ONCE);

  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/internal/test/logs")) reads.push(request.url());
  });
  const opened = page.waitForResponse(/\/internal\/test\/live$/);
  await page.reload();
  await opened;
  await expect(payments(page)).toHaveCount(2);
  await payAndWait(3_300, 3);
  await expect(payments(page)).toHaveCount(3, AT_ONCE);
  expect(reads).toHaveLength(1);
});

test("without an event stream, screens poll", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.route("**/internal/test/live", (route) => route.abort());
  await pay(page, merchant, { amount: 1_100 });
  await page.goto("/test/payments");
  await expect(page.getByRole("row", { name: /11\.00 EUR/ })).toBeVisible();
  await pay(page, merchant, { amount: 2_200 });
  await expect(page.getByRole("row", { name: /22\.00 EUR/ })).toBeVisible();
});
