import Stripe from "stripe";
import { type Received, startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const { webhooks } = new Stripe("sk_test_unused");

const seen = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true });

/** A merchant's server that accepts events whose signature verifies with its configured secret. */
async function verifyingReceiver(configured: { secret: string }) {
  const receiver = await startReceiver();
  receiver.reply((received) =>
    verifies(received, configured.secret)
      ? { status: 204 }
      : { status: 401, body: "signature does not match" },
  );
  return receiver;
}

function verifies({ body, headers }: Received, secret: string): boolean {
  try {
    webhooks.constructEvent(body, headers["service-signature"] ?? "", secret);
    return true;
  } catch {
    return false;
  }
}

/** Registers an endpoint on its screen, and returns the secret that is shown once. */
async function register(page: Page, url: string): Promise<string> {
  await page.goto("/test/webhooks/endpoints/new");
  await page.getByRole("textbox", { name: "Address" }).fill(url);
  await page.getByRole("button", { name: "Register endpoint" }).click();
  const secret = (await page.locator("[data-secret]").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_\w{32}$/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.waitForURL(/\/webhooks\/endpoints\/we_/);
  await page.reload();
  await expect(seen(page, `whsec_…${secret.slice(-4)}`).first()).toBeVisible();
  expect(await page.content(), "it is shown once").not.toContain(secret);
  return secret;
}

test("an endpoint fails its test event, is fixed, and a range replay delivers everything", async ({
  page,
}) => {
  const configured = { secret: "whsec_of_another_endpoint" };
  const receiver = await verifyingReceiver(configured);
  try {
    const account = await newAccount();
    await startSession(page, account);
    const secret = await register(page, receiver.url);
    const endpoint = page.url();

    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByRole("button", { name: "Send payment.succeeded" }).click();
    await page.waitForURL(/deliveries\/dlv_/);
    await expect(seen(page, "401 Unauthorized").first()).toBeVisible();
    await expect(seen(page, /refused the request/).first()).toBeVisible();
    await expect(seen(page, /its authentication and its signature check/).first()).toBeVisible();
    await expect(seen(page, "signature does not match").first()).toBeVisible();
    await expect(seen(page, `whsec_…${secret.slice(-4)}`).first()).toBeVisible();
    await expectSound(page);

    for (let n = 0; n < 7; n++) expect((await pay(page, account)).status()).toBe(201);
    await receiver.waitFor(8);
    await page.goto(endpoint);
    await expect(async () => {
      await page.reload();
      await expect(seen(page, /Nothing has arrived since/)).toBeVisible({ timeout: 2_000 });
      await expect(seen(page, /[78] deliveries created since/)).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expect(seen(page, "8 have not arrived yet.")).toBeVisible();

    configured.secret = secret;
    await page.goto("/test/webhooks/deliveries?status=failed,retrying");
    await expect(page.getByRole("heading", { name: "Deliveries 8" })).toBeVisible();
    await page.getByRole("link", { name: "Replay these" }).filter({ visible: true }).click();
    await page.waitForURL(/\/replays\/new\?/);
    await page.getByRole("button", { name: "Replay 8 deliveries" }).click();
    await page.waitForURL(/\/replays\/rpl_/);
    await expect(seen(page, "Completed").first()).toBeVisible();
    await expect(seen(page, "8 of 8 done, 100 %")).toBeVisible();
    await expectSound(page);

    await page.goto("/test/webhooks/deliveries?status=failed,retrying,held,pending");
    await expect(seen(page, "No deliveries match")).toBeVisible();
    await page.goto(endpoint);
    await expect(seen(page, /All of them arrived/)).toBeVisible();
    await expect(seen(page, /Nothing has arrived since/)).toHaveCount(0);
    await expect(seen(page, /deliveries created since/)).toHaveCount(0);
    await expectSound(page);
    const events = new Set(receiver.received.map(({ headers }) => headers["service-event-id"]));
    expect(events.size, "replays keep the events' ids").toBe(8);
  } finally {
    await receiver.stop();
  }
});
