import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { newAccount, startSession } from "./support/account.ts";
import { make, pay } from "./support/api.ts";
import { expectSound } from "./support/sound.ts";
import { expect, test } from "./support/test.ts";

const DAY_MS = 86_400_000;
const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

async function save(page: Page): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  const download = await begun;
  const text = readFileSync(await download.path(), "latin1");
  return { name: download.suggestedFilename(), text };
}

async function choose(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

async function openForm(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Export for booking" }).click();
  const dialog = page.getByRole("dialog", { name: "Export for booking" });
  await dialog.getByLabel("From", { exact: true }).fill(dayAfter(-1));
  await dialog.getByLabel("To", { exact: true }).fill(dayAfter(5));
}

test("finance exports the ledger for DATEV and as camt.053; the sums are equal, and the accounts are remembered", async ({
  page,
}) => {
  const merchant = await newAccount();
  await startSession(page, merchant);
  for (const amount of [10_000, 2_550]) await pay(page, merchant, { amount });
  await make(page, merchant, "/v1/test/clock/advance", { seconds: 8 * 86_400 });
  await page.goto("/test/reports/closing");

  await openForm(page);
  await expectSound(page);
  await choose(page, "Chart of accounts", /Own accounts/);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Charges").fill("12");
  await dialog.getByRole("button", { name: "Download" }).click();
  await expect(dialog.getByText("Must be an account number of 4 to 9 digits.")).toBeVisible();
  await dialog.getByLabel("Charges").fill("8999");
  const datev = await save(page);
  expect(datev.name).toMatch(/^EXTF_accounting_journal_datev_.*_EUR\.csv$/);
  const rows = datev.text.split("\r\n").slice(2, -1);
  const charges = rows.map((row) => row.split(";")).filter((cells) => cells[7] === "8999");
  expect(charges.map((cells) => [cells[0], cells[6]])).toEqual([["125,50", "1250"]]);
  await expect(dialog).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page);
  await expect(page.getByRole("dialog").getByLabel("Charges")).toHaveValue("8999");
  await expectSound(page);
  await choose(page, "Format", /camt\.053/);
  const camt = await save(page);
  expect(camt.name).toMatch(/\.xml$/);
  expect(camt.text).toContain("camt.053.001.08");
  expect(camt.text.match(/<Stmt>/g)).toHaveLength(7);
  expect(camt.text).toMatch(/<Amt Ccy="EUR">125\.50<\/Amt>\s*<CdtDbtInd>CRDT/);
});
