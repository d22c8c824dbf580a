import { TRANSFER_COLUMNS, transfersRow, transfersSql } from "#lib/domain/ledger/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { columnNames, type RecordOf } from "#lib/kernel/record-rows.ts";
import { cutOffAfter, transfersOfEntry } from "./entry.ts";
import type { NewEntry } from "./types.ts";

/** What a row must have for a movement of money to be booked with it, beside `account_id` and `mode`. */
export const BOOKING_COLUMNS = [["entries", "json"], ...TRANSFER_COLUMNS] as const;

const ENTRY_COLUMNS = [
  ["id", "text"],
  ["type", "text"],
  ["currency", "text"],
  ["amount", "bigint"],
  ["interchange", "bigint"],
  ["scheme_fee", "bigint"],
  ["markup", "bigint"],
  ["commission", "bigint"],
  ["dispute_fee", "bigint"],
  ["region", "text"],
  ["card_product", "text"],
  ["consumer_or_commercial", "text"],
  ["interchange_rate_bp", "int"],
  ["interchange_fixed", "bigint"],
  ["source_id", "text"],
  ["payment_id", "text"],
  ["available_on", "timestamptz"],
  ["created_at", "timestamptz"],
] as const;

/**
 * CTE text for one-statement transactions: books the movements in the rows of `from` (those that have
 * one), each as a balance transaction and its ledger transfers. Rows are only added; the same movement a
 * second time breaks a unique index and so the whole statement.
 */
export function bookingSql(from: string): string {
  const definitions = ENTRY_COLUMNS.map(([name, type]) => `${name} ${type}`).join(", ");
  return `new_entries as (
    insert into balance_transactions (account_id, mode, ${columnNames(ENTRY_COLUMNS)})
    select f.account_id, f.mode, ${columnNames(ENTRY_COLUMNS, "e")}
      from ${from} f cross join lateral json_to_recordset(f.entries) as e(${definitions})
  ), new_transfers as (${transfersSql(from)})`;
}

/** A movement in these columns; null: none. */
export function bookingRow(entry: NewEntry | null): RecordOf<typeof BOOKING_COLUMNS> {
  if (!entry) return {};
  return {
    entries: [entryRow(entry)],
    ...transfersRow(transfersOfEntry(entry), entry.bookedAt),
  };
}

function entryRow(entry: NewEntry): RecordOf<typeof ENTRY_COLUMNS> {
  const { fees, pricing } = entry;
  return {
    id: newId("txn"),
    type: entry.type,
    currency: entry.currency,
    amount: String(entry.amountMinor),
    interchange: String(fees.interchange),
    scheme_fee: String(fees.schemeFee),
    markup: String(fees.markup),
    commission: String(fees.commission),
    dispute_fee: String(entry.disputeFee),
    region: pricing?.region,
    card_product: pricing?.cardProduct,
    consumer_or_commercial: pricing?.consumerOrCommercial,
    interchange_rate_bp: pricing?.rateBp,
    interchange_fixed: pricing && String(pricing.fixed),
    source_id: entry.sourceId,
    payment_id: entry.paymentId,
    available_on: cutOffAfter(entry.bookedAt).toISOString(),
    created_at: entry.bookedAt.toISOString(),
  };
}
