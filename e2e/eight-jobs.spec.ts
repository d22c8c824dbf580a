// The eight jobs of a merchant's team, each within a number of clicks: with a mouse, on a phone with a finger, and by
// keyboard alone, where Enter and Space are counted. Typing, Tab and arrow keys are free. Details of the screens are in
// the files of their areas.
//
//   job                                    starts at                 ends with                                   clicks
//   new account to the first webhook       Home of a new account     the test event's delivery, "Delivered"           6
//   why approvals fell                     Home                      day, issuer and reason of the fall               2
//   replay of failed deliveries            Home                      the replay, "Completed"                          3
//   key rotation                           Home                      the second key's secret is stored, both work     4
//   version pin                            Versions, the comparison  the next answer has the other version            2
//   last month's settlement and the bank   Home                      the file, whose sum is what arrived              3
//   half refund                            Home                      the payment, "Part refunded"                     5
//   support finds a payment and answers    Home of a support agent   why it was declined and what the payer can do    3
//
// A rotation ends there because the first key is revoked when the merchant's servers have changed, often days later.

import { readFileSync } from "node:fs";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, pay, withKey } from "./support/api.ts";
import { rolledUp } from "./support/change-rows.ts";
import { Hand } from "./support/clicks.ts";
import { colleague } from "./support/team.ts";
import { devices, expect, type Page, test } from "./support/test.ts";

/** The one that the screen compares with at first. */
const OLDER = RELEASED_VERSIONS.at(-2)!;
const DECLINED = { amount: 7_319, description: "Order 1042" };

type Job = { hand: Hand; merchant: TestAccount; receiver: Receiver };

const seen = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first();

async function firstWebhook({ hand, receiver }: Job): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  await hand.within(6, async () => {
    await hand.press(page.getByRole("link", { name: "on a form" }));
    await hand.write(page.getByRole("textbox", { name: "Address" }), receiver.url);
    await hand.press(page.getByRole("button", { name: "Register endpoint" }));
    await hand.press(page.getByRole("button", { name: "I have stored it" }));
    await hand.press(page.getByRole("button", { name: "Send test event" }));
    await hand.press(page.getByRole("button", { name: "Send payment.succeeded" }));
    await page.waitForURL(/deliveries\/dlv_/);
    await expect(seen(page, /^Delivered$/)).toBeVisible();
  });
  await receiver.waitFor(1);
}

/** Three deliveries that fail, of payments that the next jobs need. */
async function failures({ hand, merchant, receiver }: Job): Promise<void> {
  const { page } = hand;
  receiver.reply({ status: 503 });
  await pay(page, merchant, { amount: 5_000 });
  await pay(page, merchant, { ...DECLINED, payment_method: "pm_test_4000008000000518" });
  await receiver.waitFor(3);
  await expect
    .poll(async () => (await get(page, merchant, "/v1/deliveries?status=retrying")).data.length)
    .toBe(2);
  await rolledUp();
}

async function replay({ hand, receiver }: Job): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  await hand.within(3, async () => {
    await hand.press(page.getByRole("link", { name: "View endpoint" }));
    await hand.press(page.getByRole("link", { name: "Replay these" }));
    await expect(page.getByRole("button", { name: "Replay 2 deliveries" })).toBeEnabled();
    // Not before: a retry would deliver them.
    receiver.reply({ status: 204 });
    await hand.press(page.getByRole("button", { name: "Replay 2 deliveries" }));
    await page.waitForURL(/\/replays\/rpl_/);
    await expect(seen(page, "Completed")).toBeVisible();
  });
}

async function rotation({ hand, merchant }: Job): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  let second = "";
  await hand.within(4, async () => {
    await hand.find("rotate", /^Rotate Server/);
    await hand.press(page.getByRole("button", { name: "Create second key" }));
    second = (await page.locator("[data-secret]").textContent()) ?? "";
    await hand.press(page.getByRole("button", { name: "I have stored it" }));
    await expect(page.getByRole("heading", { name: "Rotation in progress" })).toBeVisible();
  });
  for (const key of [merchant, withKey(second)]) await get(page, key, "/v1/customers");
}

async function pin({ hand, merchant }: Job): Promise<void> {
  const { page } = hand;
  await page.goto("/test/versions");
  await hand.within(2, async () => {
    await hand.press(page.getByRole("button", { name: `Pin test mode to ${OLDER}` }));
    const dialog = page.getByRole("dialog", { name: `Pin test mode to ${OLDER}?` });
    await hand.press(dialog.getByRole("button", { name: `Pin to ${OLDER}` }));
    await expect(dialog).toBeHidden();
  });
  const answer = await pay(page, merchant, { payment_method: "pm_test_5555555555554444" });
  expect(answer.headers()["service-version"]).toBe(OLDER);
}

async function halfRefund({ hand }: Job): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  await hand.within(5, async () => {
    const row = page.getByRole("row", { name: /50\.00 EUR/ });
    await hand.press(row.getByRole("link").first());
    await hand.press(page.getByRole("button", { name: "Refund", exact: true }));
    const dialog = page.getByRole("dialog", { name: "Refund Visa" });
    await hand.write(dialog.getByLabel("Amount"), "25.00");
    await hand.press(dialog.getByRole("button", { name: "Refund 25.00 EUR" }));
    await expect(dialog).toBeHidden();
    await expect(seen(page, "Part refunded")).toBeVisible();
  });
}

async function support({ hand }: Job): Promise<void> {
  const { page } = hand;
  const agent = await colleague(page, page.context().browser()!, "support");
  await page.context().clearCookies();
  await page.context().addCookies(await agent.context().cookies());
  await agent.context().close();
  await page.goto("/test/home");
  await hand.within(3, async () => {
    await hand.find(DECLINED.description, /73\.19 EUR · Order 1042/);
    await expect(page.getByRole("heading", { name: "Insufficient funds" })).toBeVisible();
    await expect(seen(page, "What to do:")).toBeVisible();
  });
}

async function approvals(hand: Hand): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  await hand.within(2, async () => {
    await hand.press(page.getByRole("link", { name: "Compare issuers", exact: true }));
    await hand.press(page.getByRole("link", { name: /^Show only Tuesday/ }));
    await page.waitForURL(/period=/);
    await expect(page.getByRole("link", { name: "Nordlicht Bank" }).first()).toBeVisible();
    await expect(page.getByRole("row", { name: /^Issuer unreachable/ })).toBeVisible();
  });
}

async function settlement(hand: Hand): Promise<void> {
  const { page } = hand;
  await page.goto("/test/home");
  const begun = page.waitForEvent("download");
  let arrived = "";
  await hand.within(3, async () => {
    await hand.find("last month", /^Last month's settlement/);
    const headline = page.getByRole("heading", { name: /^Arrived: / });
    arrived = /Arrived: ([\d,.]+) /.exec((await headline.textContent()) ?? "")?.[1] ?? "";
    await hand.press(page.getByRole("button", { name: "Download CSV" }));
    await begun;
  });
  const [head = "", ...rows] = readFileSync(await (await begun).path(), "utf8")
    .trim()
    .split("\n");
  const net = head.split(",").indexOf("net");
  const inFile = rows.reduce((sum, row) => sum + Math.round(100 * Number(row.split(",")[net])), 0);
  expect(inFile).toBe(Math.round(100 * Number(arrived.replaceAll(",", ""))));
  expect(inFile).toBeGreaterThan(0);
}

const { viewport, hasTouch, isMobile, userAgent } = devices["iPhone 13"];
const MANNERS = [
  { who: "with a mouse", manner: "mouse", use: {} },
  {
    who: "on a phone",
    manner: "finger",
    use: { viewport: { ...viewport, width: 390 }, hasTouch, isMobile, userAgent },
  },
  { who: "by keyboard alone", manner: "keys", use: {} },
] as const;

for (const { who, manner, use } of MANNERS) {
  test.describe(who, () => {
    test.use(use);

    test("six jobs of a new account take few clicks", async ({ page }) => {
      const [hand, receiver] = [await Hand.of(page, manner), await startReceiver()];
      try {
        const merchant = await newAccount();
        const job: Job = { hand, merchant, receiver };
        await startSession(page, merchant);
        await test.step("new account to the first webhook", () => firstWebhook(job));
        await failures(job);
        await test.step("replay of failed deliveries", () => replay(job));
        await test.step("key rotation", () => rotation(job));
        await test.step("version pin", () => pin(job));
        await test.step("half refund", () => halfRefund(job));
        await test.step("support finds a payment and answers", () => support(job));
      } finally {
        await receiver.stop();
      }
    });

    test("two jobs of an account with a history take few clicks", async ({ page }) => {
      const hand = await Hand.of(page, manner);
      await startSession(page, DEMO);
      await test.step("why approvals fell", () => approvals(hand));
      await test.step("last month's settlement and the bank", () => settlement(hand));
    });
  });
}
