// The main tasks by keyboard alone, without a pointer. Deliveries and search are in deliveries.spec.ts and
// search.spec.ts.

import { newId } from "#lib/kernel/ids.ts";
import { startReceiver } from "#test/receiver.ts";
import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { pressOn, tabTo, typeInto } from "./support/keyboard.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const IBAN = "DE33 9999 9999 0000 0000 14";

test("by keyboard alone a person signs in, creates a key and stores its secret", async ({
  page,
}) => {
  const { email, password } = await newAccount();
  await page.goto("/sign-in");
  await typeInto(page, page.getByLabel("E-mail"), email);
  await typeInto(page, page.getByLabel("Password"), password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/test\//);
  await pressOn(page, page.getByRole("link", { name: "Keys", exact: true }));
  await page.waitForURL("**/test/keys");
  await pressOn(page, page.getByRole("button", { name: "Create key" }).first());
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Name"), "Shop backend");
  await expectSound(page);
  await pressOn(page, dialog.getByRole("button", { name: "Create key" }));
  await expect(page.locator("[data-secret]")).toContainText("sk_test_");
  await expectSound(page);
  await pressOn(page, page.getByRole("button", { name: "I have stored it" }));
  await expect(page.locator("[data-secret]")).toBeHidden();
  await expect(page.getByRole("link", { name: "Shop backend" })).toBeVisible();
});

test("by keyboard alone an endpoint is registered for the ticked events, and gets a test event", async ({
  page,
}) => {
  const receiver = await startReceiver();
  try {
    await startSession(page, await newAccount());
    await page.goto("/test/webhooks/endpoints");
    await pressOn(page, page.getByRole("link", { name: /Register/ }).first());
    await page.waitForURL("**/endpoints/new");
    await typeInto(page, page.getByRole("textbox", { name: "Address" }), receiver.url);
    await pressOn(page, page.getByRole("checkbox", { name: /^Every event/ }), "Space");
    await pressOn(page, page.getByRole("checkbox", { name: "payment.*", exact: true }), "Space");
    await pressOn(page, page.getByRole("button", { name: "Register endpoint" }));
    await expectSound(page);
    await pressOn(page, page.getByRole("button", { name: "I have stored it" }));
    await page.waitForURL(/\/webhooks\/endpoints\/we_/);
    await pressOn(page, page.getByRole("button", { name: "Send test event" }));
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectSound(page);
    await pressOn(page, page.getByRole("button", { name: "Send payment.succeeded" }));
    await page.waitForURL(/deliveries\/dlv_/);
    await receiver.waitFor(1);
  } finally {
    await receiver.stop();
  }
});

test("by keyboard alone a list is filtered, a payment opened and partially refunded", async ({
  page,
}) => {
  const merchant = await newAccount();
  for (const card of ["4242424242424242", "5555555555554444"]) {
    await pay(page, merchant, { amount: 5_000, payment_method: `pm_test_${card}` });
  }
  await startSession(page, merchant);
  await page.goto("/test/payments");
  await pressOn(page, page.getByRole("button", { name: "Filter", exact: true }));
  await expect(page.getByRole("combobox", { name: "Find a filter" })).toBeFocused();
  await expectSound(page);
  await page.keyboard.type("Card's");
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "Card's last 4" });
  await typeInto(page, editor.getByRole("textbox"), "4444");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payments 1" })).toBeVisible();
  await pressOn(page, page.getByRole("button", { name: /^Remove filter/ }));
  await expect(page.getByRole("heading", { name: "Payments 2" })).toBeVisible();

  for (const key of ["j", "j", "Enter"]) await page.keyboard.press(key);
  await page.waitForURL("**/test/payments/pay_*");
  await pressOn(page, page.getByRole("button", { name: "Refund", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Refund Visa" });
  await typeInto(page, dialog.getByLabel("Amount"), "12.50");
  await tabTo(page, dialog.getByRole("combobox"));
  for (const key of ["Enter", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expectSound(page);
  await pressOn(page, dialog.getByRole("button", { name: "Refund 12.50 EUR" }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Part refunded").filter({ visible: true })).toBeVisible();
});

test("by keyboard alone the payout balance is topped up and a payout is checked and sent", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await page.goto("/test/balance");
  await pressOn(page, page.getByRole("button", { name: "Top up for payouts" }));
  const dialog = page.getByRole("dialog", { name: "Top up the payout balance" });
  await typeInto(page, dialog.getByLabel("Amount"), "2500.00");
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("The payout balance is now 2,500.00 EUR").first()).toBeVisible();
  await page.goto("/test/payouts");
  await pressOn(page, page.getByRole("link", { name: "New payout" }));
  await page.waitForURL("**/payouts/new");
  await typeInto(page, page.getByLabel("Beneficiary"), "Ada Lindqvist");
  await typeInto(page, page.getByLabel("Amount"), "125.00");
  await typeInto(page, page.getByLabel("IBAN"), IBAN);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Name matches")).toBeVisible();
  await expectSound(page);
  await pressOn(page, page.getByRole("button", { name: "Send 125.00 EUR" }));
  await page.waitForURL("**/test/payouts/po_*");
});

test("by keyboard alone a plan is created, with its interval chosen by first letters on the closed select", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await page.goto("/test/plans");
  await pressOn(page, page.getByRole("button", { name: "Create plan" }).first());
  const dialog = page.getByRole("dialog", { name: "Create a plan" });
  await typeInto(page, dialog.getByLabel("Name"), "Yearly box");
  await typeInto(page, dialog.getByLabel("Price per unit"), "120.00");
  const interval = dialog.getByRole("combobox", { name: "Interval" });
  await tabTo(page, interval);
  await expect(interval).not.toContainText("year");
  await page.keyboard.type("ye");
  await expect(interval).toContainText("year");
  await expect(page.getByRole("listbox")).toBeHidden();
  await pressOn(page, dialog.getByRole("button", { name: "Create plan" }));
  await expect(page.getByRole("row", { name: /Yearly box/ })).toContainText("year");
});

test("by keyboard alone a colleague is invited with a role", async ({ page }) => {
  const email = `${newId("usr")}@journey.example`;
  await startSession(page, await newAccount());
  await page.goto("/test/settings/team");
  await pressOn(page, page.getByRole("button", { name: "Invite colleague" }));
  const dialog = page.getByRole("dialog", { name: "Invite a colleague" });
  await typeInto(page, dialog.getByLabel("E-mail"), email);
  await tabTo(page, dialog.getByRole("radio", { checked: true }));
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: /^Finance/ })).toBeChecked();
  await expectSound(page);
  await pressOn(page, dialog.getByRole("button", { name: "Send invitation" }));
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Finance");
});
