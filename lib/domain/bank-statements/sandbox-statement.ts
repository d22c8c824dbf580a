import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { ibanWithChecks } from "#lib/kernel/iban.ts";
import { addDays } from "#lib/kernel/period.ts";
import { earliest } from "./formats/fields.ts";
import type { ParsedLine, ParsedStatement } from "./formats/types.ts";
import { writeCamt053 } from "./formats/write-camt053.ts";
import { writeMt940 } from "./formats/write-mt940.ts";
import { listMovements, sumBefore } from "./movement-store.ts";
import type { Movement } from "./types.ts";

export const SANDBOX_FORMATS = ["camt.053", "mt940"] as const;
export type SandboxFormat = (typeof SANDBOX_FORMATS)[number];

type Written = Omit<ParsedStatement, "at" | "lines"> & { lines: Omit<ParsedLine, "at">[] };
type Days = { fromDay: string; toDay: string };

/** Bank code of the sandbox's bank. Accounts end as settlements say: 0000. */
const BANK = "99999999";
/** One account per currency: each letter is its place in the alphabet. */
const numberOf = (currency: string) =>
  [...currency].map((letter) => String(letter.charCodeAt(0) - 64).padStart(2, "0")).join("");

/**
 * The statement of the merchant's sandbox bank for some days in UTC: settlements that were paid, payouts that were sent
 * and payouts that came back, with one account and statement per currency. Ends yesterday at the latest, because a bank
 * states whole days. Throws `resource_missing` in live mode, and `parameter_invalid` (`from`) if no whole day is left or
 * nothing ever moved.
 */
export async function sandboxStatement(
  ctx: Context,
  days: Days,
  format: SandboxFormat,
): Promise<{ fileName: string; text: string }> {
  if (ctx.mode === "live") throw missing("sandbox statement", "in live mode");
  const createdAt = businessNow(ctx);
  const yesterday = addDays(createdAt.toISOString().slice(0, 10), -1);
  const { fromDay } = days;
  const toDay = earliest([days.toDay, yesterday]);
  if (fromDay > toDay) {
    const message = `A statement holds whole days: it ends on ${yesterday} at the latest. Advance the sandbox clock for a later one.`;
    throw invalid("from", message);
  }
  const [movements, before] = await Promise.all([
    listMovements(ctx, { fromDay, toDay }),
    sumBefore(ctx, fromDay),
  ]);
  const statements = statementsOf(movements, before, { fromDay, toDay });
  if (statements.length === 0) {
    throw invalid("from", "No settlement or payout moved money until then.");
  }
  const name = `sandbox_bank_${fromDay}_${toDay}`;
  const text =
    format === "mt940"
      ? writeMt940(statements)
      : writeCamt053(statements, { id: name.slice(0, 35), createdAt });
  return { fileName: format === "mt940" ? `${name}.sta` : `${name}.xml`, text };
}

function statementsOf(
  movements: readonly Movement[],
  before: readonly { currency: string; amountMinor: bigint }[],
  { fromDay, toDay }: Days,
): Written[] {
  const openings = new Map(before.map(({ currency, amountMinor }) => [currency, amountMinor]));
  const currencies = new Set([...openings.keys(), ...movements.map(({ currency }) => currency)]);
  return [...currencies].sort().map((currency) => {
    const own = movements.filter((one) => one.currency === currency);
    const openingMinor = openings.get(currency) ?? 0n;
    return {
      bankAccount: sandboxAccount(currency),
      currency,
      reference: `SBX${currency}${compact(fromDay)}${compact(toDay)}`,
      sequence: null,
      fromDay,
      toDay,
      openingMinor,
      closingMinor: own.reduce((sum, { amountMinor }) => sum + amountMinor, openingMinor),
      lines: own.map(lineOf),
    };
  });
}

const compact = (day: string) => day.replaceAll("-", "");

function sandboxAccount(currency: string): string {
  return ibanWithChecks("DE", `${BANK}${numberOf(currency)}0000`);
}

const TEXTS = {
  settlement_paid: "SETTLEMENT",
  payout_sent: "PAYOUT",
  payout_returned: "RETURNED PAYOUT",
} as const;

function lineOf(movement: Movement): Omit<ParsedLine, "at"> {
  const { kind, objectId, day, amountMinor, name, reference } = movement;
  const tail = objectId.slice(-10).toUpperCase();
  return {
    bookingDay: day,
    valueDay: day,
    amountMinor,
    entryReference: `SBX${{ settlement_paid: "S", payout_sent: "P", payout_returned: "R" }[kind]}${tail}`,
    references: [reference],
    text: `${TEXTS[kind]} ${objectId}`,
    counterparty: name ?? "Paydesk Sandbox",
  };
}
