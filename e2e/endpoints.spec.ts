import Stripe from "stripe";
import { type Received, startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const { webhooks } = new Stripe("sk_test_unused");

/** Reads a secret that is shown once, and confirms that it is stored. */
async function secretShown(page: Page): Promise<string> {
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.locator("[data-secret]")).toBeHidden();
  return secret;
}

async function register(page: Page, url: string): Promise<string> {
  await page.goto("/test/webhooks/endpoints/new");
  await page.getByRole("textbox", { name: "Address" }).fill(url);
  await page.getByRole("button", { name: "Register endpoint" }).click();
  const secret = await secretShown(page);
  await page.waitForURL(/\/webhooks\/endpoints\/we_/);
  return secret;
}

async function more(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Sends a test event from the endpoint's page, and returns to that page. */
async function sendTestEvent(page: Page, type = "payment.succeeded"): Promise<void> {
  const endpoint = page.url();
  await page.getByRole("button", { name: "Send test event" }).click();
  await page.getByRole("button", { name: `Send ${type}` }).click();
  await page.waitForURL(/deliveries\/dlv_/);
  await page.goto(endpoint);
}

function isValid(received: Received, secret: string): boolean {
  try {
    webhooks.constructEvent(received.body, received.headers["service-signature"] ?? "", secret);
    return true;
  } catch {
    return false;
  }
}

test("an invalid URL is refused at its field, and events are selected by family", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    await startSession(page, await newAccount());
    await page.goto("/test/webhooks/endpoints/new");
    await page.getByRole("textbox", { name: "Address" }).fill("http://shop.example/hooks");
    await page.getByRole("button", { name: "Register endpoint" }).click();
    await expect(
      page.getByText("Must begin with https://").filter({ visible: true }),
    ).toBeVisible();
    await page.getByRole("checkbox", { name: /^Every event/ }).click();
    await page.getByRole("checkbox", { name: "refund.*", exact: true }).click();
    await page.getByRole("checkbox", { name: /^refund\.updated/ }).click();
    await expectSound(page);
    await page.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await page.getByRole("textbox", { name: "Headers" }).fill("Host: other.example");
    await page.getByRole("button", { name: "Register endpoint" }).click();
    await expect(page.getByText(/^host cannot be set/).filter({ visible: true })).toBeVisible();
    await page
      .getByRole("textbox", { name: "Headers" })
      .fill("X-Api-Key: 9f1c03b7a2d45e6880aa4f2a");
    await page.getByRole("button", { name: "Register endpoint" }).click();
    await secretShown(page);
    await page.waitForURL(/\/webhooks\/endpoints\/we_/);
    await expect(page.getByText("refund.settled", { exact: true }).first()).toBeVisible();
    await expect(page.getByText("refund.updated", { exact: true })).toHaveCount(0);
    await expect(page.getByText("x-api-key: …4f2a").filter({ visible: true })).toBeVisible();
    await expectSound(page);
    await sendTestEvent(page, "refund.settled");
    const [hook] = await receiver.waitFor(1);
    expect(hook!.headers["x-api-key"]).toBe("9f1c03b7a2d45e6880aa4f2a");
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByRole("button", { name: "Remove x-api-key" }).click();
    await expectSound(page);
    await page.getByRole("button", { name: "Save endpoint" }).click();
    await expect(page.getByText("x-api-key: …4f2a").filter({ visible: true })).toHaveCount(0);
  } finally {
    await receiver.stop();
  }
});

test("both secrets verify during the overlap of a rotation, and the page shows its end", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    await startSession(page, await newAccount());
    const first = await register(page, receiver.url);
    await more(page, "Rotate secret");
    await page.getByRole("button", { name: "Rotate secret" }).click();
    const second = await secretShown(page);
    expect(second).not.toBe(first);
    await expect(
      page.getByText(/Two secrets sign every delivery until/).filter({ visible: true }),
    ).toBeVisible();
    await sendTestEvent(page);
    const [hook] = await receiver.waitFor(1);
    expect(isValid(hook!, first)).toBe(true);
    expect(isValid(hook!, second)).toBe(true);
    const endpoint = page.url();
    await page.locator("a[href*='/deliveries/dlv_']").filter({ visible: true }).first().click();
    await page.waitForURL(/deliveries\/dlv_/);
    await expect(
      page.getByText(`Signed with whsec_…${second.slice(-4)}`).filter({ visible: true }),
    ).toContainText(`whsec_…${first.slice(-4)}`);
    await page.goto(endpoint);
    await page.getByRole("button", { name: "End overlap now" }).click();
    await page.getByRole("button", { name: "End overlap", exact: true }).click();
    await expect(page.getByText(/Two secrets sign/).filter({ visible: true })).toHaveCount(0);
    await more(page, "Rotate secret");
    await page.getByRole("radio", { name: /^None/ }).click();
    await page.getByRole("button", { name: "Rotate secret" }).click();
    const third = await secretShown(page);
    await sendTestEvent(page);
    const [, last] = await receiver.waitFor(2);
    expect(isValid(last!, third)).toBe(true);
    expect(isValid(last!, second)).toBe(false);
  } finally {
    await receiver.stop();
  }
});

test("a disabled endpoint holds deliveries, and a replay sends them after it is enabled again", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    const account = await newAccount();
    await startSession(page, account);
    await register(page, receiver.url);
    await more(page, "Disable");
    await page.getByRole("button", { name: "Disable endpoint" }).click();
    await expect(page.getByText("Nothing is sent here").filter({ visible: true })).toBeVisible();
    const charge = await pay(page, account);
    expect(charge.status()).toBe(201);
    await page.reload();
    await expect(page.getByText("1 delivery is held").filter({ visible: true })).toBeVisible();
    expect(receiver.received.length).toBe(0);
    await expectSound(page);
    await page.getByRole("button", { name: "Enable" }).click();
    await expect(page.getByText("The server is reachable").filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Send the 1 delivery/ })).toBeChecked();
    await page.getByRole("radio", { name: /^Send none/ }).click();
    await page.getByRole("button", { name: "Enable endpoint" }).click();
    await expect(page.getByText("was enabled")).toBeVisible();
    const endpoint = page.url();
    await page.goto("/test/webhooks/replays/new");
    await expect(page.getByText("1 delivery was never sent")).toBeVisible();
    await expectSound(page);
    await page.getByRole("button", { name: "Include it" }).click();
    await page.getByRole("button", { name: "Replay 1 delivery" }).click();
    await receiver.waitFor(1);
    await page.goto(endpoint);
    await expect(
      page.getByText("1 of 1 arrived in the last 24 hours").filter({ visible: true }),
    ).toBeVisible();
    await more(page, "Delete");
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await page.waitForURL(/\/webhooks\/endpoints$/);
    await expect(
      page.getByText("No endpoints in test mode yet").filter({ visible: true }),
    ).toBeVisible();
    await expectSound(page);
  } finally {
    await receiver.stop();
  }
});

test("a test event carries the edited object, and shows the response", async ({ page }) => {
  const receiver = await startReceiver();
  receiver.reply({ status: 202, headers: { "x-trace": "t-1" }, body: '{"queued":true}' });
  try {
    await startSession(page, await newAccount());
    await register(page, receiver.url);
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("checkbox", { name: /^Edit the object/ }).click();
    const object = page.getByLabel("Object", { exact: true });
    await expect(object).toHaveValue(/"object": "payment"/);
    const text = await object.inputValue();
    await object.fill("{ nothing");
    await page.getByRole("button", { name: "Send payment.succeeded" }).click();
    await expect(page.getByText(/This is not valid JSON/).filter({ visible: true })).toBeVisible();
    await object.fill(JSON.stringify({ ...JSON.parse(text), amount: "47.11" }));
    await page.getByRole("button", { name: "Send payment.succeeded" }).click();
    await expect(page.getByText(/^amount: /).filter({ visible: true })).toBeVisible();
    await expectSound(page);
    // Fields that no real event has can be sent too, after a confirmation.
    await object.fill('{"id":"pay_by_hand","status":"succeeded","amount":4711}');
    await page.getByRole("checkbox", { name: /^Send it in this shape/ }).click();
    await page.getByRole("button", { name: "Send payment.succeeded" }).click();
    await page.waitForURL(/deliveries\/dlv_/);
    const [hook] = await receiver.waitFor(1);
    expect(JSON.parse(hook!.body.toString()).data.amount).toBe(4711);
    // It appears by itself.
    await expect(page.getByText("202 Accepted").first()).toBeVisible();
    await expect(page.getByText("x-trace").filter({ visible: true })).toBeVisible();
    await expect(page.getByText('"queued"').filter({ visible: true })).toBeVisible();
    await page.getByRole("button", { name: "As sent" }).click();
    // Once alone, and once after the timestamp in the signed string.
    const asSent = page.getByText(hook!.body.toString(), { exact: true });
    await expect(asSent.filter({ visible: true })).toBeVisible();
    await expectSound(page);
  } finally {
    await receiver.stop();
  }
});

test("a test event goes to every subscribed endpoint, and its page lists them", async ({
  page,
}) => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  try {
    await startSession(page, await newAccount());
    await register(page, first.url);
    await register(page, second.url);
    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("combobox", { name: "Event" }).click();
    await page.getByRole("option", { name: /^refund\.failed/ }).click();
    await page.getByRole("radio", { name: /^Every endpoint that subscribes/ }).click();
    await expectSound(page);
    await page.getByRole("button", { name: "Send refund.failed" }).click();
    await page.waitForURL(/\/test\/events\/evt_/);
    const [[one], [other]] = await Promise.all([first.waitFor(1), second.waitFor(1)]);
    const ids = [one, other].map((hook) => JSON.parse(hook!.body.toString()).id);
    expect(ids).toEqual([ids[0], ids[0]]);
    await expect(page).toHaveURL(new RegExp(ids[0]));
    await expectSound(page);
  } finally {
    await Promise.all([first.stop(), second.stop()]);
  }
});
