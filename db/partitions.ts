import { at, DAY_MS } from "../lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "../lib/kernel/ids.ts";

/** The tables kept 30 days, each partitioned by the day in an id (docs/decisions). */
const PARTITIONED: ReadonlyArray<{ table: string; prefix: Prefix }> = [
  { table: "events", prefix: "evt" },
  { table: "event_bodies", prefix: "evt" },
  { table: "deliveries", prefix: "dlv" },
  { table: "delivery_attempts", prefix: "dlv" },
];

type Queryable = { query(text: string): Promise<unknown> };

/**
 * Makes the daily partitions from `daysBack` before to `daysAhead` after `nowMs` (UTC days) where
 * they are missing. There is no default partition: it would block detaching old days.
 * Takes a brief lock on each parent only when a partition is really made.
 */
export async function ensurePartitions(
  client: Queryable,
  args: { nowMs: number; daysBack: number; daysAhead: number },
): Promise<void> {
  const today = Math.floor(args.nowMs / DAY_MS);
  for (const { table, prefix } of PARTITIONED) {
    for (let day = today - args.daysBack; day <= today + args.daysAhead; day++) {
      const name = `${table}_${at(day * DAY_MS)
        .toISOString()
        .slice(0, 10)
        .replaceAll("-", "")}`;
      const from = idLowerBound(prefix, day * DAY_MS);
      const to = idLowerBound(prefix, (day + 1) * DAY_MS);
      await client.query(
        `create table if not exists ${name} partition of ${table} for values from ('${from}') to ('${to}')`,
      );
    }
  }
}
