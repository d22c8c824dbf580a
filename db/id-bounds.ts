// Ids hold the real time at which they were made, and tables of very many rows are cut into days by them: a search by
// the moment of creation is narrowed by id as well, or it would read every day there is.

import { type AnyColumn, and, gte, lt, type SQL } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { idLowerBound, type Prefix } from "#lib/kernel/ids.ts";
import type { CreatedRange } from "#lib/kernel/page.ts";
import { outerBounds, type Period } from "#lib/kernel/period.ts";

/** How far the time in an id may be from the moment that was written beside it: clocks are set, and processes wait. */
const APART_MS = 5 * MINUTE_MS;
/** The database and we may not know of the same change of a zone's clock. */
const OF_ZONES_MS = HOUR_MS;

export interface Identified {
  id: AnyColumn;
  prefix: Prefix;
  /** How far the moments of these rows may be ahead of the time in their ids, in milliseconds: a test account's events
   *  go by its own clock, which never goes back. */
  aheadMs?: number;
}

/** That an id is of a time at which a row made within a period can have got it. True of all of those, and of a few more:
 *  the condition on the moment itself stands beside it. */
export function idsWithin(identified: Identified, period: Period): SQL | undefined {
  const { fromMs, toMs } = outerBounds(period, nowMs());
  return between(identified, fromMs, toMs, "zone" in period ? APART_MS + OF_ZONES_MS : APART_MS);
}

/** The same for `created[gte|gt|lte|lt]`. */
export function idsInRange(
  identified: Identified,
  range: CreatedRange | undefined,
): SQL | undefined {
  const from = range?.gte ?? range?.gt;
  const to = range?.lte ?? range?.lt;
  return between(identified, from?.getTime() ?? null, to?.getTime() ?? null, APART_MS);
}

function between(
  { id, prefix, aheadMs = 0 }: Identified,
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
