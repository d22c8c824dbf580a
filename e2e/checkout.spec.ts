// The guide's sample shop with our card fields, on its own origin.

import { readFileSync } from "node:fs";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get } from "./support/api.ts";
import { expirePayments } from "./support/change-rows.ts";
import { openShop, type Shop } from "./support/shop.ts";
import { expectAccessible } from "./support/sound.ts";
import { expect, type FrameLocator, type Page, test } from "./support/test.ts";

const CHALLENGE = "4000000000003220";

/** The shop's own script runs on the page. */
declare const card: {
  tokenise(): Promise<{ paymentMethod: { id: string; card: Record<string, unknown> } }>;
};

let merchant: TestAccount;
let shop: Shop;

test.beforeAll(async () => {
  merchant = await newAccount("Flax & Thread");
  shop = await openShop(merchant);
});
test.afterAll(() => shop.close());

const fieldsOf = (page: Page): FrameLocator => page.frameLocator("#card iframe");
const payButton = (page: Page) => page.getByRole("button", { name: "Pay 79.00 EUR" });

async function fillCard(page: Page, number: string): Promise<void> {
  const fields = fieldsOf(page);
  await fields.getByLabel("Card number").fill(number);
  await fields.getByLabel("Expiry date").fill("12 / 34");
  await fields.getByLabel("Security code").fill("123");
}

async function buy(page: Page, number: string): Promise<void> {
  await page.goto(shop.url);
  await fillCard(page, number);
  await payButton(page).click();
}

async function payments(page: Page) {
  return (await get(page, merchant, "/v1/payments")).data;
}

/** The frame is transparent, and axe assumes a white background, which is wrong in the dark theme. */
async function expectSound(page: Page, colorScheme: "light" | "dark" = "light"): Promise<void> {
  if (colorScheme === "light") await expectAccessible(page);
  else {
    await expectAccessible(page, (axe) => axe.exclude("#card iframe"));
    await expectAccessible(page, (axe) => axe.disableRules("color-contrast"));
  }
  await expectFramesFit(page);
}

async function expectFramesFit(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const over = await frame.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      const isTop = window === window.top;
      return [scrollWidth - innerWidth, isTop ? 0 : Math.max(0, scrollHeight - innerHeight)];
    });
    expect(over, "nothing is wider, and no frame is higher, than its window").toEqual([0, 0]);
  }
}

test("a payer pays by keyboard alone; page and frame are accessible and fit from 320 px, light and dark", async ({
  page,
}) => {
  await page.goto(shop.url);
  const fields = fieldsOf(page);
  await expect(payButton(page)).toBeEnabled();
  for (const [width, colorScheme] of [
    [320, "dark"],
    [1280, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectSound(page, colorScheme);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Tab");
  await expect(fields.getByLabel("Card number")).toBeFocused();
  await page.keyboard.type("4242424242424241");
  await expect(fields.getByText("Visa", { exact: true })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(fields.getByText("The card number is invalid.")).toBeVisible();
  await expect(fields.getByLabel("Card number")).toHaveAttribute("aria-invalid", "true");
  await expectSound(page);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2");
  await expect(fields.getByLabel("Card number")).toHaveValue("4242 4242 4242 4242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("434");
  await expect(fields.getByLabel("Expiry date")).toHaveValue("04 / 34");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Tab");
  await expect(payButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Thank you! Your order is on its way.")).toBeVisible();
  const [payment] = await payments(page);
  expect([payment.status, payment.amount, payment.card.last4]).toEqual(["succeeded", 7900, "4242"]);
});

test("the same card details give one token, and no page can read them", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/v1/")) sent.push(request.url());
  });
  await page.goto(shop.url);
  await fillCard(page, "5555555555554444");
  const told = await page.evaluate(async () => {
    const heard: unknown[] = [];
    window.addEventListener("message", (event) => heard.push(event.data));
    // A script that knows the channel from the frame's URL is too late to use it.
    const frame = document.querySelector("iframe");
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => heard.push(event.data);
    const paydesk = new URL(frame?.src ?? "").hash.slice(1);
    frame?.contentWindow?.postMessage({ paydesk }, "*", [port2]);
    port1.postMessage({ type: "setup", key: "pk_test_other" });
    port1.postMessage({ type: "tokenise", call: 1 });
    const answers = await Promise.all([card.tokenise(), card.tokenise()]);
    const again = await card.tokenise();
    return {
      ids: [...answers, again].map((one) => one.paymentMethod.id),
      answers,
      heard,
      inside: frame?.contentDocument,
    };
  });
  expect(new Set(told.ids).size).toBe(1);
  expect(sent).toHaveLength(1);
  expect(told.inside).toBeNull();
  expect(told.heard).toEqual([]);
  expect(Object.keys(told.answers[0]!.paymentMethod.card).sort()).toEqual([
    "brand",
    "exp_month",
    "exp_year",
    "last4",
  ]);
  expect(JSON.stringify(told)).not.toMatch(/5555 ?5555|"123"/);
});

test("the page reports an invalid number, a decline and a lost connection", async ({ page }) => {
  await buy(page, "4242424242424241");
  const fields = fieldsOf(page);
  await expect(fields.getByText("The card number is invalid.")).toBeVisible();
  await expect(fields.getByLabel("Card number")).toBeFocused();
  const before = (await payments(page)).length;

  await page.route("**/v1/payment_methods", (route) => route.abort());
  await fillCard(page, "4000000000009995");
  await payButton(page).click();
  await expect(page.getByText("No connection. Check it and try again.")).toBeVisible();
  await page.unroute("**/v1/payment_methods");
  expect((await payments(page)).length).toBe(before);

  await payButton(page).click();
  await expect(page.getByText("The account does not have enough money.")).toBeVisible();
  const [declined] = await payments(page);
  expect([declined.status, declined.decline.code]).toEqual(["failed", "insufficient_funds"]);
  await expect(fields.getByLabel("Card number")).toHaveValue("");
});

test("a payer approves a challenge at the bank, and the shop confirms the order", async ({
  page,
}) => {
  await buy(page, CHALLENGE);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(/\/return\?payment=pay_/);
  await expect(page.getByText("Thank you! Your order is on its way.")).toBeVisible();
  const [payment] = await payments(page);
  expect([payment.status, payment.sca]).toEqual(["succeeded", "3ds2"]);
});

test("a payer refuses a challenge at the bank, and the shop says so", async ({ page }) => {
  await buy(page, CHALLENGE);
  await page.getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByText("You refused the payment at your bank.")).toBeVisible();
  const [payment] = await payments(page);
  expect([payment.status, payment.decline.code]).toEqual(["failed", "authentication_required"]);
});

test("a payer who leaves the bank's page can return to it until the payment expires", async ({
  page,
}) => {
  await buy(page, CHALLENGE);
  await expect(page.getByRole("heading", { name: "Confirm this payment" })).toBeVisible();
  const [waiting] = await payments(page);
  await page.goto(`${shop.url}/return?payment=${waiting.id}`);
  await expect(page.getByText("Your bank has not confirmed the payment yet.")).toBeVisible();
  await page.getByRole("link", { name: "Confirm at your bank" }).click();
  await expect(page.getByRole("button", { name: "Approve" })).toBeVisible();

  await expirePayments([waiting.id]);
  await expect.poll(async () => (await payments(page))[0].status).toBe("canceled");
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Payment canceled" })).toBeVisible();
  await page.getByRole("link", { name: /^Back to/ }).click();
  await expect(page.getByText("The payment was not confirmed in time.")).toBeVisible();
});

async function payInDashboard(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('form[aria-label="Payment"] iframe');
  await fields.getByLabel("Card number").fill(number);
  await fields.getByLabel("Expiry date").fill("12 / 34");
  await fields.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: /^Pay / }).click();
}

test("a member uses a test card in the dashboard's checkout, and sees why it is declined", async ({
  page,
}) => {
  await startSession(page, merchant);
  await page.goto("/test/home");
  const places = page.getByRole("navigation", { name: "Places" });
  await places.getByRole("link", { name: "Checkout" }).click();
  await expect(page.getByRole("button", { name: /^Pay / })).toBeEnabled();
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 900 });
  await expectFramesFit(page);
  await payInDashboard(page, "4000000000009995");
  await expect(page.getByRole("heading", { name: "Declined: insufficient funds" })).toBeVisible();
  await expectFramesFit(page);
  await expect(page.getByRole("link", { name: "Try another card" })).toBeVisible();
});

test("a member leaves the bank's page, returns, confirms, and finds the payment", async ({
  page,
}) => {
  await startSession(page, merchant);
  await page.goto("/test/checkout");
  await payInDashboard(page, CHALLENGE);
  await expect(page.getByRole("heading", { name: "Confirm this payment" })).toBeVisible();
  await page.goto("/test/checkout");
  await expect(page.getByText("You left the bank before you answered.")).toBeVisible();
  await page.getByRole("link", { name: "View its status" }).click();
  await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
  await page.getByRole("link", { name: "Confirm at the bank" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "Paid" })).toBeVisible();
  await page.getByRole("link", { name: "View payment" }).click();
  await expect(page).toHaveURL(/\/test\/payments\/pay_/);
  await expect(page.getByText("Demo checkout").filter({ visible: true }).first()).toBeVisible();
});

test("the guide shows exactly the files that the shop runs", async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/docs/hosted-fields");
    await (width === 360 ? expectSound(page) : expectFramesFit(page));
  }
  for (const name of ["server.mjs", "checkout.html", "checkout.js"]) {
    const block = page.getByRole("region", { name: new RegExp(`^${name} ·`) });
    const shown = await block.locator("code").textContent();
    expect(shown).toBe(readFileSync(`examples/checkout/${name}`, "utf8").trimEnd());
  }
});
