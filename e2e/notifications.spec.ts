import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { ageFailure } from "./support/change-rows.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

/** Reopens the list until it has the message, which the worker writes within seconds. */
async function findMessage(page: Page, subject: RegExp) {
  const message = page.getByRole("link", { name: subject });
  await expect(async () => {
    await page.goto("/test/settings/notifications");
    await expect(message).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  return message;
}

test("without a mail server the dashboard tells an owner that an endpoint fails and was disabled, with a link to it", async ({
  page,
}) => {
  test.slow();
  const receiver = await startReceiver();
  try {
    const merchant = await newAccount();
    await startSession(page, merchant);
    const { id } = await make(page, merchant, "/v1/webhook_endpoints", {
      url: `${receiver.url}/hooks`,
      events: ["*"],
      description: "Order system",
    });
    await page.goto("/test/settings/notifications");
    await expect(page.getByText("No notifications yet")).toBeVisible();
    await expectSound(page);

    receiver.reply({ status: 503, body: "upstream unavailable" });
    await pay(page, merchant);
    await page.goto(`/test/webhooks/endpoints/${id}`);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(/Nothing has arrived since/)).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });

    await ageFailure(id, 25);
    const warning = await findMessage(page, /have failed for 24 hours \(test mode\)/);
    await expect(page.getByText("No mail server is set up")).toBeVisible();
    // The worker decides a moment later that the message cannot be sent.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Not sent").first()).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await expectSound(page);
    await warning.click();
    const text = page.getByRole("article", { name: "Text of the message" });
    await expect(text).toContainText("No delivery to this endpoint has succeeded for 24 hours.");
    await expect(text).toContainText("Order system");
    await expect(page.getByText(merchant.email)).toBeVisible();
    await expectSound(page);

    await ageFailure(id, 73);
    await page.setViewportSize({ width: 390, height: 844 });
    const given = await findMessage(page, /are disabled \(test mode\)/);
    await expectSound(page);
    await given.click();
    await expect(text).toContainText("1 delivery that was waiting is held now");
    await expectSound(page);
    await text.getByRole("link", { name: new RegExp(id) }).click();
    await page.waitForURL(new RegExp(`/test/webhooks/endpoints/${id}$`));
    await expect(page.getByText("Nothing is sent here").filter({ visible: true })).toBeVisible();
    await expect(page.getByText("1 delivery is held").filter({ visible: true })).toBeVisible();
  } finally {
    await receiver.stop();
  }
});
