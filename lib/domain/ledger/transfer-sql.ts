import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { newId } from "#lib/kernel/ids.ts";
import { TRANSFER_KINDS } from "./accounts.ts";
import type { NewTransfer } from "./types.ts";

/** Parameters that one transfer takes. */
export const TRANSFER_PARAMS = 10;

/**
 * `insert … returning id`: books one transfer as part of a larger statement, when the caller's CTE
 * `proceed` has a row and there is a transfer at all (`values` of null: none). Rows are only added.
 */
export function transferSql({ firstParam }: { firstParam: number }): {
  text: string;
  values(ctx: Context, transfer: NewTransfer | null): readonly unknown[];
} {
  const p = (index: number, type: string) => `$${firstParam + index}::${type}`;
  return {
    text: `
      insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency,
                                    source_id, created_at)
      select ${p(0, "text")}, ${p(1, "text")}, ${p(2, "text")}, ${p(3, "text")}, ${p(4, "text")},
             ${p(5, "text")}, ${p(6, "bigint")}, ${p(7, "text")}, ${p(8, "text")},
             ${p(9, "timestamptz")}
       where ${p(6, "bigint")} is not null and exists (select 1 from proceed)
      returning id`,
    values: (ctx, transfer) => (transfer ? rowOf(ctx, transfer) : NOTHING),
  };
}

const NOTHING: readonly null[] = Array.from({ length: TRANSFER_PARAMS }, () => null);

function rowOf(ctx: Context, transfer: NewTransfer): unknown[] {
  const { debit, credit } = TRANSFER_KINDS[transfer.kind];
  return [
    ctx.accountId,
    newId("ltr"),
    ctx.mode,
    transfer.kind,
    debit,
    credit,
    transfer.amountMinor,
    transfer.currency,
    transfer.sourceId,
    now(),
  ];
}
