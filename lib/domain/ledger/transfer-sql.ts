import { newId } from "#lib/kernel/ids.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { Held } from "#lib/kernel/shard-sql.ts";
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

/** CTEs for a larger statement: they book the transfers of the rows of `from`, and queue them to be sealed. */
export function transfersSql(from: string, held: Held): string {
  const tx = held.tx("unsealed_tx");
  return `${tx.cte} new_transfers as (
    insert into ledger_transfers (account_id, id, mode, kind, debit, credit, amount, currency,
                                  source_id, created_at)
    select account_id, t.id, f.mode, t.kind, t.debit, t.credit, t.amount, t.currency,
           t.source_id, f.transferred_at
      from ${held.from(`${from} f`)} cross join lateral
           unnest(f.transfer_ids, f.transfer_kinds, f.transfer_debits, f.transfer_credits,
                  f.transfer_amounts, f.transfer_currencies, f.transfer_sources) as
           t(id, kind, debit, credit, amount, currency, source_id)
  ), unsealed_transfers as (
    insert into ledger_unsealed (account_id, mode, first_id, ids${tx.column})
    select account_id, f.mode, f.transfer_ids[1], f.transfer_ids${tx.value}
      from ${held.from(`${from} f`)}${tx.from} where f.transfer_ids is not null
  )`;
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

/** Transfers per row of the queue. */
const QUEUED = 1_000;

/** Queues the transfers `from` (`account_id, mode, id`), which were not booked by `transfersSql`, to be sealed. */
export const queueSealSql = (from: string) => `
  insert into ledger_unsealed (account_id, mode, first_id, ids)
  select account_id, mode, min(id), array_agg(id order by id)
    from (select account_id, mode, id, (row_number() over (partition by account_id, mode order by id) - 1) / ${QUEUED} as part
            from ${from}) parts
   group by account_id, mode, part`;

type Row = { accountId: string; mode: string; id: string };

/** The rows of the queue for transfers that are inserted as rows, so that they are sealed. */
export function unsealedRows<T extends Row>(transfers: readonly T[]) {
  const ledgers = Map.groupBy(transfers, ({ accountId, mode }) => `${accountId} ${mode}`);
  return [...ledgers.values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / QUEUED) }, (_, n) => {
      const some = own.slice(n * QUEUED, (n + 1) * QUEUED) as [T, ...T[]];
      const { accountId, mode, id } = some[0];
      const ids = some.map((one) => one.id as string);
      return { accountId, mode, firstId: id, ids } as {
        accountId: T["accountId"];
        mode: T["mode"];
        firstId: T["id"];
        ids: string[];
      };
    }),
  );
}
