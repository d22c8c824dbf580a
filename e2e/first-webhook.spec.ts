import Stripe from "stripe";
import { type Received, startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay, withKey } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const { webhooks } = new Stripe("sk_test_unused");

async function createKey(page: Page): Promise<string> {
  await page.goto("/test/keys");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByLabel("Name").fill("First steps");
  await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
  return await secretShown(page);
}

/** Reads a secret that is shown once, and confirms that it is stored. */
async function secretShown(page: Page): Promise<string> {
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.locator("[data-secret]")).toBeHidden();
  return secret;
}

async function registerEndpoint(page: Page, url: string): Promise<string> {
  await page.goto("/test/webhooks/endpoints");
  await page.getByRole("link", { name: "Register endpoint" }).first().click();
  await page.getByLabel("Address").fill(url);
  await expectSound(page);
  await page.getByRole("button", { name: "Register endpoint" }).click();
  const secret = await secretShown(page);
  await page.waitForURL(/\/webhooks\/endpoints\/we_/);
  expect(await page.content(), "the secret is nowhere afterwards").not.toContain(secret);
  return secret;
}

const ORDER = { "idempotency-key": "order-1" };

/** The event, verified as merchant code would do it, with a third-party library. */
function verified(received: Received, secret: string) {
  const header = received.headers["service-signature"] ?? "";
  const event = webhooks.constructEvent(received.body, header, secret);
  return event as unknown as { id: string; type: string; data: { id: string; status: string } };
}

test("a new merchant creates a key, charges, receives a signed webhook, sees it, and replays it", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    await startSession(page, await newAccount());
    const key = await createKey(page);
    const secret = await registerEndpoint(page, `${receiver.url}/hooks`);

    const first = await pay(page, withKey(key), {}, ORDER);
    expect(first.status()).toBe(201);
    const payment = (await first.json()) as { id: string; status: string };
    expect(payment.status).toBe("succeeded");
    const again = await pay(page, withKey(key), {}, ORDER);
    expect(again.status()).toBe(200);
    expect(again.headers()["service-idempotent-replay"]).toBe("true");

    const [hook] = await receiver.waitFor(1);
    const event = verified(hook!, secret);
    expect(event.type).toBe("payment.succeeded");
    expect(event.data.id).toBe(payment.id);

    await page.goto(`/test/payments/${payment.id}`);
    await expect(
      page.getByText("Delivered", { exact: true }).filter({ visible: true }),
    ).toBeVisible();
    await expectSound(page);
    await page.goto("/test/webhooks/deliveries");
    await page.getByRole("link", { name: "payment.succeeded" }).first().click();
    await page.waitForURL(/deliveries\/dlv_/);
    await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
    await expectSound(page);

    const before = page.url();
    await page.goto("/test/quick-start");
    await expect(page.getByText("4 of 4 steps done")).toBeVisible();
    await page.goto(before);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.waitForURL((url) => /deliveries\/dlv_/.test(url.href) && url.href !== before);
    const [, replayed] = await receiver.waitFor(2);
    expect(verified(replayed!, secret).id, "a replay keeps the event's id").toBe(event.id);
    expect(replayed!.body.equals(hook!.body), "and its bytes").toBe(true);
    await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();

    await page.goto(`/test/payments/${payment.id}`);
    await page.getByRole("button", { name: "Refund" }).click();
    await page.getByLabel("Amount").fill("2.90");
    await page.getByRole("button", { name: "Refund 2.90 EUR" }).click();
    await expect(page.getByText(/part refunded/i).first()).toBeVisible();
    const hooks = await receiver.waitFor(5);
    const types = hooks.slice(2).map((one) => verified(one, secret).type);
    expect(types.sort()).toEqual(["refund.settled", "refund.updated", "refund.updated"]);
    expect(hooks.length).toBe(5);
  } finally {
    await receiver.stop();
  }
});

test("a failing receiver is explained, and shown as recovered when it responds", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    await startSession(page, await newAccount());
    const key = await createKey(page);
    await registerEndpoint(page, `${receiver.url}/hooks`);
    receiver.reply({ status: 503, body: "upstream unavailable" });
    expect((await pay(page, withKey(key), {}, ORDER)).status()).toBe(201);
    await receiver.waitFor(1);
    await page.goto("/test/webhooks/deliveries?status=retrying");
    await page.getByRole("link", { name: "payment.succeeded" }).first().click();
    await expect(page.getByText("Retrying", { exact: true }).first()).toBeVisible();
    await expect(page.getByText(/answered 503/).first()).toBeVisible();
    await expectSound(page);
    receiver.reply({ status: 204 });
    await page.getByRole("button", { name: "Send again now" }).click();
    await receiver.waitFor(2);
    await expect(page.getByText("Delivered", { exact: true }).first()).toBeVisible();
  } finally {
    await receiver.stop();
  }
});
