import { type Cell, csvLine } from "#lib/kernel/csv.ts";
import { minorToDecimal } from "#lib/kernel/money.ts";
import type { JournalSettings } from "#lib/kernel/vocabulary/booking.ts";
import type { Entry } from "../entries.ts";
import type { BookingPlan } from "../plan-booking.ts";

/** A line of a day's journal; positive amounts are debits. */
export type JournalLine = { account: string; amountMinor: bigint; text: string };

/**
 * One journal per day, which balances: a line per entry, and one for the day's movement of each balance. Xero takes few
 * hundred lines per file.
 */
export function journalsOf(
  entries: readonly Entry[],
  { accounts }: JournalSettings,
): Map<string, JournalLine[]> {
  const days = Map.groupBy(entries, ({ day }) => day);
  return new Map([...days].map(([day, own]) => [day, linesOf(own, accounts)]));
}

const NETTED = { balance: "Paydesk balance", payout_balance: "Paydesk payout balance" } as const;
const isNetted = (name: string): name is keyof typeof NETTED => name in NETTED;

function linesOf(entries: readonly Entry[], accounts: JournalSettings["accounts"]): JournalLine[] {
  const lines: JournalLine[] = [];
  const nets = { balance: 0n, payout_balance: 0n };
  for (const { debit, credit, amountMinor, text } of entries) {
    for (const [name, signed] of [
      [debit, amountMinor],
      [credit, -amountMinor],
    ] as const) {
      if (isNetted(name)) nets[name] += signed;
      else lines.push({ account: accounts[name], amountMinor: signed, text });
    }
  }
  for (const [name, amountMinor] of Object.entries(nets) as [keyof typeof NETTED, bigint][]) {
    if (amountMinor !== 0n)
      lines.push({ account: accounts[name], amountMinor, text: NETTED[name] });
  }
  return lines;
}

type Written = { bytes: Buffer; rowCount: number };

function written(head: readonly string[], rows: readonly (readonly Cell[])[]): Written {
  const text = [head, ...rows].map((cells) => csvLine(cells)).join("");
  return { bytes: Buffer.from(text), rowCount: rows.length };
}

const figure = (minor: bigint, currency: string): Cell => ({
  figure: minorToDecimal(minor, currency),
});
const nameOf = (day: string, { mode, currency }: BookingPlan) =>
  `Paydesk ${mode === "test" ? "TEST " : ""}${day} ${currency}`;

/**
 * Writes manual journals as Xero's import template has them: a journal is the lines with the same narration and date, debits
 * are positive, dates dd/mm/yyyy. Source: https://help.xero.com/nz/ManualJournalsImport (300 lines per file).
 */
export function writeXero(
  entries: readonly Entry[],
  plan: BookingPlan,
  settings: JournalSettings,
): Written {
  const rows = [...journalsOf(entries, settings)].flatMap(([day, lines]) =>
    lines.map(({ account, amountMinor, text }): Cell[] => [
      nameOf(day, plan),
      day.split("-").reverse().join("/"),
      text,
      account,
      settings.taxRate,
      figure(amountMinor, plan.currency),
      ...["", "", "", ""],
    ]),
  );
  const tracking = ["TrackingName1", "TrackingOption1", "TrackingName2", "TrackingOption2"];
  const head = ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"];
  return written([...head, ...tracking], rows);
}

/**
 * Writes journal entries for QuickBooks Online: a journal is the lines with the same number, dates mm/dd/yyyy, accounts by their
 * names. Source: https://quickbooks.intuit.com/learn-support/en-au/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_AU_en_AU
 */
export function writeQuickbooks(
  entries: readonly Entry[],
  plan: BookingPlan,
  settings: JournalSettings,
): Written {
  const { currency, mode } = plan;
  const rows = [...journalsOf(entries, settings)].flatMap(([day, lines]) =>
    lines.map(({ account, amountMinor, text }): Cell[] => {
      const [year = "", month = "", date = ""] = day.split("-");
      const isDebit = amountMinor > 0n;
      return [
        `${mode === "test" ? "PT" : "PD"}-${year}${month}${date}-${currency}`,
        `${month}/${date}/${year}`,
        account,
        isDebit ? figure(amountMinor, currency) : null,
        isDebit ? null : figure(-amountMinor, currency),
        text,
        currency,
      ];
    }),
  );
  const head = ["JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description"];
  return written([...head, "Currency"], rows);
}

/** Writes entries as they are, with our names of accounts, in minor or major units. */
export function writeEntries(
  entries: readonly Entry[],
  { currency, layout }: BookingPlan,
): Written {
  const amount = (minor: bigint) => (layout === "native" ? minor : figure(minor, currency));
  const rows = entries.map((entry): Cell[] => [
    entry.day,
    entry.reference,
    entry.kind,
    entry.count,
    entry.debit,
    entry.credit,
    amount(entry.amountMinor),
    currency,
    entry.bankReference,
  ]);
  const head = ["day", "reference", "kind", "count", "debit", "credit", "amount", "currency"];
  return written([...head, "bank_reference"], rows);
}
