import { readFileSync } from "node:fs";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { pay } from "./support/api.ts";
import { pastIncident } from "./support/change-rows.ts";
import { advance } from "./support/sandbox-clock.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const DAY_MS = 86_400_000;

let orders = 0;

async function charge(page: Page, merchant: TestAccount, params: object = {}): Promise<string> {
  const response = await pay(page, merchant, {
    amount: 10_000,
    description: `Order ${1_000 + ++orders}`,
    ...params,
  });
  return (await response.json()).id;
}

const keyOf = (merchant: TestAccount) => ({
  authorization: `Bearer ${merchant.test.secret_key}`,
});

type Settlement = { id: string; status: string; net: number; arrival_date: string };

async function settlementsOf(page: Page, merchant: TestAccount): Promise<Settlement[]> {
  const response = await page.request.get("/v1/settlements", { headers: keyOf(merchant) });
  return (await response.json()).data;
}

/** Chooses days of arrival as the period of the settlement report. */
async function showDays(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("button", { name: /^Custom$|^\d+ \w{3} to \d+ \w{3}$/ }).click();
  const days = page.getByRole("dialog", { name: "Days of arrival" });
  await days.getByLabel("From", { exact: true }).fill(from);
  await days.getByLabel("To", { exact: true }).fill(to);
  await days.getByRole("button", { name: "Show these days" }).click();
  await expect(page).toHaveURL(new RegExp(`period=${from}\\.\\.${to}`));
}

test("finance follows a settlement from the calendar to a payment", async ({ page }) => {
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
  const [settlement] = await settlementsOf(page, merchant);
  await showDays(page, settlement!.arrival_date, settlement!.arrival_date);
  await expect(
    page.getByRole("heading", { name: /^Arrived: 0\.00 EUR · Expected: 97\.56 EUR by \w+day/ }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: /^97\.56 EUR arrives on/ })).toBeVisible();
  await expect(page.getByText(/Expected: 97\.56 EUR of 100\.00 EUR gross/).first()).toBeVisible();
  await expect(
    page.getByText(/^Fees are .* bp of gross|^No payments arrived/).first(),
  ).toBeVisible();
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

test("one period applies to the headline, the table and the file; what arrived is apart from what is expected", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await charge(page, merchant);
  await page.goto("/test/balance");
  await advance(page, "1 day");
  const [returned] = await settlementsOf(page, merchant);
  const simulated = await page.request.post("/v1/test/simulate", {
    headers: { ...keyOf(merchant), "idempotency-key": "returned" },
    form: { object: returned!.id, scenario: "bank_account_closed" },
  });
  expect(simulated.status(), await simulated.text()).toBe(200);
  await charge(page, merchant, { amount: 5_000 });
  await page.reload();
  await advance(page, "7 days");
  await charge(page, merchant, { amount: 7_000 });
  await page.reload();
  await advance(page, "1 day");
  const made = await settlementsOf(page, merchant);
  const sumOf = (status: string) =>
    made.reduce((sum, one) => (one.status === status ? sum + one.net : sum), 0);
  const text = (minor: number) => (minor / 100).toFixed(2);

  const arrived = made.find(({ status }) => status === "paid")!.arrival_date;
  // The chart's days are the account's, where it may be tomorrow already.
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });
  await pastIncident(merchant.account, (Date.parse(today) - Date.parse(arrived)) / DAY_MS);

  await page.goto("/test/reports/settlement");
  const days = made.map((one) => one.arrival_date).sort();
  await showDays(page, days[0]!, days.at(-1)!);
  const headline = `Arrived: ${text(sumOf("paid"))} EUR · Expected: ${text(sumOf("scheduled"))} EUR by`;
  await expect(page.getByRole("heading", { name: headline })).toBeVisible();
  await expect(page.getByText("Returned by your bank: 97.56 EUR in 1 settlement")).toBeVisible();
  await expect(
    page.getByRole("table", { name: /^Settlements in EUR/ }).getByRole("row"),
  ).toHaveCount(made.length + 1);
  const cost = page.getByRole("figure", { name: /^Fees are / });
  // Days of arrival are not the days of what happened to the payments.
  await expect(cost.locator(".recharts-surface")).toBeVisible();
  await expect(cost.getByRole("listitem")).toHaveCount(0);
  await expectSound(page);

  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const [head = "", ...rows] = readFileSync(await (await begun).path(), "utf8")
    .trim()
    .split("\n");
  const net = head.split(",").indexOf("net");
  const inFile = rows.reduce((sum, row) => sum + Math.round(100 * Number(row.split(",")[net])), 0);
  expect(inFile, "the file has exactly what arrived").toBe(sumOf("paid"));

  await showDays(page, "2020-01-01", "2020-01-31");
  await expect(page.getByRole("heading", { name: "Arrived: 0.00 EUR", exact: true })).toBeVisible();
  await expect(
    page.getByText(
      `On its way in total, also outside this period: ${text(sumOf("scheduled"))} EUR by`,
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Quarter" }).click();
  await expect(page).toHaveURL(/period=quarter/);
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
  await expect(page.getByText(/^Returned: 97\.56 EUR of 100\.00 EUR gross/).first()).toBeVisible();
  await expect(page.getByText(/^PD[0-9A-Z]{16}$/)).toBeVisible();
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
  await expect(page.getByRole("heading", { name: /^Arrived: / })).toBeVisible();
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
