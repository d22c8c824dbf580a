import { newAccount, startSession } from "./support/account.ts";
import { make } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, test } from "./support/test.ts";

test("a payment gets a tag and a note that mentions a colleague, who is told and finds it", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  const mate = await colleague(page, browser, "support");
  const payment = await make(page, merchant, "/v1/payments", {
    amount: 4_200,
    currency: "EUR",
    method: "card",
    payment_method: "pm_test_4242424242424242",
    description: "Order 7",
  });
  const address = `/test/payments/${payment.id}`;
  await page.goto(address);

  await page.getByRole("button", { name: "Add tag" }).click();
  await page.getByRole("dialog").getByLabel("Tag", { exact: true }).fill("VIP");
  await expectSound(page);
  await page.keyboard.press("Enter");
  const chip = page.getByRole("link", { name: "VIP", exact: true });
  await expect(chip).toBeVisible();

  const box = page.getByRole("combobox", { name: "New note on this payment" });
  await box.fill("The card is 4242 4242 4242 4242");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(
    page
      .getByText(/card/i)
      .filter({ hasText: /number|data/i })
      .first(),
  ).toBeVisible();
  await box.fill("");
  await box.pressSequentially("@bo");
  await expect(page.getByRole("option", { name: "Bo Berg" })).toBeVisible();
  await expectSound(page);
  // A person types on before the next frame.
  await box.evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    document.execCommand("insertText", false, "please");
  });
  await box.pressSequentially(" call them.");
  // The colleague looks at the page already and sees the note without a reload.
  await mate.goto(address);
  await expect(mate.getByRole("link", { name: "VIP", exact: true })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const text = "@Bo Berg please call them.";
  await expect(page.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect(mate.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect(mate.getByRole("button", { name: "Edit note" })).toHaveCount(0);

  await mate.goto("/test/home");
  await mate.getByRole("button", { name: "Alerts, 1 unread" }).click();
  const told = mate.getByRole("list", { name: "Alerts" });
  await told.getByRole("link", { name: /Open the payment/ }).click();
  await mate.waitForURL(new RegExp(payment.id));
  await mate.context().close();

  await page.getByRole("button", { name: "Edit note" }).click();
  const edited = page.getByRole("combobox", { name: "Note", exact: true });
  await edited.fill(`${text} Today.`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^edited/)).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await chip.click();
  await page.waitForURL(/\/test\/payments\?tag=VIP/);
  await expect(page.getByText("Tag is VIP")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "42.00" })).toHaveCount(1);
  // The filter offers the tags in use.
  await page.goto("/test/payments");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("combobox", { name: "Find a filter" }).fill("vi");
  await expect(page.getByRole("option", { name: "Tag VIP" })).toBeVisible();
  await page.getByRole("combobox", { name: "Find a filter" }).fill("tag");
  await page.getByRole("option", { name: "Tag", exact: true }).click();
  await page.getByRole("checkbox", { name: /^VIP/ }).check();
  await expectSound(page);
  await page.getByRole("button", { name: "Apply filter" }).click();
  await page.waitForURL(/\/test\/payments\?tag=VIP/);
  await page.goto(address);
  await page.getByRole("button", { name: "Delete note" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete note" }).click();
  await expect(page.getByText(text)).toHaveCount(0);
  await page.getByRole("button", { name: "Remove the tag VIP" }).click();
  await expect(chip).toHaveCount(0);
});
