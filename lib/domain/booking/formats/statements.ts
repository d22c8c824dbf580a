import {
  type WrittenStatement,
  writeCamt053,
  writeMt940,
} from "#lib/domain/bank-statements/index.ts";
import { addDays, daysBetween } from "#lib/kernel/period.ts";
import type { Entry } from "../entries.ts";
import type { BookingPlan } from "../plan-booking.ts";

/**
 * The Paydesk balance as a bank states an account: one statement per day, also without entries. Its number is the day of the
 * year, so a day has the same number in every file, and a missing day is a gap. Opening balance + entries = closing balance =
 * the next opening balance.
 */
export function statementsOf(
  entries: readonly Entry[],
  plan: BookingPlan,
  openingMinor: bigint,
): WrittenStatement[] {
  const { from, to, currency } = plan;
  const days = Map.groupBy(entries, ({ day }) => day);
  let balance = openingMinor;
  return Array.from({ length: daysBetween(from, to) }, (_, i) => {
    const day = addDays(from, i);
    const lines = (days.get(day) ?? []).flatMap((entry) => lineOf(entry));
    const opening = balance;
    balance = lines.reduce((sum, { amountMinor }) => sum + amountMinor, opening);
    const sequence = daysBetween(`${day.slice(0, 4)}-01-01`, day) + 1;
    return {
      bankAccount: statementAccount(plan),
      currency,
      reference: `${day.slice(0, 4)}/${sequence}/1`,
      sequence,
      fromDay: day,
      toDay: day,
      openingMinor: opening,
      closingMinor: balance,
      lines,
    };
  });
}

/** At most 34 signs. The test mode has other accounts, so that nobody books it. */
const statementAccount = ({ accountId, mode, currency }: BookingPlan) =>
  `${mode === "test" ? "TEST" : "ACCT"}${accountId.slice("acct_".length).toUpperCase()}/${currency}`;

function lineOf(entry: Entry): WrittenStatement["lines"][number][] {
  const { day, debit, credit, reference, bankReference, text } = entry;
  if (debit !== "balance" && credit !== "balance") return [];
  return [
    {
      bookingDay: day,
      valueDay: day,
      amountMinor: debit === "balance" ? entry.amountMinor : -entry.amountMinor,
      entryReference: reference,
      references: bankReference ? [bankReference] : [],
      text,
      counterparty: null,
    },
  ];
}

/** Writes the statements of a journal's days. The created time is the end of the period. */
export function writeStatements(
  entries: readonly Entry[],
  plan: BookingPlan,
  { openingMinor, createdAt }: { openingMinor: bigint; createdAt: Date },
): { bytes: Buffer; rowCount: number } {
  const statements = statementsOf(entries, plan, openingMinor);
  const id = `PD-${plan.from}-${plan.to}-${plan.currency}`;
  const text =
    plan.layout === "mt940" ? writeMt940(statements) : writeCamt053(statements, { id, createdAt });
  return { bytes: Buffer.from(text), rowCount: statements.flatMap(({ lines }) => lines).length };
}
