import { type SQL, sql } from "drizzle-orm";
import { literally } from "#db/sql-text.ts";
import { HOUR_MS } from "#lib/kernel/clock.ts";
import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Selection } from "./types.ts";

/** The statuses that deliveries have, by what they are called here. */
const STATUSES = {
  failed: ["failed", "retrying"],
  delivered: ["delivered"],
  held: ["held"],
} as const;

type Whose = { accountId: Id<"acct">; mode: Mode };

/**
 * The condition that delivery `d` belongs to a selection made at `asOf`. Of several deliveries of one
 * event to one endpoint the newest in the window stands for all, and none does when a replay has
 * arrived since.
 */
export function chosen({ accountId, mode }: Whose, selection: Selection, asOf: Date): SQL {
  const { from, to, endpoints, types, statuses } = selection;
  const among = statuses.flatMap((status) => STATUSES[status]);
  return sql`d.account_id = ${accountId} and d.mode = ${mode}
    and d.id >= ${lowestOf({ from })} and d.id < ${idLowerBound("dlv", asOf.getTime() + 1)}
    and d.created_at >= ${iso(from)}::timestamptz and d.created_at < ${iso(to)}::timestamptz
    and d.endpoint_id = any(${sql.param(endpoints)}::text[])
    and d.status = any(${sql.param(among)}::text[])
    and d.event_type like any(${sql.param(types.map(toPattern))}::text[])
    and not exists (
      select 1 from deliveries s
       where s.account_id = d.account_id and s.event_id = d.event_id
         and s.endpoint_id = d.endpoint_id and s.replay_of is not null and s.id > d.id
         and ((s.status = 'delivered' and d.status <> 'delivered')
              or (s.status = any(${sql.param(among)}::text[])
                  and s.created_at < ${iso(to)}::timestamptz)))`;
}

/** The smallest id that a delivery of a window can have: it spares the planner the days before. */
export function lowestOf({ from }: { from: Date }): Id<"dlv"> {
  return idLowerBound("dlv", from.getTime() - HOUR_MS);
}

/** What delivery `d` was, in the words of a selection. */
export const WAS = sql.raw(
  "case d.status when 'delivered' then 'delivered' when 'held' then 'held' else 'failed' end",
);

export const iso = (moment: Date) => moment.toISOString();

function toPattern(type: string): string {
  if (type === "*") return "%";
  const escaped = literally(type);
  return escaped.endsWith(".*") ? `${escaped.slice(0, -1)}%` : escaped;
}
