import {
  type NewTransfer,
  TRANSFER_COLUMNS,
  type TransferKind,
  transfersRow,
  transfersSql,
} from "#lib/domain/ledger/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf } from "#lib/kernel/record-rows.ts";
import type { Held } from "#lib/kernel/shard-sql.ts";
import type { EntryType } from "#lib/kernel/vocabulary/balance.ts";
import type { NewEntry } from "./types.ts";

const ENTRY_COLUMNS = [
  ["entry_id", "text"],
  ["entry_type", "text"],
  ["entry_currency", "text"],
  ["entry_amount", "bigint"],
  ["entry_interchange", "bigint"],
  ["entry_scheme_fee", "bigint"],
  ["entry_markup", "bigint"],
  ["entry_commission", "bigint"],
  ["entry_dispute_fee", "bigint"],
  ["entry_region", "text"],
  ["entry_card_product", "text"],
  ["entry_consumer_or_commercial", "text"],
  ["entry_interchange_rate_bp", "int"],
  ["entry_interchange_fixed", "bigint"],
  ["entry_source_id", "text"],
  ["entry_payment_id", "text"],
  ["entry_available_on", "timestamptz"],
  ["entry_created_at", "timestamptz"],
] as const;

/** Columns that `bookingSql` needs in addition to `account_id` and `mode`. */
export const BOOKING_COLUMNS = [...ENTRY_COLUMNS, ...TRANSFER_COLUMNS] as const;

/**
 * Returns CTEs for a larger statement: they book the entry of each row of `from` that has one, as a balance transaction
 * with its ledger transfers. Booking the same entry twice violates a unique index and fails the whole statement.
 */
export function bookingSql(from: string, held: Held): string {
  const fields = ENTRY_COLUMNS.map(([name]) => name.slice("entry_".length)).join(", ");
  return `new_entries as (
    insert into balance_transactions (account_id, mode, ${fields})
    select account_id, mode, ${columnNames(ENTRY_COLUMNS)}
      from ${held.from(from)} where entry_id is not null
  ), ${transfersSql(from, held)}`;
}

/** The entry as a record of `BOOKING_COLUMNS`; empty for null. */
export function bookingRow(entry: NewEntry | null): RecordOf<typeof BOOKING_COLUMNS> {
  if (!entry) return {};
  return {
    ...entryRow(entry),
    ...transfersRow(transfersOfEntry(entry), entry.bookedAt),
  };
}

function entryRow(entry: NewEntry): RecordOf<typeof ENTRY_COLUMNS> {
  const { fees, pricing } = entry;
  return {
    entry_id: newId("txn"),
    entry_type: entry.type,
    entry_currency: entry.currency,
    entry_amount: entry.amountMinor,
    entry_interchange: fees.interchange,
    entry_scheme_fee: fees.schemeFee,
    entry_markup: fees.markup,
    entry_commission: fees.commission,
    entry_dispute_fee: entry.disputeFee,
    entry_region: pricing?.region,
    entry_card_product: pricing?.cardProduct,
    entry_consumer_or_commercial: pricing?.consumerOrCommercial,
    entry_interchange_rate_bp: pricing?.rateBp,
    entry_interchange_fixed: pricing?.fixed,
    entry_source_id: entry.sourceId,
    entry_payment_id: entry.paymentId,
    entry_available_on: cutOffAfter(entry.bookedAt),
    entry_created_at: entry.bookedAt,
  };
}

/** The transfer kind of the amount itself. Nothing books adjustments yet. */
const PRINCIPAL: Readonly<Record<Exclude<EntryType, "adjustment">, TransferKind>> = {
  charge: "capture",
  refund: "refund",
  refund_failure: "refund_reversal",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  settlement_failure: "settlement_failure",
  payment_failure: "payment_failure",
};

/** Returns the ledger transfers of an entry: one for its amount and one for each part of its fee. Throws for an
 *  adjustment. */
export function transfersOfEntry(entry: NewEntry): NewTransfer[] {
  const { type, amountMinor, currency, sourceId, fees } = entry;
  if (type === "adjustment") throw new Error("nothing books an adjustment by itself");
  const parts: [TransferKind, bigint][] = [
    [PRINCIPAL[type], amountMinor < 0n ? -amountMinor : amountMinor],
    ["interchange", fees.interchange],
    ["scheme_fee", fees.schemeFee],
    ["markup", fees.markup],
    ["commission", fees.commission],
    ["dispute_fee", entry.disputeFee],
  ];
  return parts
    .filter(([, amount]) => amount > 0n)
    .map(([kind, amount]) => ({ kind, amountMinor: amount, currency, sourceId }));
}

/** Returns the next daily cut-off (00:00 UTC) after a moment (decisions §5). */
export function cutOffAfter(moment: Date): Date {
  return dateFromMs((Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS);
}
