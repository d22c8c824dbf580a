import { now } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import { TRANSFER_KINDS } from "./accounts.ts";
import type { NewTransfer } from "./types.ts";

/** What a row must have for a transfer to be booked with it, beside `account_id` and `mode`. */
export const TRANSFER_COLUMNS = [
  ["transfer_id", "text"],
  ["transfer_kind", "text"],
  ["debit", "text"],
  ["credit", "text"],
  ["transfer_amount", "bigint"],
  ["transfer_currency", "text"],
  ["transfer_source", "text"],
  ["transferred_at", "timestamptz"],
] as const;

/** `insert … returning id`: books the transfers of the rows of `from` that have one, as part of a
 *  larger statement. Rows are only added. */
export function transfersSql(from: string): string {
  return `
    insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency,
                                  source_id, created_at)
    select account_id, transfer_id, mode, transfer_kind, debit, credit, transfer_amount,
           transfer_currency, transfer_source, transferred_at
      from ${from} where transfer_id is not null
    returning id`;
}

/** A transfer in these columns; null: none. */
export function transferRow(transfer: NewTransfer | null): RecordOf<typeof TRANSFER_COLUMNS> {
  if (!transfer) return {};
  const { debit, credit } = TRANSFER_KINDS[transfer.kind];
  return {
    transfer_id: newId("ltr"),
    transfer_kind: transfer.kind,
    debit,
    credit,
    transfer_amount: String(transfer.amountMinor),
    transfer_currency: transfer.currency,
    transfer_source: transfer.sourceId,
    transferred_at: now(),
  };
}
