import { snapshot } from "#db/prepared.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { comparisonsOf } from "./compare-sql.ts";
import { COSTS } from "./cost-sql.ts";
import { OUTCOMES } from "./outcome-sql.ts";

const ROLLUPS = { outcomes: OUTCOMES, costs: COSTS };
export type RollupName = keyof typeof ROLLUPS;

/** A figure of a rollup that differs from the payments or charges themselves. */
export type WrongFigure = { row: string; column: string; has: bigint; should: bigint };

export type Compared = {
  /** The last day compared, `YYYY-MM-DD`; null if there is nothing after the day asked for. */
  day: string | null;
  isLast: boolean;
  wrong: WrongFigure[];
};

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const monthOf = (moment: Date, add = 0) =>
  dateFromMs(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + add));

/**
 * Compares every figure of a rollup — each measure, dimension and grain, and the sums of kinds — with the payments or
 * charges themselves, for the days after `after` (`YYYY-MM-DD`, or empty) that together have about `rows` of them, at
 * least one day. Facts that are not rolled up yet count. All figures are from one snapshot; takes no lock.
 */
export function compareRollup(
  ctx: Context,
  name: RollupName,
  { after, rows }: { after: string; rows: number },
): Promise<Compared> {
  const statements = comparisonsOf(ROLLUPS[name]);
  const own = [ctx.accountId, ctx.mode];
  return snapshot({ plans: "kept", unhurried: true }, async (run) => {
    type Span = { first: Date | null; last: Date | null };
    const [span] = await run<Span>(`analytics.span_${name}`, statements.span, own);
    const { first, last } = span!;
    const start = after === "" ? first : dateFromMs(Date.parse(`${after}T00:00:00Z`) + DAY_MS);
    if (!start || !last || start > last) return { day: null, isLast: true, wrong: [] };
    const reach = [...own, start, rows];
    const [end] = await run<{ day: Date | null }>(
      `analytics.reach_${name}`,
      statements.reach,
      reach,
    );
    const to = end?.day
      ? dateFromMs(Math.max(end.day.getTime(), start.getTime() + DAY_MS))
      : dateFromMs(last.getTime() + DAY_MS);
    const wrong: WrongFigure[] = [];
    const compare = async (all: Record<string, string>, from: Date, until: Date) => {
      for (const [what, text] of Object.entries(all)) {
        wrong.push(
          ...(await run<WrongFigure>(`analytics.compare_${name}_${what}`, text, [
            ...own,
            from,
            until,
          ])),
        );
      }
    };
    await compare(statements.days, start, to);
    await compare(statements.months, monthOf(start), monthOf(dateFromMs(to.getTime() - 1), 1));
    await compare(statements.keys, start, to);
    return { day: dayOf(dateFromMs(to.getTime() - 1)), isLast: to > last, wrong };
  });
}
