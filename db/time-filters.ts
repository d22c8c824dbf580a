import { type AnyColumn, and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { dateFromMs, HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "#lib/kernel/ids.ts";
import type { CreatedRange } from "#lib/kernel/page.ts";
import { isDay, localMomentSql, outerBounds, type Period } from "#lib/kernel/period.ts";
import { withParams } from "./sql-text.ts";

// Conditions on the time of a row. Filter partitioned tables by id as well as time (`madeWithin`, `madeInRange`): ids
// contain the real time of creation, and tables are partitioned by id; otherwise every daily partition is scanned.

/** `created[gte|gt|lte|lt]` as a condition. Undefined without a range. */
export function createdWithin(column: PgColumn, range: CreatedRange | undefined): SQL | undefined {
  if (!range) return undefined;
  return and(range.from && gte(column, range.from), range.to && lt(column, range.to));
}

/** `column` is within a period. Days begin at the first midnight of the zone and end where the next one begins. */
export function within(column: AnyColumn, period: Period): SQL | undefined {
  if ("lastMs" in period) {
    return gte(column, dateFromMs((period.presentMs ?? nowMs()) - period.lastMs));
  }
  if ("from" in period) {
    const { from, to } = period;
    return and(from ? gte(column, from) : undefined, to ? lt(column, to) : undefined);
  }
  const { fromDay, toDay, zone } = period;
  return and(
    fromDay ? sql`${column} >= ${withParams(AT, [fromDay, zone])}` : undefined,
    // A day as the end is included; a minute as the end is not.
    toDay ? sql`${column} < ${withParams(isDay(toDay) ? AFTER : AT, [toDay, zone])}` : undefined,
  );
}

const AT = localMomentSql("$1", "$2");
const AFTER = localMomentSql("($1::date + 1)", "$2");

/** The maximum difference between the time in an id and `created_at` of the same row: clocks are corrected, and
 * processes wait. */
const APART_MS = 5 * MINUTE_MS;
/** The time zone data of the database and of Node can differ by one clock change of a zone. */
const OF_ZONES_MS = HOUR_MS;

/** The columns with the creation of a row. */
interface Made {
  createdAt: PgColumn;
  id: PgColumn;
  prefix: Prefix;
  /** How far `createdAt` can be ahead of the time in the id, in milliseconds: a test account's events use its own
   * clock, which only moves forward. */
  aheadMs?: number;
}

/** The row was created within a period. Undefined without a period. */
export function madeWithin(made: Made, period: Period | undefined): SQL | undefined {
  if (!period) return undefined;
  const { fromMs, toMs } = outerBounds(period, nowMs());
  const apartMs = "zone" in period ? APART_MS + OF_ZONES_MS : APART_MS;
  return and(within(made.createdAt, period), idsBetween(made, fromMs, toMs, apartMs));
}

/** The same for `created[gte|gt|lte|lt]` on a partitioned table. */
export function madeInRange(made: Made, range: CreatedRange | undefined): SQL | undefined {
  const { from, to } = range ?? {};
  const ids = idsBetween(made, from?.getTime() ?? null, to?.getTime() ?? null, APART_MS);
  return and(createdWithin(made.createdAt, range), ids);
}

/** Bounds of the ids of rows created between two times. True for all of those rows, and for a few more. */
function idsBetween(
  { id, prefix, aheadMs = 0 }: Made,
  fromMs: number | null,
  toMs: number | null,
  apartMs: number,
): SQL | undefined {
  const bound = (ms: number) => idLowerBound(prefix, Math.max(0, ms));
  return and(
    fromMs === null ? undefined : gte(id, bound(fromMs - aheadMs - apartMs)),
    toMs === null ? undefined : lt(id, bound(toMs + apartMs)),
  );
}
