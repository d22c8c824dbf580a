import { currenciesOfOutcomes, readOutcomes } from "#lib/domain/analytics/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { NOTHING, plus, type Tally } from "#lib/kernel/raised-rates.ts";
import { sumAtRisk } from "./risk-store.ts";
import type { AtRisk, Incident } from "./types.ts";

/** Currencies that are summed; those with the most payments first. */
const MOST_CURRENCIES = 8;

export type Toll = { facts: { current: Tally; code: string | null }; atRisk: AtRisk[] };

/** The figures of the incident's slice from its beginning to before `toMs`, the same that the declines screen and report show
 *  for them. */
export async function readToll(ctx: Context, incident: Incident, toMs: number): Promise<Toll> {
  const { dimension, value, since } = incident;
  const range = { from: since, to: dateFromMs(Math.max(toMs, since.getTime() + 1)) };
  const filters = dimension === "all" ? {} : { [dimension]: [value] };
  const atRisk = await sumAtRisk(ctx, incident, range);
  const currencies = await currenciesOfOutcomes(ctx, range);
  const about = { ...range, zone: "UTC", interval: "day", filters } as const;
  const figures = await readOutcomes(
    ctx,
    currencies
      .slice(0, MOST_CURRENCIES)
      .map(({ code }) => ({ ...about, currency: code, dimensions: ["reason"] as const })),
  );
  const codes = new Map<string, number>();
  let current = NOTHING;
  for (const { total, dimensions } of figures) {
    const { approved, declined } = total;
    current = plus(current, { of: approved + declined, declined });
    for (const { value: code, sums } of dimensions.reason) {
      codes.set(code, (codes.get(code) ?? 0) + sums.declined);
    }
  }
  const [most] = [...codes].sort((a, b) => b[1] - a[1]);
  const code = most && 2 * most[1] >= current.declined ? most[0] : null;
  return { facts: { current, code }, atRisk };
}
