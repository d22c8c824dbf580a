import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { get, make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

/** An endpoint whose server is down, with this many failed deliveries. */
async function brokenEndpoint(page: Page, account: TestAccount, events: number) {
  const receiver = await startReceiver();
  receiver.reply({ status: 503 });
  const { id } = await make(page, account, "/v1/webhook_endpoints", {
    url: receiver.url,
    events: ["payment.*"],
  });
  for (let n = 0; n < events; n++) {
    await make(page, account, "/v1/test/events", { type: "payment.succeeded" });
  }
  await receiver.waitFor(events);
  // A response is recorded shortly after it arrived.
  await expect
    .poll(async () => (await get(page, account, "/v1/deliveries?status=retrying")).data.length)
    .toBe(events);
  return { receiver, id: id as string };
}

const seen = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true });

test("after an outage a range replay is previewed, pauses while the server is down, and delivers everything once it is up", async ({
  page,
}) => {
  const account = await newAccount();
  await startSession(page, account);
  const { receiver, id } = await brokenEndpoint(page, account, 9);
  try {
    await page.goto(`/test/webhooks/endpoints/${id}`);
    await expect(seen(page, /9 deliveries created since/)).toBeVisible();
    await page.getByRole("link", { name: "Replay these" }).filter({ visible: true }).click();
    await page.waitForURL(/\/replays\/new\?/);
    const start = page.getByRole("button", { name: "Replay 9 deliveries" });
    await expect(start).toBeEnabled();
    await expect(seen(page, /Takes about .* if all goes well/)).toBeVisible();
    await expect(seen(page, "503 Service Unavailable").first()).toBeVisible();
    await expectSound(page);

    await start.click();
    await page.waitForURL(/\/replays\/rpl_/);
    await expect(seen(page, /of the first 5 to localhost:\d+ failed \(HTTP 503\)/)).toBeVisible();
    await expectSound(page);

    // Leaving the page changes nothing; the sidebar leads back to the job.
    await page.goto("/test/home");
    receiver.reply({ status: 200 });
    await page.goto("/test/webhooks/replays");
    await expect(seen(page, "Paused").first()).toBeVisible();
    await expectSound(page);
    await page.getByRole("row").getByRole("link").filter({ visible: true }).first().click();
    await page.waitForURL(/\/replays\/rpl_/);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(seen(page, "Completed").first()).toBeVisible();
    await expect(seen(page, "9 of 9 done, 100 %")).toBeVisible();
    await expectSound(page);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Results as CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^rpl_\w+\.csv$/);

    await page.goto(`/test/webhooks/deliveries?endpoint=${id}&status=delivered`);
    await expect(page.getByRole("heading", { name: "Deliveries 9" })).toBeVisible();
    await page.goto(`/test/webhooks/endpoints/${id}`);
    await expect(seen(page, "Enabled").first()).toBeVisible();
    await expect(seen(page, /deliveries created since/)).toHaveCount(0);
  } finally {
    await receiver.stop();
  }
});

test("a list's filters open the same range, which can be canceled, also on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const account = await newAccount();
  await startSession(page, account);
  const { receiver, id } = await brokenEndpoint(page, account, 8);
  try {
    await page.goto(`/test/webhooks/deliveries?endpoint=${id}&status=failed,retrying&created=24h`);
    await page.getByRole("link", { name: "Replay these" }).filter({ visible: true }).click();
    await page.waitForURL(/\/replays\/new\?endpoint=we_\w+&status=failed&made=24h/);
    await expect(page.getByRole("button", { name: "Replay 8 deliveries" })).toBeEnabled();
    await expectSound(page);
    await page.getByRole("checkbox", { name: /^Failed/ }).click();
    await expect(seen(page, /Choose which deliveries/)).toBeVisible();
    await page.getByRole("checkbox", { name: /^Failed/ }).click();
    await page.getByRole("button", { name: "Replay 8 deliveries" }).click();
    await page.waitForURL(/\/replays\/rpl_/);
    await expect(seen(page, "Paused").first()).toBeVisible();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(seen(page, /3 deliveries of 8 are not sent yet/)).toBeVisible();
    await page.getByRole("button", { name: "Cancel replay" }).click();
    await expect(seen(page, "Canceled").first()).toBeVisible();
    await expectSound(page);
  } finally {
    await receiver.stop();
  }
});
