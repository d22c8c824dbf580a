import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { newAccount, startSession, type TestAccount } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const SETTLES = "DE23999999990000000000";
const COMES_BACK = "DE33999999990000000014";

/** A settlement, a payout and one that came back, all on days that are over. */
async function openHistory(page: Page, merchant: TestAccount): Promise<void> {
  await pay(page, merchant, { amount: 10_000 });
  await make(page, merchant, "/v1/test/topup", { amount: 50_000, currency: "EUR" });
  for (const iban of [SETTLES, COMES_BACK]) {
    const beneficiary = { name: "Ada Lindqvist", iban };
    const rail = "sepa_credit";
    await make(page, merchant, "/v1/payouts", {
      amount: 2_500,
      currency: "EUR",
      beneficiary,
      rail,
    });
  }
  await make(page, merchant, "/v1/test/clock/advance", { seconds: 8 * 86_400 });
}

const dropZone = (page: Page) => page.getByLabel(/Choose a bank statement/);
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(lines.join("\n")),
});

test("finance drops in the sandbox's statement and every line matches; the same file again is refused", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/reports/bank");
  await expect(
    page.getByRole("heading", { name: "No bank statements in test mode yet" }),
  ).toBeVisible();
  await expectSound(page);

  await openHistory(page, merchant);
  await page.reload();
  await page.getByRole("button", { name: "Sandbox statement" }).click();
  const begun = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "camt.053 (XML)" }).click();
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^sandbox_bank_.*\.xml$/);
  const path = await download.path();
  expect(readFileSync(path, "utf8")).toContain("camt.053.001.08");

  const file = { name: "november.xml", mimeType: "text/xml", buffer: readFileSync(path) };
  await dropZone(page).setInputFiles(file);
  await expect(page.getByText("1 statement with 4 lines added. 4 matched, 0 open.")).toBeVisible();
  await expect(
    page.getByRole("table", { name: /^Lines of bank/ }).getByText("Matched"),
  ).toHaveCount(4);
  await expect(page.getByText("Reference and amount agree").first()).toBeVisible();
  await expect(page.getByText("Adds up").filter({ visible: true })).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Nothing is missing on the statements" }),
  ).toBeVisible();
  await expectSound(page);

  await dropZone(page).setInputFiles({ ...file, name: "again.xml" });
  await expect(page.getByText("again.xml was not added")).toBeVisible();
  await expect(page.getByText(/This file was added on .* Nothing was added again/)).toBeVisible();
  await expect(
    page.getByRole("table", { name: /^Lines of bank/ }).getByText("Matched"),
  ).toHaveCount(4);
});

test("a person unmatches a line, matches it by hand and sets another aside, each with a reason", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await openHistory(page, merchant);
  await page.goto("/test/reports/bank");
  const address = "/internal/test/bank-statements/sandbox?format=mt940";
  const statement = await (await page.request.get(address)).body();
  await dropZone(page).setInputFiles({
    name: "statement.sta",
    mimeType: "text/plain",
    buffer: statement,
  });
  await expect(page.getByText("4 matched, 0 open.")).toBeVisible();

  const line = page.getByRole("row", { name: /97\.56 EUR/ });
  await line.getByRole("button", { name: "Unmatch" }).click();
  const unmatch = page.getByRole("dialog", { name: /^Unmatch 97\.56 EUR of/ });
  await expectSound(page);
  await unmatch.getByLabel("Reason").fill("It is of another shop");
  await unmatch.getByRole("button", { name: "Unmatch" }).click();
  await expect(page.getByRole("heading", { name: "Not on a statement: 1" })).toBeVisible();

  await line.getByRole("button", { name: "Match", exact: true }).click();
  const match = page.getByRole("dialog", { name: /^Match 97\.56 EUR of/ });
  await match.getByRole("checkbox", { name: /97\.56 EUR · Settlement/ }).check();
  await expect(match.getByText("The amounts agree.")).toBeVisible();
  await expectSound(page);
  await match.getByLabel("Reason").fill("It is ours after all");
  await match.getByRole("button", { name: "Match" }).click();
  await expect(page.getByText("Matched by hand: It is ours after all")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Nothing is missing on the statements" }),
  ).toBeVisible();

  await page.goto("/test/settings/audit-log");
  await expect(page.getByText("Bank line matched by hand").first()).toBeVisible();
  await expect(page.getByText("Bank line unmatched").first()).toBeVisible();
});

test("a CSV file asks for its columns once, says a gap, and names the line of a fault", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await page.goto("/test/reports/bank");
  const head = "Buchungstag;Verwendungszweck;Betrag;Saldo";
  const rows = ["02.03.2026;Miete;-900,00;1.100,00", "03.03.2026;Kunde;50,00;1.150,00"];
  await dropZone(page).setInputFiles(csv("march.csv", [head, ...rows]));
  const columns = page.getByRole("dialog", { name: "Columns of march.csv" });
  await expect(columns.getByLabel("Balance after the line")).toHaveText("Saldo");
  await columns.getByLabel("Bank account").fill("DE89 3704 0044 0532 0130 00");
  await expectSound(page);
  await columns.getByRole("button", { name: "Add statement" }).click();
  await expect(page.getByText("1 statement with 2 lines added. 0 matched, 2 open.")).toBeVisible();

  const later = csv("april.csv", [head, "01.04.2026;Kunde;10,00;1.170,00"]);
  await dropZone(page).setInputFiles(later);
  const remembered = page.getByRole("dialog", { name: "Columns of april.csv" });
  await expect(remembered.getByLabel("Bank account")).toHaveValue("DE89370400440532013000");
  await remembered.getByRole("button", { name: "Add statement" }).click();
  await expect(
    page.getByText("It opens 10.00 EUR above the closing balance of 3 Mar 2026.").first(),
  ).toBeVisible();

  const rent = page.getByRole("row", { name: /900\.00 EUR/ }).filter({ hasText: "Miete" });
  await rent.getByRole("button", { name: "Set aside" }).click();
  const aside = page.getByRole("dialog", { name: /^Set aside −900\.00 EUR/ });
  await aside.getByLabel("Reason").fill("Rent of the shop");
  await aside.getByRole("button", { name: "Set aside" }).click();
  await expect(rent.getByText("Rent of the shop")).toBeVisible();
  await expectSound(page);

  await dropZone(page).setInputFiles(csv("may.csv", [head, "31.04.2026;x;1,00;1.171,00"]));
  const wrong = page.getByRole("dialog", { name: "Columns of may.csv" });
  await wrong.getByRole("button", { name: "Add statement" }).click();
  await expect(
    wrong.getByText("Line 2, Buchungstag: “31.04.2026” is not a date as DD.MM.YYYY."),
  ).toBeVisible();
});

test("a settlement that the bank split is paid in parts by two lines", async ({ page }) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  await openHistory(page, merchant);
  await page.goto("/test/reports/bank");
  const today = new Date().toLocaleDateString("de-DE", {
    ...({ day: "2-digit", month: "2-digit", year: "numeric" } as const),
  });
  const head = "Buchungstag;Verwendungszweck;Betrag;Saldo";
  const rows = [`${today};Teil 1;50,00;1.050,00`, `${today};Teil 2;47,56;1.097,56`];
  await dropZone(page).setInputFiles(csv("parts.csv", [head, ...rows]));
  const columns = page.getByRole("dialog", { name: "Columns of parts.csv" });
  await columns.getByLabel("Bank account").fill("DE89 3704 0044 0532 0130 00");
  await columns.getByRole("button", { name: "Add statement" }).click();
  const match = async (text: string, candidate: RegExp) => {
    const line = page.getByRole("row").filter({ hasText: text });
    await line.getByRole("button", { name: "Match" }).click();
    const dialog = page.getByRole("dialog", { name: /^Match / });
    await dialog.getByRole("checkbox", { name: candidate }).check();
    await dialog.getByLabel("Reason").fill("The bank split it");
    await expectSound(page);
    await dialog.getByRole("button", { name: "Match" }).click();
    await expect(dialog).toBeHidden();
    return line;
  };
  const first = await match("Teil 1", /97\.56 EUR · Settlement/);
  await expect(
    first.getByText("Paid in parts: 50.00 EUR of 97.56 EUR by 1 line, 47.56 EUR open."),
  ).toBeVisible();
  const second = await match("Teil 2", /97\.56 EUR, 47\.56 EUR open · Settlement/);
  await expect(second.getByText("Paid in parts, by 2 lines.")).toBeVisible();
  await expectSound(page);
});
