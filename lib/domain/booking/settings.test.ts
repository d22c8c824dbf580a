import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import {
  BOOKING_ACCOUNTS,
  JOURNAL_LAYOUTS,
  type JournalLayout,
  type JournalSettings,
} from "#lib/kernel/vocabulary/booking.ts";
import { TRANSFER_KINDS, type TransferKind } from "#lib/kernel/vocabulary/ledger.ts";
import { createMerchant } from "#test/merchant.ts";
import { DEFAULT_SETTINGS } from "./defaults.ts";
import { ENTRIES } from "./entries.ts";
import { checkSettings, readAllSettings, saveSettings } from "./settings.ts";

after(closeDb);

/** The parameter that is refused; null if the settings are valid. */
function refused(layout: JournalLayout, settings: JournalSettings): string | null | undefined {
  try {
    checkSettings(layout, settings);
    return null;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return error.param;
  }
}

const changed = (layout: JournalLayout, accounts: Partial<JournalSettings["accounts"]>) => {
  const settings = DEFAULT_SETTINGS[layout];
  const datev = settings.datev && { ...settings.datev, chart: "other" as const };
  return { ...settings, datev, accounts: { ...settings.accounts, ...accounts } };
};

test("the default settings of each program are valid", () => {
  for (const layout of JOURNAL_LAYOUTS)
    assert.equal(refused(layout, DEFAULT_SETTINGS[layout]), null);
});

test("an account of the merchant is debited for one account of the ledger that is credited", () => {
  const mirrored = new Map<string, Set<string>>();
  const note = (account: string, ledger: string) =>
    mirrored.set(account, (mirrored.get(account) ?? new Set()).add(ledger));
  for (const [kind, sides] of Object.entries(ENTRIES)) {
    if (!sides) continue;
    const { debit, credit } = TRANSFER_KINDS[kind as TransferKind];
    note(sides.debit, credit);
    note(sides.credit, debit);
  }
  const of = (account: string) => [...(mirrored.get(account) ?? [])].sort();
  for (const account of BOOKING_ACCOUNTS) {
    const ledger = of(account);
    // The bank is behind settlements and top-ups.
    assert.equal(ledger.length, account === "bank_transit" ? 2 : 1, account);
  }
  assert.deepEqual(of("balance"), ["merchant_balance"]);
  assert.deepEqual(of("payout_balance"), ["payout_balance"]);
});

test("invalid accounts are refused with the name of the parameter", () => {
  const cases: [layout: JournalLayout, settings: JournalSettings, param: string][] = [
    ["datev", changed("datev", { sales: "84" }), "accounts[sales]"],
    ["datev", changed("datev", { sales: "8400A" }), "accounts[sales]"],
    ["datev", changed("datev", { sales: "1250" }), "accounts[sales]"],
    ["datev", changed("datev", { payouts: "700001" }), "accounts[payouts]"],
    ["xero", changed("xero", { dispute_fees: "" }), "accounts[dispute_fees]"],
    ["xero", { ...DEFAULT_SETTINGS.xero, taxRate: " " }, "taxRate"],
    ["xero", { ...DEFAULT_SETTINGS.xero, taxRate: "=1" }, "taxRate"],
    ["quickbooks", changed("quickbooks", { balance: "=cmd" }), "accounts[balance]"],
    ["quickbooks", changed("quickbooks", { balance: "Bank transit" }), "accounts[bank_transit]"],
    ["datev", { ...DEFAULT_SETTINGS.datev, datev: null }, "datev"],
  ];
  const own = DEFAULT_SETTINGS.datev.datev!;
  for (const [name, value] of [
    ["consultant", 999],
    ["client", 100_000],
    ["fiscalYearStart", 13],
    ["client", 1.5],
  ] as const) {
    const settings = { ...DEFAULT_SETTINGS.datev, datev: { ...own, [name]: value } };
    cases.push(["datev", settings, `datev[${name}]`]);
  }
  for (const [layout, settings, param] of cases) assert.equal(refused(layout, settings), param);
});

test("accounts are remembered per program, account and mode; a standard chart has its own", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const xero = changed("xero", { sales: "260" });
  await saveSettings(merchant.ctx.live, "xero", xero);
  const { datev } = DEFAULT_SETTINGS.datev;
  const given = {
    ...changed("datev", { sales: "9999" }),
    datev: { ...datev!, chart: "skr04" as const },
  };
  await saveSettings(merchant.ctx.live, "datev", given);
  await saveSettings(merchant.ctx.live, "datev", given);
  const saved = await readAllSettings(merchant.ctx.live);
  assert.equal(saved.xero.accounts.sales, "260");
  assert.deepEqual([saved.datev.accounts.sales, saved.datev.accounts.balance], ["1370", "1850"]);
  assert.deepEqual(saved.quickbooks, DEFAULT_SETTINGS.quickbooks);
  assert.deepEqual(await readAllSettings(merchant.ctx.test), DEFAULT_SETTINGS);
  assert.deepEqual(await readAllSettings(other.ctx.live), DEFAULT_SETTINGS);
});
