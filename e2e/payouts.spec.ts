import { newAccount, startSession } from "./support/account.ts";
import { post } from "./support/api.ts";
import { ageConfirmation } from "./support/change-rows.ts";
import { sendTransfer } from "./support/live-rail.ts";
import { advance } from "./support/sandbox-clock.ts";
import { expectSound } from "./support/sound.ts";
import { expect, type Page, test } from "./support/test.ts";

const COMES_BACK = "DE33 9999 9999 0000 0000 14";
const CLOSE_MATCH = "DE06 9999 9999 0000 0000 15";

async function topUp(page: Page): Promise<void> {
  await page.goto("/test/balance");
  await page.getByRole("button", { name: "Top up for payouts" }).click();
  const dialog = page.getByRole("dialog", { name: "Top up the payout balance" });
  await expectSound(page);
  await dialog.getByLabel("Amount").fill("2500.00");
  await dialog.getByRole("button", { name: "Top up" }).dblclick();
  await expect(page.getByText("The payout balance is now 2,500.00 EUR").first()).toBeVisible();
  await expect(page.getByRole("row", { name: /^EUR .*2,500\.00 EUR/ })).toBeVisible();
}

test("a payout is checked, sent, settled, and returned with a reason", async ({ page }) => {
  await startSession(page, await newAccount());
  await page.goto("/test/payouts");
  await expect(page.getByRole("heading", { name: "No payouts in test mode yet" })).toBeVisible();
  await expectSound(page);
  await topUp(page);

  await page.goto("/test/payouts/new");
  await page.getByLabel("Beneficiary").fill("Ada Lindqvist");
  await page.getByLabel("Amount").fill("125.00");
  await page.getByLabel("IBAN").fill("DE34 9999 9999 0000 0000 14");
  await page.getByLabel("Reference").fill("Invoice 118");
  await page.getByRole("button", { name: "Check payee" }).click();
  await expect(page.getByText(/check digits of the IBAN do not match/)).toBeVisible();
  await expectSound(page);
  await page.getByLabel("IBAN").fill(CLOSE_MATCH);
  await page.getByRole("button", { name: "Check payee" }).click();
  await expect(page.getByText("Name almost matches")).toBeVisible();
  await expect(page.getByText(/Ada Lindqvist e\.K\./)).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("IBAN").fill(COMES_BACK);
  await page.getByRole("button", { name: "Check payee" }).click();
  await expect(page.getByText("Name matches")).toBeVisible();
  await page.getByRole("button", { name: "Send 125.00 EUR" }).dblclick();

  await page.waitForURL("**/test/payouts/po_*");
  await expect(page.getByText("held on your payout balance")).toBeVisible();
  // Instant payouts settle within seconds, and the page updates by itself.
  await expect(page.getByText("Received by the beneficiary's bank")).toBeVisible();
  await expect(page.getByText("Sent to the bank by SEPA Instant")).toBeVisible();
  await expectSound(page);
  await advance(page, "7 days");
  await expect(page.getByText("Payout returned: FOCR")).toBeVisible();
  await expect(page.getByText("EUR returned to your payout balance")).toBeVisible();
  await expect(page.getByRole("link", { name: "payout.returned" })).toBeVisible();
  await expectSound(page);
  await page.goto("/test/payouts?status=returned");
  await expect(page.getByRole("heading", { name: "Payouts 1" })).toBeVisible();
  await expectSound(page);
});

const FILE = `name,iban,amount,amount_decimal,currency,reference
Ada Lindqvist,DE23999999990000000000,12500,,EUR,Salary
Bo Berg,DE24999999990000000000,9900,,EUR,Salary
Cy Chen,DE23999999990000000000,19.90,,EUR,Salary
Di Dahl,DE23999999990000000000,,300.00,EUR,Salary
`;

test("a file with two invalid rows names them, pays the others, and shows its progress", async ({
  page,
}) => {
  await startSession(page, await newAccount());
  await topUp(page);
  await page.goto("/test/batches");
  await expect(page.getByRole("heading", { name: "No batches in test mode yet" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Pay a file" }).first().click();
  await expectSound(page);
  const upload = { name: "salaries.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) };
  await page.getByLabel(/Choose a CSV or pain\.001 file/).setInputFiles(upload);
  const errors = page.getByRole("table", { name: "Errors by row" });
  await expect(errors.getByRole("row", { name: /^Row 2 iban/ })).toBeVisible();
  await expect(errors.getByRole("row", { name: /^Row 3 amount/ })).toBeVisible();
  await expect(page.getByText("425.00 EUR").first()).toBeVisible();
  const amounts = page.getByRole("table", { name: "Amounts by row" });
  await expect(amounts.getByRole("row", { name: /Row 3 Cy Chen.*No Not readable/ })).toBeVisible();
  await expect(amounts.getByRole("row", { name: /Row 4 Di Dahl.*Yes 300.00/ })).toBeVisible();
  const totals = page.getByRole("table", { name: "Total by currency" });
  await expect(totals.getByRole("row", { name: /EUR 3 524.00.*425.00/ })).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Send 2 payouts" }).dblclick();
  await page.waitForURL("**/test/batches/pob_*");
  await expect(page.getByText(/of 2 have an outcome/)).toBeVisible();
  await expectSound(page);
  await expect(page.getByText("2 of 2 have an outcome")).toBeVisible();
  await expect(page.getByText("Completed").filter({ visible: true }).first()).toBeVisible();
  await expect(errors.getByRole("row")).toHaveCount(3);
  await page
    .getByRole("row", { name: /Di Dahl/ })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL("**/test/payouts/po_*");
  await page.getByRole("link", { name: "Row 4" }).click();
  await page.waitForURL("**/test/batches/pob_*");
  await page.goto("/test/batches");
  await expect(page.getByRole("row", { name: /2 not accepted/ })).toBeVisible();
  await expectSound(page);
});

test("payouts, a batch and a form fit on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const merchant = await newAccount();
  await startSession(page, merchant);
  await topUp(page);
  const response = await post(page, merchant, "/v1/payouts", {
    instructions: ["DE23999999990000000000", "DE24999999990000000000"].map((iban) => ({
      amount: 1_000,
      currency: "EUR",
      beneficiary: { name: "Ada Lindqvist with a long name of her own", iban },
    })),
  });
  const { id } = await response.json();
  for (const path of ["payouts", "batches", `batches/${id}`, "payouts/new", "batches/new"]) {
    await page.goto(`/test/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectSound(page);
  }
});

test("in live mode money is added by transfer, and a payout requires typing its amount and confirming the person", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/live/balance");
  await page.getByRole("button", { name: "Add money for payouts" }).click();
  const where = page.getByRole("dialog", { name: "Add money for payouts" });
  await expect(where.getByText("Sandbox Bank")).toBeVisible();
  const reference = await where.getByText(/^RF\d\d PDL/).textContent();
  await expectSound(page);
  await sendTransfer(`Payouts, ${reference}`, 50_000n);
  await page.keyboard.press("Escape");
  await expect(async () => {
    await page.reload();
    const row = page.getByRole("row", { name: /^EUR .*500\.00 EUR/ });
    await expect(row).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole("button", { name: "Add money for payouts" }).click();
  await expect(where.getByText("Corner Shop GmbH")).toBeVisible();
  await expectSound(page);

  await ageConfirmation(merchant.email);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/live/payouts/new");
  await page.getByLabel("Beneficiary").fill("Ada Lindqvist");
  await page.getByLabel("Amount").fill("120.00");
  await page.getByLabel("IBAN").fill(COMES_BACK);
  await page.getByRole("button", { name: "Check payee" }).click();
  const send = page.getByRole("button", { name: "Send 120.00 EUR" });
  await expect(send).toBeDisabled();
  await page.getByLabel("Type 120.00 EUR to send it").fill("120.00 EUR");
  await send.click();
  const asks = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expectSound(page);
  await asks.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Confirm that it is you.")).toBeVisible();
  await send.click();
  await asks.getByLabel("Your password").fill(merchant.password);
  await asks.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/live/payouts/po_*");
  await expect(page.getByText("held on your payout balance")).toBeVisible();

  await ageConfirmation(merchant.email);
  await page.goto("/live/batches/new");
  await page.getByLabel(/Choose a CSV or pain\.001 file/).setInputFiles({
    ...{ name: "salaries.csv", mimeType: "text/csv" },
    buffer: Buffer.from(LIVE_FILE),
  });
  await page.getByLabel("Type 80.00 EUR to send it").fill("80.00 EUR");
  await page.getByRole("button", { name: "Send 2 payouts" }).click();
  await asks.getByLabel("Your password").fill(merchant.password);
  await asks.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL("**/live/batches/pob_*");
  await expectSound(page);
});

const LIVE_FILE = `name,iban,amount,currency,reference
Ada Lindqvist,DE23999999990000000000,5000,EUR,Salary
Di Dahl,DE23999999990000000000,3000,EUR,Salary
`;
