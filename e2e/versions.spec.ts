import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { type APIResponse, expect, type Page, test } from "./support/test.ts";

const NEWEST = NEWEST_VERSION;
const MIDDLE = "2025-10-01";

function decline(page: Page, merchant: TestAccount, version?: string): Promise<APIResponse> {
  const headers: Record<string, string> = version ? { "service-version": version } : {};
  return pay(page, merchant, { payment_method: "pm_test_4000000000009995" }, headers);
}

async function shapeOf(response: APIResponse) {
  const { error } = (await response.json()) as { error: { payment: Record<string, unknown> } };
  return {
    version: response.headers()["service-version"],
    flat: "decline_code" in error.payment,
    detailed: "decline" in error.payment,
  };
}

const OLD_SHAPE = { version: MIDDLE, flat: true, detailed: false };
const NEW_SHAPE = { version: NEWEST, flat: false, detailed: true };

test("a changed pin applies to the next response; header and endpoint keep their own version", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    const merchant = await newAccount();
    await startSession(page, merchant);
    await page.goto("/test/home");
    await make(page, merchant, "/v1/webhook_endpoints", {
      url: `${receiver.url}/hooks`,
      events: ["payment.*"],
      version: NEWEST,
    });
    expect(await shapeOf(await decline(page, merchant))).toEqual(NEW_SHAPE);
    await receiver.waitFor(1);

    await page.getByRole("link", { name: "Versions", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Versions", level: 1 })).toBeVisible();
    // The version before the newest changed no shape.
    await expect(page.getByText("none differ in 2026-04-01")).toBeVisible();
    await page.getByRole("button", { name: MIDDLE, exact: true }).click();
    const diff = page.getByRole("table", { name: `in version ${NEWEST} and in ${MIDDLE}` });
    const renamed = diff.getByRole("row", { name: /Renamed/ });
    await expect(renamed).toContainText('decline.code: "insufficient_funds"');
    await expect(renamed).toContainText('decline_code: "insufficient_funds"');
    await expect(diff.getByRole("row", { name: /Removed/ })).toHaveCount(2);
    const week = page.getByRole("table", { name: "A decline has three codes" });
    await expect(week.getByRole("row", { name: /decline_code.*insufficient_funds/ })).toBeVisible();
    await expect(
      page.getByText("POST /v1/payments").filter({ visible: true }).first(),
    ).toBeVisible();
    await expectSound(page);

    await page.getByRole("button", { name: `Pin test mode to ${MIDDLE}` }).click();
    const dialog = page.getByRole("dialog", { name: `Pin test mode to ${MIDDLE}?` });
    await expect(dialog.getByText("2 requests from 1 key")).toBeVisible();
    await expect(dialog.getByText("1 webhook endpoint has its own pin")).toBeVisible();
    await expectSound(page);
    await dialog.getByRole("button", { name: `Pin to ${MIDDLE}` }).click();
    await expect(dialog).toBeHidden();

    expect(await shapeOf(await decline(page, merchant))).toEqual(OLD_SHAPE);
    expect(await shapeOf(await decline(page, merchant, NEWEST))).toEqual(NEW_SHAPE);
    const hooks = await receiver.waitFor(3);
    for (const hook of hooks) {
      const event = JSON.parse(hook.body.toString("utf8"));
      expect(event.version, "the endpoint keeps its own pin").toBe(NEWEST);
      expect(event.data.decline.code).toBe("insufficient_funds");
    }

    const change = page.getByText(new RegExp(`Changed from ${NEWEST}`)).filter({ visible: true });
    await expect(change).toBeVisible();
    await page.getByRole("button", { name: `Change back to ${NEWEST}` }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: `Pin to ${NEWEST}` })
      .click();
    await expect(
      page.getByText(new RegExp(`^Changed from ${MIDDLE}`)).filter({ visible: true }),
    ).toBeVisible();
    await expect(page.getByText("left to undo it").filter({ visible: true })).toBeVisible();
    await expect(page.getByRole("figure", { name: /the last 7 days/ })).toBeVisible();
    expect(await shapeOf(await decline(page, merchant))).toEqual(NEW_SHAPE);
  } finally {
    await receiver.stop();
  }
});

test("an endpoint's pin is changed by keyboard on its page, after a comparison of its events in both versions", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    const merchant = await newAccount();
    await startSession(page, merchant);
    await make(page, merchant, "/v1/webhook_endpoints", {
      url: `${receiver.url}/hooks`,
      events: ["payment.failed"],
    });
    await decline(page, merchant);
    const [first] = await receiver.waitFor(1);
    await page.goto("/test/webhooks/endpoints");
    await page.getByRole("row").getByRole("link").first().click();
    const change = page.getByRole("button", { name: "Change version" });
    await change.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Pin localhost/ });
    const diffTo = (target: string) =>
      page.getByRole("table", { name: `payment.failed in version ${NEWEST} and in ${target}` });
    await expect(diffTo("2026-04-01").getByRole("row", { name: /Removed/ })).toContainText(
      'object: "event"',
    );
    await dialog.getByRole("button", { name: MIDDLE, exact: true }).click();
    await expect(diffTo(MIDDLE).getByRole("row", { name: /Renamed/ })).toContainText(
      'data.decline_code: "insufficient_funds"',
    );
    // A real event, not a sample.
    const sent = JSON.parse(first!.body.toString("utf8"));
    await expect(dialog.getByRole("link", { name: sent.id })).toBeVisible();
    await dialog.getByRole("button", { name: "2025-04-01", exact: true }).click();
    await expect(diffTo("2025-04-01").getByText("data.redirect").first()).toBeVisible();
    await dialog.getByRole("button", { name: MIDDLE, exact: true }).click();
    await expect(diffTo(MIDDLE)).toBeVisible();
    await expectSound(page);
    const verb = dialog.getByRole("button", { name: `Pin to ${MIDDLE}` });
    await verb.focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    await decline(page, merchant);
    const [, second] = await receiver.waitFor(2);
    const event = JSON.parse(second!.body.toString("utf8"));
    expect([event.version, event.data.decline_code]).toEqual([MIDDLE, "insufficient_funds"]);
    expect(await shapeOf(await decline(page, merchant))).toEqual(NEW_SHAPE);

    const endpoint = page.url().split("/").at(-1);
    await page.goto(`/test/versions?endpoint=${endpoint}`);
    await expect(
      page.getByRole("table", { name: `payment.failed in version ${MIDDLE} and in ${NEWEST}` }),
    ).toBeVisible();
    await expect(
      page.getByRole("button", { name: `Pin this endpoint to ${NEWEST}` }),
    ).toBeVisible();
  } finally {
    await receiver.stop();
  }
});

test("changing the live pin requires the account's name, and the screen fits on a phone in the dark theme", async ({
  browser,
}) => {
  const merchant = await newAccount("Corner Shop");
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    colorScheme: "dark",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  await startSession(page, merchant);
  await page.goto("/live/versions");
  await expect(page.getByText(/An example declined payment/)).toBeVisible();
  await page.getByRole("button", { name: MIDDLE, exact: true }).click();
  await expectSound(page);
  await page.getByRole("button", { name: `Pin live mode to ${MIDDLE}` }).click();
  const dialog = page.getByRole("dialog");
  const verb = dialog.getByRole("button", { name: `Pin to ${MIDDLE}` });
  await expect(verb).toBeDisabled();
  await dialog.getByRole("textbox").fill("Corner Shop");
  await verb.click();
  await expect(page.getByText(`Changed from ${NEWEST}`).filter({ visible: true })).toBeVisible();
  const answer = await page.request.get("/v1/customers", {
    headers: { authorization: `Bearer ${merchant.live.secret_key}` },
  });
  expect(answer.headers()["service-version"]).toBe(MIDDLE);
  await context.close();
});

test("an object's JSON is shown in the pinned version and in any other", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const { error } = await (await decline(page, merchant)).json();
  await page.goto(`/test/payments/${error.payment.id}`);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText("The version this account is pinned to")).toBeVisible();
  await page.getByRole("button", { name: MIDDLE }).click();
  await expect(page.getByText(`The account is pinned to ${NEWEST}`)).toBeVisible();
  await expect(page.getByRole("figure").filter({ hasText: '"decline_code"' })).toBeVisible();
});
