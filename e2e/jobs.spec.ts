// Daily tasks, each with the demo merchant's history and in an empty account: screens with data, and what empty
// screens teach. Details of each task are in its own file.

import { readFile } from "node:fs/promises";
import { DEMO } from "#lib/domain/accounts/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { newAccount, startSession } from "./support/account.ts";
import { make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const MERCHANTS = [
  { who: "the demo merchant", enter: async () => DEMO, hasHistory: true },
  { who: "an empty account", enter: () => newAccount("Nothing Yet"), hasHistory: false },
] as const;

/** Visible text; hidden parts that are still streaming can contain it too. */
const seen = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first();

for (const { who, enter, hasHistory } of MERCHANTS) {
  test(`${who}: Home shows today's figures and open tasks, or how to start`, async ({ page }) => {
    await startSession(page, await enter());
    await page.goto("/test/home");
    if (hasHistory) {
      const attention = page.getByRole("region", { name: "Needs attention" });
      await expect(attention.getByRole("listitem").first()).toBeVisible();
      await expect(page.getByRole("heading", { name: "Today so far" })).toBeVisible();
      await expect(seen(page, /^Usual: the last/)).toBeVisible();
    } else {
      await expect(
        page.getByRole("heading", { name: "From a key to the first webhook" }),
      ).toBeVisible();
      await expect(seen(page, "1 of 4 steps done")).toBeVisible();
    }
    await expectSound(page);
  });

  test(`${who}: a key is created, rotated, and revoked when it is unused`, async ({ page }) => {
    await startSession(page, await enter());
    const name = `Till ${newId("key").slice(-6)}`;
    await page.goto("/test/keys");
    await page.getByRole("button", { name: "Create key" }).first().click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("dialog").getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("button", { name: "Rotate" }).click();
    await page.getByRole("button", { name: "Create second key" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("heading", { name: "Rotation in progress" })).toBeVisible();
    await expect(seen(page, `Waiting for the first request with ${name} (2)`)).toBeVisible();
    await page.getByRole("button", { name: "Revoke", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Revoke ${name}?` });
    await expect(dialog.getByText("This key was never used.")).toBeVisible();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(seen(page, /there is nothing to undo/)).toBeVisible();
  });

  test(`${who}: the last week is compared in another version before the pin is changed`, async ({
    page,
  }) => {
    await startSession(page, await enter());
    await page.goto("/test/versions");
    const shadow = hasHistory
      ? /in your events of the last seven days/
      : "There were no events in the last seven days.";
    await expect(seen(page, shadow)).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pin test mode to/ })).toBeVisible();
    await expectSound(page);
  });

  test(`${who}: a call from the shell is found in the request log, with its timeline`, async ({
    page,
  }) => {
    await startSession(page, await enter());
    await page.goto("/test/shell?call=create_payment");
    await page.getByRole("button", { name: "Send POST" }).click();
    await expect(page.getByText("201 Created")).toBeVisible();
    await page.getByRole("link", { name: "Open this request in the log" }).click();
    await page.waitForURL(/\/test\/logs\/req_/);
    await expectSound(page);
    await page.getByRole("link", { name: "View full timeline" }).click();
    await page.waitForURL(/\/test\/timeline\/req_/);
    const happened = page.getByRole("list", { name: "What happened, newest first" });
    for (const step of [
      /^Event payment\.succeeded/,
      /added to your balance/,
      /^Rail asked to authorise .*: approved/,
      /^Idempotency key .* recorded/,
      /^POST \/v1\/payments/,
    ]) {
      await expect(happened.getByRole("listitem").filter({ hasText: step }).first()).toBeVisible();
    }
    await expectSound(page);
    await happened.getByRole("link", { name: "payment.succeeded" }).click();
    await page.waitForURL(/\/test\/events\/evt_/);
  });

  test(`${who}: the search finds objects by known details`, async ({ page }) => {
    await startSession(page, await enter());
    await page.goto("/test/home");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search and commands" }).fill("INV-000001");
    const invoice = page.getByRole("option", { name: /INV-000001.*Invoice/ });
    if (hasHistory) {
      await invoice.click();
      await page.waitForURL(/\/test\/invoices\/in_/);
    } else {
      await expect(page.getByText("No results in this mode").first()).toBeAttached();
      await expect(invoice).toHaveCount(0);
    }
  });

  test(`${who}: a colleague is invited, the invitation is revoked, and the audit log records both`, async ({
    page,
  }) => {
    await startSession(page, await enter());
    const email = `${newId("usr")}@journey.example`;
    await page.goto("/test/settings/team");
    await page.getByRole("button", { name: "Invite colleague" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
    await dialog.getByLabel("E-mail").fill(email);
    await dialog.getByRole("button", { name: "Send invitation" }).click();
    await page.getByRole("button", { name: `Change the invitation of ${email}` }).click();
    await page.getByRole("menuitem", { name: "Revoke invitation" }).click();
    await expect(seen(page, "The link no longer works")).toBeVisible();
    await page.goto("/test/settings/audit-log");
    await expect(seen(page, "Colleague invited")).toBeVisible();
    const begun = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    await page.getByRole("link", { name: "Download", exact: true }).click();
    const file = await (await begun).path();
    expect(await readFile(file, "utf8")).toContain(email);
  });

  test(`${who}: a filtered list and its file have the same rows, or the empty list teaches`, async ({
    page,
  }) => {
    await startSession(page, await enter());
    await page.goto("/test/customers");
    if (hasHistory) {
      await page.getByRole("button", { name: "Download CSV" }).click();
      const begun = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download", exact: true }).click();
      const lines = (await readFile(await (await begun).path(), "utf8")).trimEnd().split("\r\n");
      const heading = page.getByRole("heading", { name: `Customers ${lines.length - 1}` });
      await expect(heading).toBeVisible();
    } else {
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
      await expectSound(page);
    }
  });
}

test("one click undoes a change, and a failed undo is reported", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const params = { name: "Monthly box", amount: 1_900, currency: "EUR", interval: "month" };
  const plan = await make(page, merchant, "/v1/plans", params);
  await page.goto("/test/plans");
  const retire = async () => {
    await page.getByRole("button", { name: "Retire Monthly box" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retire plan" }).click();
    await expect(
      page.getByRole("button", { name: "Make Monthly box available again" }),
    ).toBeVisible();
  };
  await retire();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(seen(page, "Monthly box is available again")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retire Monthly box" })).toBeVisible();

  // Updates optimistically, and restores the old state when the server refuses.
  await retire();
  const asked = Promise.withResolvers<void>();
  await page.route(`**/internal/test/plans/${plan.id}`, async (route) => {
    await asked.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Make Monthly box available again" }).click();
  await expect(page.getByRole("button", { name: "Retire Monthly box" })).toBeVisible();
  asked.resolve();
  await expect(
    page.getByRole("button", { name: "Make Monthly box available again" }),
  ).toBeVisible();
  await expect(seen(page, "The service could not be reached")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(seen(page, "The change could not be undone")).toBeVisible();
});
