import { kindsOf } from "#lib/domain/ledger/index.ts";
import { CHART } from "./kinds-sql.ts";

/** A sum by two sources; `has` is what the ledger is compared with. */
export type SumPair = { row: string; has: string; ledger: string };

/** The first block of a ledger after its last totals that has no sums; null if all have. $1 account, $2 mode. */
const UNSUMMED = `
  (select min(b.number)::int from ledger_blocks b
    where b.account_id = $1 and b.mode = $2
      and b.number > coalesce((select max(t.number) from ledger_totals t where t.account_id = $1 and t.mode = $2), 0)
      and not exists (select 1 from ledger_sums s where s.account_id = $1 and s.mode = $2 and s.number = b.number))`;

/** The number and amount of all transfers by kind and currency: the last totals, the blocks since, and what is not sealed. */
const MOVED = `
  last as materialized (
    select * from ledger_totals where account_id = $1 and mode = $2 order by number desc limit 1
  ), sealed as materialized (
    select k.* from last cross join lateral ${kindsOf("last")}
    union all
    select k.* from ledger_sums s cross join lateral ${kindsOf("s")}
     where s.account_id = $1 and s.mode = $2 and s.number > coalesce((select number from last), 0)
  ), waiting as materialized (
    select t.kind, t.currency, 1::bigint as count, t.amount
      from ledger_unsealed u cross join unnest(u.ids) i(id)
      join ledger_transfers t on t.account_id = u.account_id and t.id = i.id
     where u.account_id = $1 and u.mode = $2
  ), moved as materialized (
    select kind, currency, sum(count) as count, sum(amount) as amount
      from (select * from sealed union all select * from waiting) x group by 1, 2
  )`;

const sides = (from: string) => `
    select side.account, k.currency, sum(side.debit) as debits, sum(side.credit) as credits
      from ${from} k join ${CHART} on chart.kind = k.kind
     cross join lateral (values (chart.debit, k.amount, 0::numeric), (chart.credit, 0::numeric, k.amount)) side(account, debit, credit)
     group by 1, 2`;

/** Ledger accounts whose balance another table knows. */
const BALANCES = {
  merchant_balance: `select currency, sum(net) as sum from balance_transactions
     where account_id = $1 and mode = $2 and settlement_id is null group by 1`,
  settlements_in_transit: `select currency, sum(net) as sum from settlements
     where account_id = $1 and mode = $2 and status = 'scheduled' group by 1`,
};

/** Kinds of transfers that a settlement has one of, with their settlements. */
const SETTLED = {
  settlement: "true",
  settlement_paid: "status = 'paid'",
  settlement_failure: "status = 'failed'",
};

/** Parts of a charge, as the rollup and the ledger name them. */
const PARTS = ["interchange", "scheme_fee", "markup", "commission"];

/** Charges by the rollup, and those that it does not hold yet. Found by their transaction: an index of the account would
 *  read all of its rows. */
const CHARGED = `
  charged as materialized (
    select currency, sum(charges) as count, sum(amount) as amount, ${PARTS.map((part) => `sum(${part}) as ${part}`).join(", ")}
      from (select currency, charges, amount, ${PARTS.join(", ")} from cost_rollups
             where account_id = $1 and mode = $2 and dimension = 'all' and grain = 3
            union all
            select currency, 1, amount, ${PARTS.join(", ")} from balance_transactions f
             where f.tx_id >= coalesce((select rolled_to from rollup_progress where rollup = 'costs'), '0'::xid8)
               and f.account_id || '' = $1 and f.mode || '' = $2 and f.type = 'charge') x
     group by 1
  )`;

const counted = (kind: string) => `'${kind}', currency, count || ' of ' || amount`;

const HAS = [
  ...Object.entries(BALANCES).map(
    ([account, sums]) =>
      `select '${account}' as name, currency, sum::text as value from (${sums}) ${account}`,
  ),
  ...Object.entries(SETTLED).map(
    ([kind, which]) => `select ${counted(kind)}
      from (select currency, count(*) as count, sum(net) as amount from settlements
             where account_id = $1 and mode = $2 and ${which} group by 1) ${kind}`,
  ),
  `select ${counted("capture")} from charged`,
  ...PARTS.map(
    (part) => `select '${part}', currency, ${part}::text from charged where ${part} <> 0`,
  ),
  `select account || ' of all days', currency, sum(debits) || ' and ' || sum(credits)
     from ledger_days where account_id = $1 and mode = $2 group by account, currency`,
];

const inList = (names: readonly string[]) => names.map((name) => `'${name}'`).join(", ");

const LEDGER = [
  `select account as name, currency, (credits - debits)::text as value
     from (${sides("moved")}) balances where account in (${inList(Object.keys(BALANCES))}) and credits <> debits`,
  `select kind, currency, count || ' of ' || amount from moved
    where kind in (${inList(["capture", ...Object.keys(SETTLED)])}) and count > 0`,
  `select kind, currency, amount::text from moved where kind in (${inList(PARTS)})`,
  `select account || ' of all days', currency, debits || ' and ' || credits from (${sides("sealed")}) days`,
];

/**
 * Sums of the whole account that differ: balances of ledger accounts, settlements and charges with the transfers of their
 * kinds, and the days with all blocks. One row, from one snapshot: `unsummed` is a block without sums, which makes them
 * incomplete. $1 account, $2 mode.
 */
export const WHOLE_SUMS = `
  with ${MOVED}, ${CHARGED}, has as (
    ${HAS.join("\n    union all\n    ")}
  ), ledger as (
    ${LEDGER.join("\n    union all\n    ")}
  ), wrong as (
    select name || ' ' || currency as row, coalesce(has.value, '0') as has, coalesce(ledger.value, '0') as ledger
      from has full join ledger using (name, currency)
     where coalesce(has.value, '0') <> coalesce(ledger.value, '0')
     order by 1 limit 200
  )
  select ${UNSUMMED} as unsummed, (select coalesce(json_agg(w), '[]') from wrong w) as wrong`;

/**
 * The next $4 days of a ledger from the first one after $3 that moved: days of ledger accounts whose sums differ from those of
 * the blocks. One row. $1 account, $2 mode.
 */
export const DAYS = `
  with first as materialized (
    select least((select min(d.day) from ledger_days d where d.account_id = $1 and d.mode = $2 and d.day > $3::date),
                 (select min(s.day) from ledger_sums s where s.account_id = $1 and s.mode = $2 and s.day > $3::date)) as day
  ), sums as materialized (
    select s.day, k.* from first join ledger_sums s on s.account_id = $1 and s.mode = $2
       and s.day >= first.day and s.day < first.day + $4::int
     cross join lateral ${kindsOf("s")}
  ), should as (
    select side.account, k.currency, k.day, sum(side.debit) as debits, sum(side.credit) as credits
      from sums k join ${CHART} on chart.kind = k.kind
     cross join lateral (values (chart.debit, k.amount, 0::bigint), (chart.credit, 0::bigint, k.amount)) side(account, debit, credit)
     group by 1, 2, 3
  ), has as (
    select d.account, d.currency, d.day, d.debits, d.credits from first
      join ledger_days d on d.account_id = $1 and d.mode = $2 and d.day >= first.day and d.day < first.day + $4::int
  ), wrong as (
    select to_char(day, 'YYYY-MM-DD') as place, account || ' ' || currency || ' ' || to_char(day, 'YYYY-MM-DD') as row,
           coalesce(h.debits, 0) || ' and ' || coalesce(h.credits, 0) as has,
           coalesce(s.debits, 0) || ' and ' || coalesce(s.credits, 0) as ledger
      from has h full join should s using (account, currency, day)
     where (coalesce(h.debits, 0), coalesce(h.credits, 0)) <> (coalesce(s.debits, 0), coalesce(s.credits, 0))
     order by 1, 2 limit 200
  )
  select ${UNSUMMED} as unsummed, (select count(*)::int from sums) as rows,
         (select to_char(day + $4::int - 1, 'YYYY-MM-DD') from first) as last,
         (select coalesce(json_agg(w), '[]') from wrong w) as wrong`;
