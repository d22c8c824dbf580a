/** Corruptions of the books that a check must find. `of` selects the row (`id`, and `named` if the check names another
 *  one); $1 is the account. `does` changes it as the table owner; $2 is its id, $3 another account. */
export type Plant = {
  of: string;
  does: readonly string[];
  names?: string;
  /** Whether everything else agrees, so that only the seal shows it. */
  onlySeal?: boolean;
  /** Whether the sums of reports are rebuilt from the changed rows. */
  rebuilds?: boolean;
  /** One round checks the corruptions of a group: each changes this column of another row, and no two the same column of the
   *  same dimension, so that their findings differ. */
  group?: { name: string; column: string };
};

export const TABLES = [
  "ledger_transfers",
  "ledger_blocks",
  "ledger_days",
  "ledger_sums",
  "ledger_totals",
  "ledger_unsealed",
  "balance_transactions",
  "payments",
  "payment_methods",
  "refunds",
  "disputes",
  "settlements",
  "payouts",
  "payout_batches",
  "payout_balances",
  "outcome_rollups",
  "cost_rollups",
  "outcome_kinds",
  "cost_kinds",
  "outcome_kind_sums",
  "cost_kind_sums",
  "outcome_pairs",
  "cost_pairs",
  "outcome_pair_sums",
  "cost_pair_sums",
  "paired_weeks",
];

export const AT = "account_id = $1 and id = $2";

export const entry = (type: string, ...does: string[]): Plant => ({
  of: `select id from balance_transactions where account_id = $1 and type = '${type}' order by id limit 1`,
  does,
});
export const sets = (table: string, what: string) => `update ${table} set ${what} where ${AT}`;
export const row = (table: string, where: string, ...does: string[]): Plant => ({
  of: `select id from ${table} where account_id = $1 and ${where} order by id limit 1`,
  does,
});
export const settledCharge = "type = 'charge' and settlement_id is not null";
