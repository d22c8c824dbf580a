import { newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import { TRANSFER_KINDS } from "./accounts.ts";
import type { NewTransfer } from "./types.ts";

/** What a row must have for transfers to be booked with it, beside `account_id` and `mode`. */
export const TRANSFER_COLUMNS = [["transfers", "json"]] as const;

/** `insert … returning id`: books the transfers of the rows of `from`, as part of a larger statement.
 *  Rows are only added. */
export function transfersSql(from: string): string {
  return `
    insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency,
                                  source_id, created_at)
    select f.account_id, t.id, f.mode, t.kind, t.debit, t.credit, t.amount, t.currency,
           t.source_id, t.created_at
      from ${from} f cross join lateral json_to_recordset(f.transfers) as
           t(id text, kind text, debit text, credit text, amount bigint, currency text,
             source_id text, created_at timestamptz)
    returning id`;
}

/** Transfers in this column, booked at `bookedAt`. */
export function transfersRow(
  transfers: readonly NewTransfer[],
  bookedAt: Date,
): RecordOf<typeof TRANSFER_COLUMNS> {
  if (transfers.length === 0) return {};
  const created_at = bookedAt.toISOString();
  return {
    transfers: transfers.map((transfer) => ({
      id: newId("ltr"),
      kind: transfer.kind,
      ...TRANSFER_KINDS[transfer.kind],
      amount: String(transfer.amountMinor),
      currency: transfer.currency,
      source_id: transfer.sourceId,
      created_at,
    })),
  };
}
