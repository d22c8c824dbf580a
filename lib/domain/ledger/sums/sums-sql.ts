import { type Held, shardSql } from "#lib/kernel/shard-sql.ts";
import { transferHash } from "../seal/seal-sql.ts";

const SUMS = "kinds, currencies, counts, amounts";

/** The sums of a row `s` of `ledger_sums` or `ledger_totals`, as rows `(kind, currency, count, amount)`. */
export const kindsOf = (s: string) =>
  `unnest(${s}.kinds, ${s}.currencies, ${s}.counts, ${s}.amounts) k(kind, currency, count, amount)`;

const gathered = (order: string) =>
  ["kind", "currency", "count", "amount"]
    .map(
      (name) =>
        `coalesce(array_agg(${name} order by ${order}) filter (where kind is not null), '{}')`,
    )
    .join(", ");

/** The sums of the transfers of blocks `b` by block, day, kind and currency. Finds each transfer by its id. A block whose
 *  transfers are all missing has one row without a kind. */
const sumsOf = (blocks: string, to: Held["to"]) => `
  select b.account_id, b.mode, b.number, (coalesce(t.created_at, b.created_at) at time zone 'UTC')::date as day,
         t.kind, t.currency, count(t.id) as count, coalesce(sum(t.amount), 0)::bigint as amount
    from ${blocks}
   cross join lateral unnest(b.ids) i(id)
    left join lateral (
      select * from ledger_transfers t
       where t.account_id = b.account_id${to("t")} and t.id = i.id and t.mode || '' = b.mode offset 0) t on true
   group by 1, 2, 3, 4, 5, 6`;

/** Writes the sums of these blocks: account, mode and number. */
export const ADD_SUMS = shardSql(
  (held) => `
  insert into ledger_sums (account_id, mode, number, day, ${SUMS})
  select account_id, mode, number, day, ${gathered("kind, currency")}
    from (${sumsOf(
      `unnest($1::text[], $2::text[], $3::bigint[]) w(account_id, mode, number)
    join ledger_blocks b on b.account_id = w.account_id${held.to("b")} and b.mode = w.mode and b.number = w.number`,
      held.to,
    )}) sums
   group by 1, 2, 3, 4
      on conflict do nothing`,
);

const LAST_TOTALS = `
  select * from ledger_totals where account_id = $1 and mode = $2 order by number desc limit 1`;

/** The $3 blocks of a ledger after its last totals. */
export const SEGMENT = `
  with last as materialized (select coalesce(max(t.number), 0) as number from (${LAST_TOTALS}) t)
  select b.number::int as number, b.entries,
         exists (select 1 from ledger_sums s
                  where s.account_id = b.account_id and s.mode = b.mode and s.number = b.number) as summed
    from last join ledger_blocks b on b.account_id = $1 and b.mode = $2
     and b.number > last.number and b.number <= last.number + $3
   order by 1`;

/** Those of these blocks of a ledger whose transfers are as they were when they were sealed. */
export const INTACT = `
  select b.number::int as number from ledger_blocks b
   where b.account_id = $1 and b.mode = $2 and b.number = any ($3::bigint[])
     and b.hashes = (
       select string_agg((select ${transferHash("t")} from ledger_transfers t
                           where t.account_id = $1 and t.id = i.id and t.mode = $2), ''::bytea order by i.place)
         from unnest(b.ids) with ordinality as i(id, place))`;

/** Writes the totals of a ledger up to the block $3. */
export const ADD_TOTALS = `
  with last as materialized (${LAST_TOTALS}), added as (
    select k.* from last cross join lateral ${kindsOf("last")}
    union all
    select k.* from ledger_sums s cross join lateral ${kindsOf("s")}
     where s.account_id = $1 and s.mode = $2 and s.number <= $3
       and s.number > coalesce((select number from last), 0)
  )
  insert into ledger_totals (account_id, mode, number, ${SUMS})
  select $1, $2, $3, ${gathered("kind, currency")}
    from (select kind, currency, sum(count)::bigint as count, sum(amount)::bigint as amount from added group by 1, 2) sums
      on conflict do nothing`;

/** Queues these ledgers. */
export const QUEUE = `
  insert into ledger_sums_due (account_id, mode)
  select distinct account_id, mode from unnest($1::text[], $2::text[]) w(account_id, mode) order by 1, 2
      on conflict do nothing`;

export const DUE_LEDGERS =
  "select account_id, mode from ledger_sums_due order by account_id, mode limit $1";

export const DONE = "delete from ledger_sums_due where account_id = $1 and mode = $2";

/** A wrong sum: which block, day, kind and currency, and what the two sides say. */
const differing = (by: string, row: string) => `
  select ${row} as row, coalesce(h.count, 0) || ' of ' || coalesce(h.amount, 0) as has,
         coalesce(s.count, 0) || ' of ' || coalesce(s.amount, 0) as should
    from has h full join should s using (${by})
   where (coalesce(h.count, 0), coalesce(h.amount, 0)) <> (coalesce(s.count, 0), coalesce(s.amount, 0))
   order by 1 limit 200`;

/** Sums of the blocks of a ledger from $3 (exclusive) to $4 that differ from their transfers. */
export const WRONG_SUMS = `
  with stored as materialized (
    select * from ledger_sums where account_id = $1 and mode = $2 and number > $3 and number <= $4
  ), should as (
    select number, day, kind, currency, count, amount
      from (${sumsOf(
        `(
        select * from ledger_blocks
         where account_id = $1 and mode = $2 and number > $3 and number <= $4
           and number in (select number from stored)) b`,
        (alias) => ` and ${alias}.account_id = $1`,
      )}) sums where kind is not null
  ), has as (
    select s.number, s.day, k.* from stored s cross join lateral ${kindsOf("s")}
  ) ${differing("number, day, kind, currency", "'block ' || number || ' ' || day || ' ' || kind || ' ' || currency")}`;

/** Totals of a ledger up to blocks from $3 (exclusive) to $4 that differ from the totals before and the sums since. */
export const WRONG_TOTALS = `
  with has as (
    select t.number, k.* from ledger_totals t cross join lateral ${kindsOf("t")}
     where t.account_id = $1 and t.mode = $2 and t.number > $3 and t.number <= $4
  ), spans as materialized (
    select t.number,
           coalesce((select max(b.number) from ledger_totals b
                      where b.account_id = $1 and b.mode = $2 and b.number < t.number), 0) as before
      from ledger_totals t
     where t.account_id = $1 and t.mode = $2 and t.number > $3 and t.number <= $4
  ), should as (
    select number, kind, currency, sum(count)::bigint as count, sum(amount)::bigint as amount
      from (select p.number, k.* from spans p
              join ledger_totals t on t.account_id = $1 and t.mode = $2 and t.number = p.before
             cross join lateral ${kindsOf("t")}
            union all
            select p.number, k.* from spans p
              join ledger_sums s on s.account_id = $1 and s.mode = $2 and s.number > p.before and s.number <= p.number
             cross join lateral ${kindsOf("s")}) x
     group by 1, 2, 3
  ) ${differing("number, kind, currency", "'total to block ' || number || ' ' || kind || ' ' || currency")}`;
