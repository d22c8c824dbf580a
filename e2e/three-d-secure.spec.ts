import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let merchant: TestAccount;
let shop: Server;
let shopUrl: string;

test.beforeAll(async () => {
  merchant = await newAccount("Lindqvist Design");
  shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Shop</title><h1>Thank you</h1>");
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/thanks`;
});
test.afterAll(() => shop.close());

const charge = (page: Page, params: object = {}) =>
  make(page, merchant, "/v1/payments", {
    amount: 12900,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4000000000003220",
    description: "Order 6735",
    ...params,
  });

test("a payer approves and returns to the shop, and the payment succeeds", async ({ page }) => {
  const waiting = await charge(page, { return_url: shopUrl });
  expect(waiting.status).toBe("requires_action");
  await page.goto(waiting.redirect_url);
  await expect(page.getByRole("heading", { name: "Confirm this payment" })).toBeVisible();
  await expect(page.getByText("Lindqvist Design").filter({ visible: true })).toBeVisible();
  await expect(page.getByText("129.00").filter({ visible: true })).toBeVisible();
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await expectSound(page);
    }
  }
  await page.getByRole("button", { name: "Approve" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${shopUrl}?payment=${waiting.id}`);
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  const paid = await get(page, merchant, `/v1/payments/${waiting.id}`);
  expect([paid.status, paid.sca]).toEqual(["succeeded", "3ds2"]);
});

test("a payer refuses, the page says so, and the payment fails", async ({ page }) => {
  const waiting = await charge(page);
  await page.goto(waiting.redirect_url);
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("heading", { name: "Payment refused" })).toBeVisible();
  await expectSound(page);
  const failed = await get(page, merchant, `/v1/payments/${waiting.id}`);
  expect([failed.status, failed.decline.code]).toEqual(["failed", "authentication_required"]);
});

test("support captures a part of an authorised payment, and cancels another", async ({ page }) => {
  await startSession(page, merchant);
  const manual = { capture: "manual", payment_method: "pm_test_4242424242424242" };
  const [captured, canceled] = [await charge(page, manual), await charge(page, manual)];
  await page.goto(`/test/payments/${captured.id}`);
  await page.getByRole("button", { name: "Capture", exact: true }).click();
  await expectSound(page);
  await page.getByLabel("Amount").fill("130");
  await expect(page.getByText("was authorised").filter({ visible: true })).toBeVisible();
  await page.getByLabel("Amount").fill("100");
  await page.getByRole("button", { name: /^Capture .*100\.00/ }).click();
  await expect(page.getByRole("dialog", { name: /^Capture from/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Refund" })).toBeVisible();
  const read = await get(page, merchant, `/v1/payments/${captured.id}`);
  expect([read.status, read.amount_captured]).toEqual(["succeeded", 10_000]);

  await page.goto(`/test/payments/${canceled.id}`);
  await page.getByRole("button", { name: "Cancel payment" }).click();
  // By name, because the toast is a dialog too.
  const dialog = page.getByRole("dialog", { name: "Cancel this payment" });
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog).toBeHidden();
  const ended = await get(page, merchant, `/v1/payments/${canceled.id}`);
  expect(ended.status).toBe("canceled");
});
