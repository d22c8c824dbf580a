import { type SQL, sql } from "drizzle-orm";
import { isSharded } from "#db/shards.ts";
import { literally } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Job } from "./job-store.ts";
import type { Selection } from "./types.ts";

/** The statuses of deliveries per status of a selection. */
const STATUSES = {
  failed: ["failed", "retrying"],
  delivered: ["delivered"],
  held: ["held"],
} as const;

type Whose = { accountId: Id<"acct">; mode: Mode };

/**
 * The condition that delivery `d` belongs to a selection made at `asOf`. It selects the newest of several deliveries of
 * one event to one endpoint in the window, and none when a later replay has arrived. A delivery that a replay replaced has
 * the status of that replay, which may be made after the window.
 */
export function chosen({ accountId, mode }: Whose, selection: Selection, asOf: Date): SQL {
  const { from, to, endpoints, types, statuses } = selection;
  const among = statuses.flatMap((status) => STATUSES[status]);
  const replaced = among.some((status) => status !== "delivered") ? ["canceled"] : [];
  return sql`d.account_id = ${accountId} and d.mode = ${mode}
    and d.id >= ${lowestOf({ from })} and d.id < ${idLowerBound("dlv", asOf.getTime() + 1)}
    and d.created_at >= ${iso(from)}::timestamptz and d.created_at < ${iso(to)}::timestamptz
    and d.endpoint_id = any(${sql.param(endpoints)}::text[])
    and d.status = any(${sql.param([...among, ...replaced])}::text[])
    and (d.status <> 'canceled' or ${replacedInVain(accountId, among, selection)})
    and d.event_type like any(${sql.param(types.map(toPattern))}::text[])
    and not exists (
      select 1 from deliveries s
       where s.account_id = d.account_id and s.event_id = d.event_id
         and s.endpoint_id = d.endpoint_id and s.replay_of is not null and s.id > d.id
         and ((s.status = 'delivered' and d.status <> 'delivered')
              or (s.status = any(${sql.param(among)}::text[])
                  and s.created_at < ${iso(to)}::timestamptz)))`;
}

/** Delivery `d` was replaced by a replay that was made after the window and is now in one of the statuses, and no other
 *  delivery of its event and endpoint in the window stands for it. */
function replacedInVain(
  accountId: Id<"acct">,
  among: readonly string[],
  { from, to }: Pick<Selection, "from" | "to">,
): SQL {
  const same = sql`s.account_id = ${accountId} and s.event_id = d.event_id and s.endpoint_id = d.endpoint_id`;
  return sql`(
    exists (
      select 1 from deliveries s
       where ${same} and s.replay_of is not null and s.id > d.id
         and s.created_at >= ${iso(to)}::timestamptz and s.status = any(${sql.param(among)}::text[]))
    and not exists (
      select 1 from deliveries s
       where ${same} and s.created_at >= ${iso(from)}::timestamptz and s.created_at < ${iso(to)}::timestamptz
         and (s.status = any(${sql.param(among)}::text[]) or s.status = 'canceled' and s.id > d.id)))`;
}

/** The smallest id of a delivery in the window, so that older partitions are skipped. */
export function lowestOf({ from }: { from: Date }): Id<"dlv"> {
  return idLowerBound("dlv", from.getTime() - HOUR_MS);
}

/** The selection's status of delivery `d`. */
const WAS = sql.raw(
  "case d.status when 'delivered' then 'delivered' when 'held' then 'held' else 'failed' end",
);

export const iso = (moment: Date) => moment.toISOString();

function toPattern(type: string): string {
  if (type === "*") return "%";
  const escaped = literally(type);
  return escaped.endsWith(".*") ? `${escaped.slice(0, -1)}%` : escaped;
}

/**
 * Adds the next `limit` deliveries of a replay's selection to its set. Deliveries that another unfinished replay has
 * claimed become skipped items. Returns the last delivery added, or null when none was left. `ours` uses a hashed
 * subquery: partitions that have just filled have no statistics, and a join ran as a nested loop over thousands.
 */
export async function freezeSome(tx: Tx, job: Job, limit: number): Promise<Id<"dlv"> | null> {
  const { rows } = await tx.execute<{ through: Id<"dlv"> | null }>(sql`
    with candidates as materialized (
      select d.id, d.event_id, d.event_type, d.endpoint_id, ${WAS} as was
        from deliveries d
       where ${chosen(job, job, job.createdAt)} and d.id > ${job.frozenThrough ?? ""}
       order by d.id limit ${limit}
    ),
    claimed as (
      insert into replay_claims (account_id, event_id, endpoint_id, replay_id)
      select ${job.accountId}, event_id, endpoint_id, ${job.id} from candidates order by id
      on conflict do nothing
      returning event_id, endpoint_id
    ),
    judged as materialized (
      select *, (event_id, endpoint_id) in (select event_id, endpoint_id from claimed) as ours
        from candidates
    ),
    items as (
      insert into replay_items (account_id, replay_id, delivery_id, event_id, event_type,
                                endpoint_id, was, state, reason, ended_at)
      select ${job.accountId}, ${job.id}, id, event_id, event_type, endpoint_id, was,
             case when ours then 'waiting' else 'skipped' end,
             case when not ours then 'other_replay' end,
             case when not ours then now() end
        from judged
      returning endpoint_id, state
    ),
    lanes as (
      insert into replay_lanes as lane (account_id, replay_id, endpoint_id, total, skipped)
      select ${job.accountId}, ${job.id}, endpoint_id, count(*),
             count(*) filter (where state = 'skipped')
        from items group by endpoint_id
      on conflict (account_id, replay_id, endpoint_id) do update
        set total = lane.total + excluded.total, skipped = lane.skipped + excluded.skipped
    )
    select max(id) as through from candidates`);
  return rows[0]?.through ?? null;
}

/** Updates the planner's statistics once the set is complete. Autovacuum does so minutes later, and until then each
 *  step would compare every item with every delivery. */
export async function countForPlans(tx: Tx, job: Job): Promise<void> {
  // Citus refuses it in a transaction that has read from several shards.
  if (isSharded()) return;
  const { rows } = await tx.execute<{ day: string }>(sql`
    select tableoid::regclass::text as day from replay_items
     where account_id = ${job.accountId} and replay_id = ${job.id} limit 1`);
  if (rows[0]) await tx.execute(sql`select analyze_replay_items(${rows[0].day})`);
}
