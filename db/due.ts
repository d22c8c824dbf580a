import type pg from "pg";
import { at } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { runPrepared } from "./client.ts";

type Table =
  | "payments"
  | "refunds"
  | "settlements"
  | "disputes"
  | "mandates"
  | "subscriptions"
  | "invoices"
  | "payouts";

export type DueClaim = {
  nowMs: number;
  leaseMs: number;
  limit: number;
  /** One account only, or null for all. */
  account: Id<"acct"> | null;
};

/** Makes the call that takes up to about `limit` rows of `table` of which something is due, by their
 *  account's clock, and moves their next check to `leaseMs` from now, so that no other worker takes them
 *  meanwhile. */
export function dueClaimer<Row extends pg.QueryResultRow, Item>(
  table: Table,
  columns: string,
  toItem: (row: Row) => Item,
  due?: "rail_check_at" | "due_at",
): (claim: DueClaim) => Promise<Item[]> {
  const claimSql = claimDueSql(table, columns, due);
  return async ({ nowMs, leaseMs, limit, account }) => {
    const values = [at(nowMs), leaseMs, limit, account];
    return (await runPrepared<Row>(`${table}.claim_due`, claimSql, values)).map(toItem);
  };
}

/**
 * Leases rows of `table` of which something is due (at `due`): by the real time, and in test mode
 * by their account's own clock. $1 the real time, $2 the lease in milliseconds, $3 the most rows, $4 one
 * account only, or null. Moves their next check to the end of the lease; rows that another worker holds
 * are skipped. Answers `columns` of `p`.
 */
function claimDueSql(
  table: Table,
  columns: string,
  due: "rail_check_at" | "due_at" = "rail_check_at",
): string {
  return `
  with due as materialized (
    select account_id, id from ${table}
     where ${due} <= $1 and ($4::text is null or account_id = $4)
     order by ${due} limit $3 for update skip locked
  ), early as materialized (
    select mine.account_id, mine.id from sandbox_clocks c
     cross join lateral (
       select account_id, id from ${table} t
        where t.account_id = c.account_id and t.mode = 'test' and t.${due} > $1
          and t.${due} <= $1 + c.ahead_ms * interval '1 ms'
        order by t.${due} limit $3 for update skip locked
     ) mine
     where c.ahead_ms > 0 and ($4::text is null or c.account_id = $4)
     limit $3
  ), leased as (
    select account_id, id from due union select account_id, id from early
  )
  update ${table} p
     set ${due} = $1 + ($2::bigint + case p.mode when 'test' then coalesce(
           (select ahead_ms from sandbox_clocks c where c.account_id = p.account_id), 0) else 0 end)
           * interval '1 ms'
    from leased
   where p.account_id = leased.account_id and p.id = leased.id
  returning ${columns}`;
}
