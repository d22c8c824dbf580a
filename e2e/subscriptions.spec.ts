import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { post } from "./support/api.ts";
import { advance } from "./support/sandbox-clock.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

async function customer(page: Page, merchant: TestAccount): Promise<void> {
  const payer = { name: "Ada Lindqvist", email: "ada@lindqvist.example" };
  await post(page, merchant, "/v1/customers", payer);
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole("dialog").getByLabel(field, { exact: true }).click();
  await page.getByRole("option", { name: option }).click();
}

test("a trial renews, its card declines, dunning retries, and another card recovers it", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await customer(page, merchant);

  await page.goto("/test/plans");
  await expectSound(page);
  await page.getByRole("button", { name: "Create plan" }).click();
  await page.getByLabel("Name").fill("Weekly box");
  await page.getByLabel("Price per unit").fill("12.50");
  await choose(page, "Interval", /weeks/);
  await page.getByLabel("Trial days").fill("2");
  await expectSound(page);
  await page.getByRole("dialog").getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByRole("table").getByText("Weekly box")).toBeVisible();
  await expectSound(page);

  await page.goto("/test/subscriptions");
  await page.getByRole("button", { name: "Create subscription" }).click();
  await choose(page, "Customer", /Ada Lindqvist/);
  await choose(page, "Plan", /Weekly box/);
  await choose(page, "Paid with", /succeeds once/);
  await expect(page.getByText("Nothing is charged now; 12.50 EUR after 2 days.")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Create subscription" }).click();
  await page.waitForURL("**/test/subscriptions/sub_*");
  await expect(page.getByText("Trial", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("First charge")).toBeVisible();
  await expectSound(page);

  // After two days of trial, five days of the first week remain.
  await advance(page, "7 days");
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Next renewal")).toBeVisible();

  await advance(page, "1 day");
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
  await advance(page, "1 day");
  await advance(page, "1 day");
  await expect(page.getByText("Past due", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("list", { name: "Attempts" })).toContainText("Next");
  await expect(page.getByRole("timer")).toBeVisible();
  await expectSound(page);
  await advance(page, "1 day");
  await expect(page.getByRole("list", { name: "Attempts" })).toContainText("Declined");

  await page.getByRole("button", { name: "Pay with another card" }).click();
  await choose(page, "Paid with", /Test card that succeeds Visa/);
  await expectSound(page);
  await page.getByRole("button", { name: "Pay now" }).click();
  await expect(page.getByText("Paid and active")).toBeVisible();
  await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();

  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("spinbutton", { name: "Quantity" }).fill("3");
  await expect(page.getByText("Charged when you confirm")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Change subscription" }).click();
  await expect(page.getByRole("heading", { name: "3 × Weekly box" })).toBeVisible();

  await page
    .getByRole("table", { name: /^Invoices of/ })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL("**/test/invoices/in_*");
  await expectSound(page);
  await page.goto("/test/invoices");
  await expect(page.getByText("INV-000001")).toBeVisible();
  await expectSound(page);
});
