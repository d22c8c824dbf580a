import { runPrepared } from "#db/client.ts";
import { containing, withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Movement, OpenMovement } from "./types.ts";

type Row = Omit<Movement, "references"> & { references: (string | null)[] };

type OpenRow = Row & { leftMinor: bigint };

const toMovement = ({ references, ...row }: Row): Movement => ({
  ...row,
  references: references.filter((one) => one !== null),
});

const toOpenMovement = ({ leftMinor, ...row }: OpenRow): OpenMovement => ({
  ...toMovement(row),
  leftMinor,
});

/** The ledger's transfers that move money on a bank account, as movements. $1 account, $2 mode. */
const MOVEMENTS = `
  select t.id, t.created_at,
         case t.kind when 'settlement_paid' then t.kind
                     when 'payout_settled' then 'payout_sent' else t.kind end as kind,
         t.source_id as "objectId", t.currency,
         case t.kind when 'payout_settled' then -t.amount else t.amount end as "amountMinor",
         (t.created_at at time zone 'UTC')::date::text as day,
         case t.kind when 'settlement_paid' then array[t.source_id, s.bank_reference]
           else array[t.source_id, p.end_to_end_id, p.rail_reference, p.batch_id] end as references,
         case t.kind when 'settlement_paid' then coalesce(s.bank_reference, t.source_id)
           else p.end_to_end_id end as reference,
         p.beneficiary_name as name
    from ledger_transfers t
    left join payouts p
      on t.kind <> 'settlement_paid' and p.account_id = t.account_id and p.mode = t.mode
     and p.id = t.source_id
    left join settlements s
      on t.kind = 'settlement_paid' and s.account_id = t.account_id and s.mode = t.mode
     and s.id = t.source_id
   where t.account_id = $1 and t.mode = $2
     and t.kind in ('settlement_paid', 'payout_settled', 'payout_returned')`;

const UNMATCHED = `
  not exists (select 1 from bank_matches m
               where m.account_id = $1 and m.mode = $2 and m.kind = o.kind
                 and m.object_id = o."objectId")`;

/** The part of a movement's amount that no line pays yet. */
const LEFT = `
  o."amountMinor" - coalesce((select sum(m.share) from bank_matches m
                               where m.account_id = $1 and m.mode = $2 and m.kind = o.kind
                                 and m.object_id = o."objectId"), 0)::bigint`;

const COLUMNS = `o.kind, o."objectId", o.currency, o."amountMinor", o.day, o.reference, o.references, o.name`;

const between = (from: number, to: number) =>
  `and t.created_at >= $${from}::date::timestamp at time zone 'UTC'
   and t.created_at < ($${to}::date + 1)::timestamp at time zone 'UTC'`;

const OPEN_BETWEEN = `
  with o as (${MOVEMENTS} ${between(3, 4)})
  select ${COLUMNS} from o where ${UNMATCHED}`;

/** Movements of settlements and payouts on these days that are on no line, in no order. */
export async function findOpenMovements(
  tx: Tx,
  ctx: Context,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<Movement[]> {
  const values = [ctx.accountId, ctx.mode, fromDay, toDay];
  const { rows } = await tx.execute<Row>(withParams(OPEN_BETWEEN, values));
  return rows.map(toMovement);
}

const OBJECTS = `
  with o as (${MOVEMENTS} and t.source_id = any ($3::text[]))
  select ${COLUMNS}, ${LEFT} as "leftMinor" from o`;

/** Movements of these settlements and payouts, with what no line pays of them yet. */
export async function findMovementsOf(
  tx: Tx,
  ctx: Context,
  objectIds: readonly string[],
): Promise<OpenMovement[]> {
  const values = [ctx.accountId, ctx.mode, objectIds];
  const { rows } = await tx.execute<OpenRow>(withParams(OBJECTS, values));
  return rows.map(toOpenMovement);
}

const CANDIDATES = `
  with m as (${MOVEMENTS} ${between(3, 4)}),
       o as (select o.*, ${LEFT} as "leftMinor" from m o where sign(o."amountMinor") = $5)
  select ${COLUMNS}, o."leftMinor" from o
   where sign(o."leftMinor") = $5
     and ($6 = '' or exists (select 1 from unnest(o.references) r where r ilike $7)
              or o.name ilike $7)
   order by o.currency <> $8, abs(o."leftMinor" - $9), abs(o.day::date - $10::date), o."objectId"
   limit $11`;

export type CandidateQuery = {
  fromDay: string;
  toDay: string;
  /** The line's amount. */
  amountMinor: bigint;
  currency: string;
  valueDay: string;
  /** Part of an id, reference or name. */
  search: string;
  limit: number;
};

/** Movements in a line's direction that lines do not pay completely, the nearest in amount and day first. Takes no
 *  lock. */
export async function findCandidates(ctx: Context, query: CandidateQuery): Promise<OpenMovement[]> {
  const rows = await runPrepared<OpenRow>("bank.candidates", CANDIDATES, [
    ...[ctx.accountId, ctx.mode, query.fromDay, query.toDay],
    ...[query.amountMinor > 0n ? 1 : -1, query.search, containing(query.search), query.currency],
    ...[query.amountMinor, query.valueDay, query.limit],
  ]);
  return rows.map(toOpenMovement);
}

/** Movements whose day a statement covers, of a bank account on which such objects were found. $3 limit. */
const NOT_ON_STATEMENTS = `
  with covered as (
    select s.currency, s.from_day, s.to_day, s.bank_account, a.has_settlements, a.has_payouts
      from bank_statements s
      join bank_accounts a
        on a.account_id = s.account_id and a.mode = s.mode and a.bank_account = s.bank_account
       and a.currency = s.currency
     where s.account_id = $1 and s.mode = $2
  ), o as (
    ${MOVEMENTS}
     and t.created_at >= (select min(from_day) from covered)::timestamp at time zone 'UTC'
     and t.created_at < ((select max(to_day) from covered) + 1)::timestamp at time zone 'UTC'
  ), missing as (
    select o.* from o
     where ${UNMATCHED} and exists (
       select 1 from covered c
        where c.currency = o.currency and o.day::date between c.from_day and c.to_day
          and case o.kind when 'settlement_paid' then c.has_settlements or exists (
                select 1 from settlements st
                 where st.account_id = $1 and st.mode = $2 and st.id = o."objectId"
                   and c.bank_account like '%' || st.bank_account_last4)
              else c.has_payouts end)
  )
  select ${COLUMNS}, (select count(*)::int from missing) as total from missing o
   order by o.created_at desc, o.id desc limit $3`;

/** The newest movements that should be on a statement and are on none, with their number. Takes no lock. */
export async function findMissing(
  ctx: Context,
  limit: number,
): Promise<{ movements: Movement[]; total: number }> {
  const values = [ctx.accountId, ctx.mode, limit];
  const rows = await runPrepared<Row & { total: number }>(
    "bank.missing",
    NOT_ON_STATEMENTS,
    values,
  );
  const movements = rows.map(({ total, ...row }) => toMovement(row));
  return { movements, total: rows[0]?.total ?? 0 };
}

const ALL_BETWEEN = `
  with o as (${MOVEMENTS} ${between(3, 4)})
  select ${COLUMNS} from o order by o.created_at, o.id`;

/** Everything that moved on these days, oldest first. Takes no lock. */
export async function listMovements(
  ctx: Context,
  { fromDay, toDay }: { fromDay: string; toDay: string },
): Promise<Movement[]> {
  const values = [ctx.accountId, ctx.mode, fromDay, toDay];
  return (await runPrepared<Row>("bank.movements", ALL_BETWEEN, values)).map(toMovement);
}

const BEFORE = `
  with o as (${MOVEMENTS} and t.created_at < $3::date::timestamp at time zone 'UTC')
  select o.currency, sum(o."amountMinor")::bigint as "amountMinor" from o group by 1 order by 1`;

/** Sums of everything that moved before a day, by currency. Takes no lock. */
export function sumBefore(
  ctx: Context,
  day: string,
): Promise<{ currency: string; amountMinor: bigint }[]> {
  return runPrepared("bank.sum_before", BEFORE, [ctx.accountId, ctx.mode, day]);
}
