import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { advance } from "./support/sandbox-clock.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

let orders = 0;

async function charge(page: Page, merchant: TestAccount, params: object = {}): Promise<string> {
  const response = await pay(page, merchant, {
    amount: 10_000,
    description: `Order ${1_000 + ++orders}`,
    ...params,
  });
  return (await response.json()).id;
}

test("finance follows a settlement from the calendar to a payment", async ({ page }) => {
  // Each axe run is slow.
  test.slow();
  const merchant = await newAccount();
  await startSession(page, merchant);
  const payment = await charge(page, merchant);
  await page.goto("/test/reports/settlement");
  await expect(
    page.getByRole("heading", { name: "No settlements in test mode yet" }),
  ).toBeVisible();
  await expectSound(page);

  await page.getByRole("button", { name: "Sandbox clock" }).click();
  const clock = page.getByRole("dialog", { name: "Sandbox clock" });
  await expect(clock.getByText("1 daily settlement is made")).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("Escape");
  await advance(page, "1 day");
  await expect(page.getByRole("heading", { name: /^97\.56 EUR arrives on/ })).toBeVisible();
  await expect(page.getByText(/You receive 97\.56 EUR of 100\.00 EUR/).first()).toBeVisible();
  await expectSound(page);

  await page
    .getByRole("table", { name: /^Arrivals in/ })
    .getByRole("link", { name: /97\.56/ })
    .click();
  await page.waitForURL("**/test/settlements/stl_*");
  await expect(page.getByText("Scheduled").filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText("net = rows = ledger")).toBeVisible();
  await expectSound(page);

  await page.getByRole("tab", { name: "Transactions 1" }).click();
  await page
    .getByRole("row", { name: /Order 1001|Order \d+/ })
    .getByRole("link")
    .click();
  await page.waitForURL(`**/test/payments/${payment}`);
  await expect(page.getByText("Cost and settlement")).toBeVisible();
  await expect(page.getByText(/244\.0 bp of the captured amount/)).toBeVisible();
  await expectSound(page);
  await page
    .getByRole("definition")
    .getByRole("link", { name: /^\w{3} \d/ })
    .click();
  await page.waitForURL("**/test/settlements/stl_*");
});

test("a settlement is marked as arrived, or returned and sent again, and the balance follows", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await charge(page, merchant);
  await page.goto("/test/balance");
  await expect(page.getByRole("row", { name: /^EUR 97\.56 EUR/ })).toBeVisible();
  await expectSound(page);
  await advance(page, "1 day");
  await page.goto("/test/settlements");
  await expect(page.getByRole("heading", { name: "Settlements 1" })).toBeVisible();
  await expectSound(page);
  await page
    .getByRole("row", { name: /97\.56 EUR/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("button", { name: "Return from the bank" }).click();
  const dialog = page.getByRole("dialog", { name: "Return from the bank?" });
  await expect(dialog.getByText(/97\.56 EUR returns to the balance/)).toBeVisible();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Return from the bank" }).dblclick();
  await expect(page.getByText("The bank returned it: the bank account is closed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as arrived" })).toBeHidden();
  await expectSound(page);
  await advance(page, "1 day");
  await page.goto("/test/settlements?status=scheduled");
  await page
    .getByRole("row", { name: /97\.56 EUR/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("button", { name: "Mark as arrived" }).click();
  await page
    .getByRole("dialog", { name: "Mark as arrived?" })
    .getByRole("button", { name: "Mark as arrived" })
    .click();
  await expect(page.getByText("97.56 EUR has arrived")).toBeVisible();
  await expect(page.getByText("arrived at your bank")).toBeVisible();
});

test("on a phone the calendar is a list of days, and everything is accessible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/balance");
  await expect(
    page.getByRole("heading", { name: "No settlements in test mode yet" }),
  ).toBeVisible();
  await expectSound(page);
  await charge(page, merchant);
  await charge(page, merchant, { amount: 3_000, currency: "GBP" });
  await advance(page, "7 days");
  await page.goto("/test/reports/settlement");
  await expect(page.getByText(/the last one arrived on/)).toBeVisible();
  await expectSound(page);
  // In the last days of a month, seven days later is the next one.
  const arriving = page.getByRole("list", { name: /^Arriving/ }).getByRole("link");
  if ((await arriving.count()) === 0)
    await page
      .getByRole("button", { name: /^Show / })
      .first()
      .click();
  await arriving.first().click();
  await page.waitForURL("**/test/settlements/stl_*");
  await expect(page.getByText("Paid").filter({ visible: true }).first()).toBeVisible();
  await expectSound(page);
  await page.goto("/test/balance");
  await expect(page.getByText("Transactions 2")).toBeVisible();
  await expectSound(page);
});
