import { TRANSFER_COLUMNS, transfersRow, transfersSql } from "#lib/domain/ledger/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf } from "#lib/kernel/record-rows.ts";
import { cutOffAfter, transfersOfEntry } from "./entry.ts";
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

/** What a row must have for a movement of money to be booked with it, beside `account_id` and `mode`. */
export const BOOKING_COLUMNS = [...ENTRY_COLUMNS, ...TRANSFER_COLUMNS] as const;

/**
 * CTE text for one-statement transactions: books the movements in the rows of `from` (those that have
 * one), each as a balance transaction and its ledger transfers. Rows are only added; the same movement a
 * second time breaks a unique index and so the whole statement.
 */
export function bookingSql(from: string): string {
  const fields = ENTRY_COLUMNS.map(([name]) => name.slice("entry_".length)).join(", ");
  return `new_entries as (
    insert into balance_transactions (account_id, mode, ${fields})
    select account_id, mode, ${columnNames(ENTRY_COLUMNS)}
      from ${from} where entry_id is not null
  ), new_transfers as (${transfersSql(from)})`;
}

/** A movement in these columns; null: none. */
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
