import { type Receiver, startReceiver } from "#test/receiver.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

async function withReceiver(
  page: Page,
  work: (receiver: Receiver, account: TestAccount) => Promise<void>,
): Promise<void> {
  const receiver = await startReceiver();
  try {
    const account = await newAccount();
    await startSession(page, account);
    const params = { url: receiver.url, events: ["payment.succeeded"] };
    await make(page, account, "/v1/webhook_endpoints", params);
    await work(receiver, account);
  } finally {
    await receiver.stop();
  }
}

const rows = (page: Page) =>
  page.getByRole("row").filter({ has: page.getByRole("link"), visible: true });

test("a failed delivery is found, understood, fixed and replayed by keyboard alone", async ({
  page,
}) => {
  await withReceiver(page, async (receiver, account) => {
    receiver.reply({ status: 503, body: "down for repairs" });
    for (let n = 0; n < 3; n++) await pay(page, account);
    await receiver.waitFor(3);

    // The attempts are recorded a moment after the answer.
    await expect(async () => {
      await page.goto("/test/webhooks/deliveries?status=failed,retrying&answer=5xx&created=24h");
      await expect(rows(page)).toHaveCount(3, { timeout: 2_000 });
    }).toPass();
    const chip = page.getByText("is failed or retrying").filter({ visible: true });
    await expect(chip).toBeVisible();
    await page.reload();
    await expect(chip).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expectSound(page);

    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL(/deliveries\/dlv_/);
    await expect(page.getByText(/reported a server error/).filter({ visible: true })).toBeVisible();
    await expect(page.getByText(/Look at its log/).filter({ visible: true })).toBeVisible();
    await expect(page.getByText(/6 attempts left/).filter({ visible: true })).toBeVisible();
    await expect(page.getByText("down for repairs").filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("figure", { name: "What was signed" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Verify this in your code" })).toBeVisible();
    await expect(page.getByText("Valid until").filter({ visible: true })).toBeVisible();
    await expectSound(page);

    receiver.reply({ status: 200 });
    await page.goBack();
    await expect(rows(page)).toHaveCount(3);
    // Back returned the focus to the first row.
    await expect(rows(page).first().getByRole("link").first()).toBeFocused();
    for (const key of ["x", "j", "j", "Shift+X"]) await page.keyboard.press(key);
    await expect(page.getByText("3 selected", { exact: true })).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Replay 3 selected" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("3 deliveries sent again")).toBeVisible();
    await receiver.waitFor(6);

    await page.goto("/test/webhooks/endpoints");
    const complete = page.getByRole("link", { name: "3 delivered: open the list" });
    await expect(complete).toBeVisible();
    await expect(page.getByText(/All of them arrived/).filter({ visible: true })).toBeVisible();
    await expectSound(page);
    await complete.click();
    await page.waitForURL(/standing=delivered/);
    await expect(rows(page)).toHaveCount(3);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(rows(page)).toHaveCount(3);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await expectSound(page);
  });
});

test("in live mode of the list new deliveries appear by themselves, and pause while rows are selected", async ({
  page,
}) => {
  await withReceiver(page, async (receiver, account) => {
    await pay(page, account);
    await receiver.waitFor(1);
    await page.goto("/test/webhooks/deliveries");
    await page.getByRole("switch", { name: "Live" }).click();
    await page.waitForURL(/live=1/);
    await pay(page, account);
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
    await pay(page, account);
    await expect(page.getByText("Paused, 1 new").filter({ visible: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByText("1 selected", { exact: true })).toBeHidden();
  });
});

test("deliveries selected on two pages are replayed together, and each shows its outcome", async ({
  page,
}) => {
  await withReceiver(page, async (receiver, account) => {
    for (let n = 0; n < 51; n++) {
      await make(page, account, "/v1/test/events", { type: "payment.succeeded" });
    }
    await receiver.waitFor(51);
    await page.goto("/test/webhooks/deliveries?status=delivered");
    await expect(page.getByRole("heading", { name: "Deliveries 51" })).toBeVisible();
    const all = page.getByRole("checkbox", { name: "Select all rows shown" });
    await page.getByRole("checkbox", { name: "Select this row (x)" }).first().click();
    await expect(all).toBeChecked({ indeterminate: true });
    await page.getByRole("link", { name: "Older" }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByText("1 on other pages")).toBeVisible();
    await expect(all).not.toBeChecked();
    await all.click();
    await expect(page.getByText("2 selected", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Newer" }).click();
    await expect(rows(page)).toHaveCount(50);
    await expect(page.getByText("1 on other pages")).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Replay 2 selected" }).click();
    await expect(page.getByText("2 deliveries sent again")).toBeVisible();
    await receiver.waitFor(53);
  });
});
