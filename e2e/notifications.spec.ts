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
  }).toPass();
  return message;
}

test("without a mail server the dashboard tells an owner that an endpoint fails and was disabled, and a rule is tried, made and muted", async ({
  page,
}) => {
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
    }).toPass();

    await ageFailure(id, 25);
    const warning = await findMessage(page, /have failed for 24 hours \(test mode\)/);
    await expect(page.getByText("No mail server is set up")).toBeVisible();
    // The worker decides a moment later that the message cannot be sent.
    await expect(async () => {
      await page.reload();
      await expect(page.getByText("Not sent").first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expectSound(page);
    await warning.click();
    const text = page.getByRole("article", { name: "Text of the message" });
    await expect(text).toContainText("No delivery to this endpoint has succeeded for 24 hours.");
    await expect(text).toContainText("Order system");
    await expect(page.getByText(merchant.email)).toBeVisible();
    await expectSound(page);

    const bell = page.getByRole("button", { name: "Alerts, 1 unread" });
    await bell.click();
    const alerts = page.getByRole("list", { name: "Alerts" });
    await expect(alerts).toContainText("have failed for 24 hours");
    await expect(alerts.getByText("Open", { exact: true })).toBeVisible();
    await expectSound(page);
    await alerts.getByRole("link", { name: "See why it fails" }).click();
    await page.waitForURL(new RegExp(`/test/webhooks/endpoints/${id}$`));
    await expect(page.getByRole("button", { name: "Alerts, none unread" })).toBeVisible();

    await page.goto("/test/settings/alerts");
    const rules = page.getByRole("list", { name: "Rules", exact: true });
    await expect(rules).toContainText("Endpoint failing for 24 hours");
    await page.getByRole("button", { name: "Create rule" }).click();
    const dialog = page.getByRole("dialog", { name: "Create rule" });
    await dialog.getByLabel("Alert about").click();
    await page.getByRole("option", { name: "Endpoint failing" }).click();
    const trial = dialog.getByRole("region", { name: "Trial on the last 30 days" });
    await expect(trial).toContainText("it would have sent 1 alert");
    await dialog.getByLabel("Above").waitFor({ state: "detached" });
    await expectSound(page);
    await dialog.getByLabel("Alert about").click();
    await page.getByRole("option", { name: "Decline rate" }).click();
    await expect(trial).toContainText("it would have sent no alert");
    await dialog.getByLabel("At least").fill("2");
    await expect(trial).toContainText("whole number from 5");
    await dialog.getByLabel("At least").fill("80");
    await dialog.getByRole("button", { name: "Create rule" }).click();
    const made = "Decline rate above 30 % of at least 80 payments in 1 hour";
    await expect(rules).toContainText(made);
    await page.getByRole("button", { name: `Actions for ${made}` }).click();
    await page.getByRole("menuitem", { name: "Mute for 1 day" }).click();
    await expect(page.getByText("Rule muted")).toBeVisible();
    // Opened anew, so that no button is half under the header.
    await page.goto("/test/settings/alerts");
    await expect(rules.getByText(/^Muted until .* by /)).toBeVisible();
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
