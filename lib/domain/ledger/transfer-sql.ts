import { newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import { TRANSFER_KINDS } from "#lib/kernel/vocabulary/ledger.ts";
import type { NewTransfer } from "./types.ts";

/** Columns that `transfersSql` needs in addition to `account_id` and `mode`. */
export const TRANSFER_COLUMNS = [
  ["transfer_ids", "text[]"],
  ["transfer_kinds", "text[]"],
  ["transfer_debits", "text[]"],
  ["transfer_credits", "text[]"],
  ["transfer_amounts", "bigint[]"],
  ["transfer_currencies", "text[]"],
  ["transfer_sources", "text[]"],
  ["transferred_at", "timestamptz"],
] as const;

/** `insert … returning id`: books the transfers of the rows of `from`, as part of a larger statement. */
export function transfersSql(from: string): string {
  return `
    insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency,
                                  source_id, created_at)
    select f.account_id, t.id, f.mode, t.kind, t.debit, t.credit, t.amount, t.currency,
           t.source_id, f.transferred_at
      from ${from} f cross join lateral
           unnest(f.transfer_ids, f.transfer_kinds, f.transfer_debits, f.transfer_credits,
                  f.transfer_amounts, f.transfer_currencies, f.transfer_sources) as
           t(id, kind, debit, credit, amount, currency, source_id)
    returning id`;
}

/** The transfers as one record of `TRANSFER_COLUMNS`, booked at `bookedAt`. */
export function transfersRow(
  transfers: readonly NewTransfer[],
  bookedAt: Date,
): RecordOf<typeof TRANSFER_COLUMNS> {
  if (transfers.length === 0) return {};
  return {
    transfer_ids: transfers.map(() => newId("ltr")),
    transfer_kinds: transfers.map(({ kind }) => kind),
    transfer_debits: transfers.map(({ kind }) => TRANSFER_KINDS[kind].debit),
    transfer_credits: transfers.map(({ kind }) => TRANSFER_KINDS[kind].credit),
    transfer_amounts: transfers.map(({ amountMinor }) => amountMinor),
    transfer_currencies: transfers.map(({ currency }) => currency),
    transfer_sources: transfers.map(({ sourceId }) => sourceId),
    transferred_at: bookedAt,
  };
}
