import { TRANSFER_KINDS, type TransferKind } from "#lib/domain/ledger/index.ts";
import type { EntryType } from "#lib/kernel/vocabulary/balance.ts";

/** The type of balance transaction that a transfer belongs to; other kinds belong to a settlement, payout or top-up. */
const ENTRY_OF: Partial<Record<TransferKind, EntryType>> = {
  capture: "charge",
  interchange: "charge",
  scheme_fee: "charge",
  markup: "charge",
  commission: "charge",
  refund: "refund",
  refund_reversal: "refund_failure",
  dispute: "dispute",
  dispute_fee: "dispute",
  dispute_reversal: "dispute_reversal",
  settlement_failure: "settlement_failure",
  payment_failure: "payment_failure",
};

/** The type of balance transaction of a transfer `row`, or null. */
export const entryOfKind = (row: string) =>
  `case ${row}.kind ${Object.entries(ENTRY_OF)
    .map(([kind, type]) => `when '${kind}' then '${type}'`)
    .join(" ")} end`;

/** The kind of the transfer of the amount of a balance transaction `row`. */
export const principalOf = (row: string) =>
  `case ${row}.type when 'charge' then 'capture' when 'refund_failure' then 'refund_reversal' else ${row}.type end`;

/** The chart of accounts as rows `(kind, debit, credit)`. */
export const CHART = `(values ${Object.entries(TRANSFER_KINDS)
  .map(([kind, { debit, credit }]) => `('${kind}', '${debit}', '${credit}')`)
  .join(", ")}) as chart(kind, debit, credit)`;

/**
 * Whether two rows have the same mode, without an index: a table that was never analysed looks as if an index of account
 * and mode found one row, and the planner would read the whole account for each row of a chunk.
 */
export const sameMode = (row: string, other: string) => `${row}.mode || '' = ${other}.mode`;

/**
 * A left join of one row of `table` by its whole key, as a subquery of its own: the planner cannot turn it around, and so
 * reads by key for each row also when it expects a single one. `by` are conditions beside the account, on `row`.
 */
export const rowBy = (table: string, row: string, by: string) =>
  `left join lateral (select * from ${table} ${row} where ${row}.account_id = $1 and ${by} offset 0) ${row} on true`;
