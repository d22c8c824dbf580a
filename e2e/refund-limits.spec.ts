import { newAccount, startSession } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { colleague } from "./support/team.ts";
import { expect, test } from "./support/test.ts";

test("an owner limits Support's refunds, and a support member is offered no more than that", async ({
  page,
  browser,
}) => {
  const merchant = await newAccount("Weir Watch");
  await startSession(page, merchant);
  const payment = (await (await pay(page, merchant, { amount: 20_000 })).json()).id;
  const theirs = await colleague(page, browser);

  await page.goto("/test/settings/team");
  await page.getByRole("button", { name: "Set limit" }).click();
  const form = page.getByRole("dialog", { name: "Refund limit for Support" });
  await expect(form.getByRole("button", { name: "Set limit" })).toBeDisabled();
  await form.getByLabel("Most in EUR").fill("100");
  await expectSound(page);
  await form.getByRole("button", { name: "Set limit" }).click();
  await expect(form).toBeHidden();
  await expect(
    page.getByText("A member may refund at most 100.00 EUR of one payment"),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Invite colleague" }).click();
  await expect(page.getByText("Refund payments, at most 100.00 EUR of one payment")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole("button", { name: "Change limit" }).click();
  await form.getByRole("button", { name: "Add currency" }).click();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });

  await theirs.goto(`/test/payments/${payment}`);
  await theirs.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = theirs.getByRole("dialog", { name: "Refund Visa" });
  await expect(dialog.getByText(/Your role may refund at most 100.00 EUR/)).toBeVisible();
  await expect(dialog.getByLabel("Amount")).toHaveValue("100.00");
  await dialog.getByLabel("Amount").fill("100.01");
  await expect(dialog.getByText(/still refund at most 100.00 EUR of this payment/)).toBeVisible();
  await dialog.getByLabel("Amount").fill("60");
  await expectSound(theirs);
  await dialog.getByRole("button", { name: "Refund 60.00 EUR" }).click();
  await expect(dialog).toBeHidden();
  await theirs.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog.getByText(/you have refunded 60.00 EUR of this one/)).toBeVisible();
  await dialog.getByRole("button", { name: "Refund 40.00 EUR" }).click();
  await expect(dialog).toBeHidden();
  await theirs.setViewportSize({ width: 390, height: 800 });
  await theirs.getByRole("button", { name: "Why “Refund” is not possible" }).click();
  await expect(theirs.getByText(/Ask an owner or admin to refund it/)).toBeVisible();
  await expectSound(theirs);
  await theirs.context().close();

  await page.getByRole("button", { name: "View as" }).click();
  await page.getByRole("menuitem", { name: "Support" }).click();
  await expect(
    page.getByText("Support may refund at most 100.00 EUR of one payment."),
  ).toBeVisible();
});
