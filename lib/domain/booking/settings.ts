import { inTransaction, type Tx } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { FORMULA_SIGNS } from "#lib/kernel/csv.ts";
import { invalid } from "#lib/kernel/errors.ts";
import {
  BOOKING_ACCOUNTS,
  type BookingAccount,
  JOURNAL_LAYOUTS,
  type JournalLayout,
  type JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";
import { accountsOfChart, DEFAULT_SETTINGS } from "./defaults.ts";
import { ENTRIES } from "./entries.ts";
import * as store from "./store.ts";

/** The settings of a program as they were saved, else the defaults. Takes no lock. */
export async function readSettings(
  ctx: Pick<Context, "accountId" | "mode">,
  layout: JournalLayout,
  tx?: Tx,
): Promise<JournalSettings> {
  return (await store.findSettings(ctx, layout, tx)) ?? DEFAULT_SETTINGS[layout];
}

/** The settings of all programs. Takes no lock. */
export async function readAllSettings(
  ctx: Context,
): Promise<Record<JournalLayout, JournalSettings>> {
  const pairs = JOURNAL_LAYOUTS.map(async (layout) => [layout, await readSettings(ctx, layout)]);
  return Object.fromEntries(await Promise.all(pairs)) as Record<JournalLayout, JournalSettings>;
}

/** Remembers how files for a program are written. Throws `parameter_invalid`, naming the parameter: `accounts[sales]`. */
export async function saveSettingsIn(
  tx: Tx,
  ctx: Context,
  layout: JournalLayout,
  given: JournalSettings,
): Promise<JournalSettings> {
  const settings = checkSettings(layout, given);
  await store.saveSettings(tx, ctx, { layout, settings, updatedAt: now() });
  await recordChangeIn(tx, ctx, {
    action: "booking_accounts.changed",
    subject: { id: layout, name: layout },
    after: { ...settings.accounts },
  });
  return settings;
}

export const saveSettings = inTransaction(saveSettingsIn);

/** Parts of the settings; what is undefined stays. */
type SettingsChange = {
  accounts?: Partial<Record<BookingAccount, string | undefined>> | undefined;
  datev?:
    | {
        [Name in keyof NonNullable<JournalSettings["datev"]>]?:
          | NonNullable<JournalSettings["datev"]>[Name]
          | undefined;
      }
    | undefined;
  taxRate?: string | undefined;
};

/** Changes parts of a program's settings. Throws as `saveSettingsIn`, and `parameter_invalid` for a part that the program
 *  does not have, or accounts that a standard chart would replace. */
export async function changeSettingsIn(
  tx: Tx,
  ctx: Context,
  layout: JournalLayout,
  change: SettingsChange,
): Promise<JournalSettings> {
  if (change.datev && layout !== "datev") throw invalid("datev", "Only DATEV has these settings.");
  if (change.taxRate !== undefined && layout !== "xero") {
    throw invalid("tax_rate", "Only Xero has a tax rate.");
  }
  const now = await readSettings(ctx, layout, tx);
  const datev = now.datev && { ...now.datev, ...given(change.datev) };
  if (change.accounts && datev && datev.chart !== "other") {
    const message = `They are those of the chart ${datev.chart}. Set datev[chart] to other to choose them.`;
    throw invalid("accounts", message);
  }
  return await saveSettingsIn(tx, ctx, layout, {
    accounts: { ...now.accounts, ...given(change.accounts) },
    datev,
    taxRate: change.taxRate ?? now.taxRate,
  });
}

/** The parts that are not undefined. */
function given<T extends object>(parts: T | undefined) {
  return Object.fromEntries(
    Object.entries(parts ?? {}).filter(([, value]) => value !== undefined),
  ) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}

const FORMS: Readonly<Record<JournalLayout, { fits: RegExp; label: string }>> = {
  datev: { fits: /^\d{4,9}$/, label: "Must be an account number of 4 to 9 digits." },
  xero: { fits: /^[A-Za-z0-9.-]{1,10}$/, label: "Must be an account code of up to 10 characters." },
  quickbooks: {
    fits: /^[^\p{Cc}\s](?:[^\p{Cc}]{0,98}[^\p{Cc}\s])?$/u,
    label: "Must be the account's name, of up to 100 characters.",
  },
};

/** Valid settings, with the accounts of DATEV's chart if it is a standard one. Throws as `saveSettingsIn`. */
export function checkSettings(layout: JournalLayout, given: JournalSettings): JournalSettings {
  const chart = layout === "datev" ? (given.datev?.chart ?? "other") : "other";
  const accounts = chart === "other" ? given.accounts : accountsOfChart(chart);
  const { fits, label } = FORMS[layout];
  for (const name of BOOKING_ACCOUNTS) {
    const code = accounts[name];
    if (!fits.test(code)) throw invalid(`accounts[${name}]`, label);
    if (FORMULA_SIGNS.includes(code.charAt(0))) {
      throw invalid(`accounts[${name}]`, "Must not begin as a formula does: = + - @.");
    }
  }
  checkSides(accounts);
  if (layout === "datev") return { accounts, datev: checkDatev(given, accounts), taxRate: null };
  if (layout === "quickbooks") return { accounts, datev: null, taxRate: null };
  const taxRate = given.taxRate?.trim() ?? "";
  if (!/^[^\p{Cc}=+@-][^\p{Cc}]{0,49}$/u.test(taxRate)) {
    throw invalid("taxRate", "Enter the name of the tax rate without tax, as Xero has it.");
  }
  return { accounts, datev: null, taxRate };
}

/** No program takes an entry whose debit and credit are on one account. */
function checkSides(accounts: Readonly<Record<BookingAccount, string>>): void {
  for (const sides of Object.values(ENTRIES)) {
    if (!sides || accounts[sides.debit] !== accounts[sides.credit]) continue;
    const [one, other] = [sides.credit, sides.debit].sort(
      (a, b) => BOOKING_ACCOUNTS.indexOf(b) - BOOKING_ACCOUNTS.indexOf(a),
    );
    throw invalid(
      `accounts[${one}]`,
      `Must differ from ${String(other).replaceAll("_", " ")}: they are the two sides of ${sides.text.toLowerCase()}.`,
    );
  }
}

function checkDatev(
  { datev }: JournalSettings,
  accounts: Readonly<Record<BookingAccount, string>>,
): JournalSettings["datev"] {
  if (!datev) throw invalid("datev", "Give DATEV's consultant and client number.");
  const within = (param: string, value: number, least: number, most: number) => {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    throw invalid(`datev[${param}]`, `Must be a whole number from ${least} to ${most}.`);
  };
  within("consultant", datev.consultant, 1_001, 9_999_999);
  within("client", datev.client, 1, 99_999);
  within("fiscalYearStart", datev.fiscalYearStart, 1, 12);
  const length = accountLength(accounts);
  for (const name of BOOKING_ACCOUNTS) {
    const isLonger = accounts[name].length > length + 1;
    if (!isLonger) continue;
    const message = `Must have ${length} digits as the other accounts, or one more as accounts of debtors.`;
    throw invalid(`accounts[${name}]`, message);
  }
  return datev;
}

/** Digits of DATEV's general ledger accounts; accounts of debtors and creditors have one more. At most 8. */
export const accountLength = (accounts: Readonly<Record<BookingAccount, string>>) =>
  Math.min(8, ...Object.values(accounts).map((number) => number.length));
