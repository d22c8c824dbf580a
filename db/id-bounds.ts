// Ids hold the real time at which they were made, and tables of very many rows are cut into days by them: a search by
// the moment of creation is narrowed by id as well, or it would read every day there is.

import { and, gte, lt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "#lib/kernel/ids.ts";
import type { CreatedRange } from "#lib/kernel/page.ts";
import { outerBounds, type Period } from "#lib/kernel/period.ts";
import { createdWithin } from "./keyset.ts";
import { within } from "./reading.ts";

/** How far the time in an id may be from the moment that was written beside it: clocks are set, and processes wait. */
const APART_MS = 5 * MINUTE_MS;
/** The database and we may not know of the same change of a zone's clock. */
const OF_ZONES_MS = HOUR_MS;

/** Where rows say when they were made. */
export interface Made {
  createdAt: PgColumn;
  id: PgColumn;
  prefix: Prefix;
  /** How far the moments of these rows may be ahead of the time in their ids, in milliseconds: a test account's events
   *  go by its own clock, which never goes back. */
  aheadMs?: number;
}

/** That a row was made within a period; undefined when none was asked for. */
export function madeWithin(made: Made, period: Period | undefined): SQL | undefined {
  if (!period) return undefined;
  const { fromMs, toMs } = outerBounds(period, nowMs());
  const apartMs = "zone" in period ? APART_MS + OF_ZONES_MS : APART_MS;
  return and(within(made.createdAt, period), idsBetween(made, fromMs, toMs, apartMs));
}

/** The same for `created[gte|gt|lte|lt]`. */
export function madeInRange(made: Made, range: CreatedRange | undefined): SQL | undefined {
  const { from, to } = range ?? {};
  const ids = idsBetween(made, from?.getTime() ?? null, to?.getTime() ?? null, APART_MS);
  return and(createdWithin(made.createdAt, range), ids);
}

/** That an id is of a time at which a row made between two moments can have got it: true of all of those, and of a few
 *  more. */
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
