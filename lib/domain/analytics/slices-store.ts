import { planAnew, snapshot } from "#db/prepared.ts";
import type { Context } from "#lib/kernel/context.ts";
import { dayEnd, readState, runStatement } from "./figures-store.ts";
import type { Combination, Slice } from "./find-causes.ts";
import { OUTCOMES } from "./outcome-sql.ts";
import {
  COMBINATIONS,
  FRESH_COMBINATIONS,
  FRESH_SLICES,
  ROLLED_SLICES,
  ROLLED_SLICES_OF_ONE,
} from "./slices-sql.ts";
import { GRAINS, type Span, splitRange } from "./split-range.ts";

export type Unit = "hour" | "day" | "month";

export type SliceRow = {
  dimension: Slice["dimension"];
  value: string;
  /** The start of the slot, in UTC. */
  at: Date;
  approved: number;
  declined: number;
};

type Wanted = Span & {
  currency: string;
  unit: Unit;
  dimensions: readonly Slice["dimension"][];
  /** One value of the dimensions; null for all. */
  value: string | null;
};

/** Decided payments of a range by slot of `unit` and by value of the dimensions, exact and from one snapshot. Takes no
 *  lock. */
export function readSlices(ctx: Context, wanted: Wanted): Promise<SliceRow[]> {
  return snapshot({ plans: "kept" }, async (run) => {
    const { hasNewFacts, areLast } = await readState(run, OUTCOMES, ctx, [wanted]);
    const span = { from: wanted.from, to: areLast[0] ? dayEnd(wanted.to) : wanted.to };
    const { whole, parts, rest } = splitRange(span, GRAINS[wanted.unit]);
    const parameters = {
      account: ctx.accountId,
      mode: ctx.mode,
      currency: wanted.currency,
      interval: wanted.unit,
      dimensions: wanted.dimensions,
      value: wanted.value,
      grains: parts.map(({ grain }) => grain),
      sliceFroms: parts.map((part) => part.from),
      sliceTos: parts.map((part) => part.to),
      wholeFrom: whole?.from ?? span.from,
      wholeTo: whole?.to ?? span.from,
      edgeFroms: rest.map((edge) => edge.from),
      edgeTos: rest.map((edge) => edge.to),
    };
    const statement = wanted.value === null ? ROLLED_SLICES : ROLLED_SLICES_OF_ONE;
    const rolled = await runStatement<SliceRow>(run, statement, parameters);
    if (!hasNewFacts && rest.length === 0) return rolled;
    await planAnew(run);
    return [...rolled, ...(await runStatement<SliceRow>(run, FRESH_SLICES, parameters))];
  });
}

/** Values that payments of the account in a currency had together. Takes no lock. */
export function readCombinations(ctx: Context, currency: string): Promise<Combination[]> {
  const parameters = { account: ctx.accountId, mode: ctx.mode, currency };
  return snapshot({ plans: "kept" }, async (run) => {
    const { hasNewFacts } = await readState(run, OUTCOMES, ctx, []);
    const rolled = await runStatement<Combination>(run, COMBINATIONS, parameters);
    if (!hasNewFacts) return rolled;
    await planAnew(run);
    return [...rolled, ...(await runStatement<Combination>(run, FRESH_COMBINATIONS, parameters))];
  });
}
