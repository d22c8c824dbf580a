import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type pg from "pg";
import { dateFromMs, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { type DueQueue, type Owner, ownerKey, type TurnsParams } from "#lib/kernel/due-work.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { knowShards, runDue } from "./client.ts";
import {
  type DueTable,
  findOwners,
  leaseOnShards,
  type Walked,
  walkOwnersOnShards,
} from "./due-shards.ts";
import { isSharded } from "./shards.ts";

type Table =
  | "payments"
  | "refunds"
  | "settlements"
  | "disputes"
  | "mandates"
  | "subscriptions"
  | "invoices"
  | "payouts"
  | "payout_approvals"
  | "payout_limit_changes"
  | "report_schedules"
  | "month_closings"
  | "incident_watches"
  | "weekly_mails"
  | "alert_watches"
  | "alert_posts"
  | "retry_jobs"
  | "bulk_jobs";
type DueColumn = "rail_check_at" | "due_at";

/** Up to this many due rows, the accounts to serve are read from those rows. */
const FEW_DUE = 64;
/** With more due rows, the first statement of a claim checks a few owners and each next one eight times as many, up
 * to this number. A claim that has found work stops after this many; the next claim continues there. */
const OWNERS_AT_ONCE = 1_000;
const FIRST_OWNERS = 8;
const MORE_OWNERS = 8;
/** If a scan of all owners finds only the work of those with the oldest due rows, it is not repeated for this long:
 * the pause of an idle loop. */
const LOOK_AGAIN_MS = SECOND_MS;

/** The queue of `table`: rows whose `due` time has passed, by the real time or, in test mode, by their account's
 * clock. A claim moves `due` to the end of the lease. Owners take turns (docs/decisions/0034). Needs two partial
 * indexes on rows with a due time: one on `due`, one on account, mode and `due`.
 *
 * Statements always use these indexes (`runDue`): a plan made while a table was empty would read all of it once one
 * account has filled it. */
export function dueQueue<Row extends pg.QueryResultRow, Item>(
  table: Table,
  columns: string,
  toItem: (row: Row) => Item,
  due: DueColumn = "rail_check_at",
): DueQueue<Item> {
  const claim = claimSql(table, columns, due);
  const lease = async (owners: readonly Owner[], limit: number, leaseMs: number, turns = true) => {
    if (owners.length === 0) return [];
    await knowShards();
    if (isSharded()) {
      const asked = { owners, moment: dateFromMs(nowMs()), limit, leaseMs, others: turns };
      return (await leaseOnShards<Row>(ofShards(table, due), columns, asked)).map(toItem);
    }
    const accounts = owners.map(({ accountId }) => accountId);
    const modes = owners.map(({ mode }) => mode);
    const values = [dateFromMs(nowMs()), leaseMs, accounts, modes, limit];
    return (await runDue<Row>(`${table}.claim_due`, claim, values)).map(toItem);
  };
  return {
    claimTurns: async (params) =>
      await lease(await nextOwners(table, due, params), params.perTurn, params.leaseMs),
    claimOf: async (accountId, { limit, leaseMs }) =>
      await lease(bothModes(accountId), limit, leaseMs, false),
  };
}

/** That a row was not made due since it was read with `from`: news of the rail that came while it was asked can be newer than
 * its answer. */
export const isDueAsRead = (column: PgColumn, from: Date | null): SQL | undefined =>
  from ? eq(column, from) : undefined;

/** The due time that a rail's answer asks for (`to`; null: none), unless the row was made due earlier after `from` was read:
 * news of the rail can be newer than its answer. */
export function dueAfterAnswer(column: PgColumn, from: Date | null, to: Date | null): SQL | null {
  if (to === null) return null;
  const asked = sql`${to}::timestamptz`;
  return sql`case when ${column} is distinct from ${from}::timestamptz then least(${column}, ${asked}) else ${asked} end`;
}

const bothModes = (accountId: Id<"acct">): Owner[] => [
  { accountId, mode: "test" },
  { accountId, mode: "live" },
];

const ofShards = (table: Table, due: DueColumn): DueTable => ({ table, due, few: FEW_DUE });

type Found = Owner & { ahead: boolean };

/** The next owners in the rotation with due work. Advances the rotation. */
async function nextOwners(table: Table, due: DueColumn, params: TurnsParams): Promise<Owner[]> {
  const { rotation, turns, passOver } = params;
  if (turns <= 0) return [];
  const moment = dateFromMs(nowMs());
  await knowShards();
  const found = isSharded()
    ? await findOwners(ofShards(table, due), moment)
    : await runDue<Found>(`${table}.due_owners`, ownersSql(table, due), [moment]);
  const owners = new Map(found.map(({ ahead, ...owner }) => [ownerKey(owner), owner]));
  const areMany = found.filter(({ ahead }) => !ahead).length > FEW_DUE;
  if (areMany && moment.getTime() >= (rotation.lookAgainMs ?? 0)) {
    return await walkOwners(table, due, params, { moment, known: owners });
  }
  const keys = [...owners.keys()].filter((key) => !passOver.has(key)).sort();
  const last = rotation.last ? ownerKey(rotation.last) : "";
  const ordered = [...keys.filter((key) => key > last), ...keys.filter((key) => key <= last)];
  const next = ordered.slice(0, turns).map((key) => owners.get(key)!);
  rotation.last = next.at(-1) ?? rotation.last;
  return next;
}

/** Finds due work owner by owner, by the second index, so a long backlog of one owner costs as much as one row.
 * Records in the rotation if no owner except the `known` ones has due work. */
async function walkOwners(
  table: Table,
  due: DueColumn,
  { rotation, turns, passOver }: TurnsParams,
  { moment, known }: { moment: Date; known: ReadonlyMap<string, Owner> },
): Promise<Owner[]> {
  const name = `${table}.walk_due_owners`;
  const walk = (after: readonly [string, string], step: number) =>
    isSharded()
      ? walkOwnersOnShards(ofShards(table, due), { moment, after, step })
      : runDue<Walked>(name, walkSql(table, due), [moment, ...after, step]);
  const next = new Map<string, Owner>();
  let looked = 0;
  let step = FIRST_OWNERS;
  let isAround = rotation.last === null;
  let areAllKnown = true;
  while (next.size < turns && (next.size === 0 || looked < OWNERS_AT_ONCE)) {
    const { accountId = "", mode = "" } = rotation.last ?? {};
    const walked = await walk([accountId, mode], step);
    for (const { due: isDue, ...owner } of walked) {
      if (next.size >= turns) break;
      rotation.last = owner;
      const key = ownerKey(owner);
      if (isDue && !known.has(key)) areAllKnown = false;
      if (isDue && !passOver.has(key)) next.set(key, owner);
    }
    looked += walked.length;
    if (walked.length === step || next.size >= turns) {
      step = Math.min(step * MORE_OWNERS, OWNERS_AT_ONCE);
    } else if (isAround) {
      if (areAllKnown) rotation.lookAgainMs = moment.getTime() + LOOK_AGAIN_MS;
      break;
    } else {
      isAround = true;
      rotation.last = null;
    }
  }
  return [...next.values()];
}

/** $1 the real time. One row per owner of the first few due rows, and one per account whose clock is ahead and that
 * has due work by it. */
const ownersSql = (table: Table, due: DueColumn) => `
  (select account_id as "accountId", mode, false as ahead from ${table}
    where ${due} <= $1::timestamptz order by ${due} limit ${FEW_DUE + 1})
  union all
  select c.account_id, early.mode, true
    from sandbox_clocks c
    cross join lateral (
      select mode from ${table} t
       where t.${due} is not null
         and (t.account_id, t.mode, t.${due}) > (c.account_id, 'test', $1::timestamptz)
         and (t.account_id, t.mode, t.${due})
             <= (c.account_id, 'test', $1::timestamptz + c.ahead_ms * interval '1 ms')
       order by t.account_id, t.mode, t.${due} limit 1
    ) early
   where c.ahead_ms > 0`;

/** $1 the real time, $2 and $3 the owner after which to start, $4 the limit. Each owner with future or due work, and
 * whether it is due. */
const walkSql = (table: Table, due: DueColumn) => `
  with recursive waiting (account_id, mode, due, place) as (
    (select account_id, mode, ${due}, 1 from ${table}
      where ${due} is not null and (account_id, mode) > ($2, $3)
      order by account_id, mode, ${due} limit 1)
    union all
    select next.account_id, next.mode, next.due, w.place + 1
      from waiting w
      cross join lateral (
        select account_id, mode, ${due} as due from ${table}
         where ${due} is not null and (account_id, mode) > (w.account_id, w.mode)
         order by account_id, mode, ${due} limit 1
      ) next
     where w.place < $4::int
  )
  select w.account_id as "accountId", w.mode,
         w.due <= $1::timestamptz + coalesce(c.ahead_ms, 0) * interval '1 ms' as due
    from waiting w
    left join sandbox_clocks c on c.account_id = w.account_id and w.mode = 'test'
   order by w.place`;

/** $1 the real time, $2 the lease in milliseconds, $3 and $4 owners, $5 the most rows of each. Leases their rows, the
 * oldest due first; skips rows that another worker is leasing. Returns `columns` of `p`.
 *
 * Compares rows as a whole and finds them again by ctid, which leaves the second index as the only plan: with the
 * statistics of a table that one account fills, the planner would read that account's whole backlog for any other. */
const claimSql = (table: Table, columns: string, due: DueColumn) => `
  with owner as (
    select o.account_id, o.mode, coalesce(c.ahead_ms, 0) * interval '1 ms' as ahead
      from unnest($3::text[], $4::text[]) as o (account_id, mode)
      left join sandbox_clocks c on c.account_id = o.account_id and o.mode = 'test'
  ), leased as materialized (
    select o.ahead, mine.place
      from owner o
      cross join lateral (
        select t.ctid as place from ${table} t
         where t.${due} is not null
           and (t.account_id, t.mode, t.${due}) > (o.account_id, o.mode, '-infinity'::timestamptz)
           and (t.account_id, t.mode, t.${due}) <= (o.account_id, o.mode, $1::timestamptz + o.ahead)
         order by t.account_id, t.mode, t.${due} limit $5 for update skip locked
      ) mine
  )
  update ${table} p set ${due} = $1::timestamptz + leased.ahead + $2::bigint * interval '1 ms'
    from leased
   where p.ctid = leased.place
  returning ${columns}`;
