import { formatMinor } from "#lib/kernel/money.ts";
import { type Counts, judgedBy, type Measure, percent, points, rateOf } from "./rates.ts";
import type { Slot } from "./slots.ts";
import { fallBelow, worstFall } from "./worst-fall.ts";

export type Amounts = {
  softDeclined: number;
  recovered: number;
  declinedAmount: string;
  softDeclinedAmount: string;
  recoveredAmount: string;
};
export type Sums = Counts & Amounts;
export type Compared = { value: string; now: Sums | null; before: Sums | null };

const NAMES: Record<Measure, string> = { network: "Authorisation", acceptance: "Acceptance" };

/** The slot with the worst significant fall below the others; null if there is none. */
export function fallOf(
  measure: Measure,
  slots: readonly Slot[],
  series: readonly { at: string; sums: Sums }[],
): { slot: Slot; rate: number } | null {
  const known = new Map(series.map(({ at, sums }) => [at, sums]));
  const worst = worstFall(slots.map((slot) => judgedBy(measure, known.get(slot.at) ?? null)));
  return worst && { slot: slots[worst.index]!, rate: worst.approval };
}

/** The title of the chart over time: a significant fall, else the change vs the previous period. */
export function rateFinding(
  measure: Measure,
  args: { total: Sums; before: Sums; fall: ReturnType<typeof fallOf>; beforeLabel: string },
): string {
  const rate = rateOf(measure, args.total);
  const name = NAMES[measure];
  if (rate === null) return "No payment has an outcome in this period";
  if (args.fall) {
    return `${name} ${percent(rate)}; ${args.fall.slot.title} fell to ${percent(args.fall.rate)}`;
  }
  const before = rateOf(measure, args.before);
  if (before === null) return `${name} ${percent(rate)}`;
  const change = rate - before;
  if (Math.abs(change) < 0.5) return `${name} ${percent(rate)}, unchanged vs ${args.beforeLabel}`;
  const direction = change > 0 ? "up" : "down";
  return `${name} ${percent(rate)}, ${direction} ${points(change)} vs ${args.beforeLabel}`;
}

/** The title of a breakdown: the value with the worst significant fall vs the previous period, else the value
 *  with the most declines. `label` names a value. */
export function breakdownFinding(
  measure: Measure,
  rows: readonly Compared[],
  label: (value: string) => string,
): string {
  let worst: { row: Compared; errors: number } | null = null;
  for (const row of rows) {
    const errors = fallBelow(judgedBy(measure, row.now), rateOf(measure, row.before));
    if (errors !== null && errors > (worst?.errors ?? 0)) worst = { row, errors };
  }
  if (worst) {
    const { value, now, before } = worst.row;
    const [rate, usual] = [rateOf(measure, now) ?? 0, rateOf(measure, before) ?? 0];
    return `${label(value)} fell to ${percent(rate)}, ${points(usual - rate)} lower than before`;
  }
  const counted = rows.map(({ value, now }) => ({ value, ...judgedBy(measure, now) }));
  const total = counted.reduce((sum, { declined }) => sum + declined, 0);
  const most = counted.toSorted((a, b) => b.declined - a.declined)[0];
  if (!most || total === 0) return "No declines";
  if (counted.length === 1) return `${label(most.value)}: ${count(most.declined)} declined`;
  return `${label(most.value)} has ${count(most.declined)} of ${count(total)} declines`;
}

const GREW = 1.5;
const FEWEST = 12;

/** Number of payments declined for a reason, failed authentications included. */
export const refusedFor = (sums: Sums | null) =>
  sums ? sums.declined + sums.authenticationFailed : 0;

/** The title of the reasons: the one that grew most vs the previous period, else the most frequent. `scale` is
 *  the number of payments now divided by that of the previous period. */
export function reasonFinding(
  rows: readonly Compared[],
  scale: number | null,
  label: (value: string) => string,
): string {
  const total = rows.reduce((sum, row) => sum + refusedFor(row.now), 0);
  if (total === 0) return "No declines";
  const grown = rows
    .map(({ value, now, before }) => ({
      value,
      now: refusedFor(now),
      expected: refusedFor(before) * (scale ?? 0),
    }))
    .filter(({ now, expected }) => scale !== null && now >= FEWEST && now >= GREW * expected + 6)
    .sort((a, b) => b.now - b.expected - (a.now - a.expected))[0];
  if (grown) {
    const times = grown.expected >= 1 ? grown.now / grown.expected : null;
    const size = times === null ? "rare before" : `${factor(times)} times the usual`;
    return `${label(grown.value)}: ${count(grown.now)}, ${size}`;
  }
  const most = rows.toSorted((a, b) => refusedFor(b.now) - refusedFor(a.now))[0]!;
  const share = Math.round((100 * refusedFor(most.now)) / total);
  return `${label(most.value)} is the reason for ${share} % of declines`;
}

const factor = (times: number) =>
  times < 10 ? times.toFixed(1).replace(/\.0$/, "") : Math.round(times).toLocaleString("en");

/** The amount in soft declines, and how much of it retries recovered. `soft` holds soft declines only. */
export function recoveryFinding(soft: Sums | null, currency: string): string {
  if (!soft || soft.declined === 0) return "No soft declines";
  const held = formatMinor(BigInt(soft.declinedAmount), currency);
  const back = BigInt(soft.recoveredAmount);
  if (back === 0n) return `${held} in soft declines, none recovered by retries`;
  const share = Number((100n * back) / BigInt(soft.declinedAmount));
  return `Retries recovered ${formatMinor(back, currency)}, ${share} % of ${held} in soft declines`;
}

/** The title of the chart by hour: the hour with the worst significant fall. */
export function hourFinding(
  measure: Measure,
  hours: readonly { hour: number; sums: Sums }[],
): string {
  const worst = worstFall(hours.map(({ sums }) => judgedBy(measure, sums)));
  const found = worst ? hours[worst.index] : hours.length === 1 ? hours[0] : undefined;
  const rate = found && rateOf(measure, found.sums);
  if (!found || rate === null || rate === undefined) return "No hour of the day stands out";
  const { hour } = found;
  return `Between ${two(hour)}:00 and ${two((hour + 1) % 24)}:00 it is ${percent(rate)}`;
}

const two = (value: number) => String(value).padStart(2, "0");
const count = (value: number) => value.toLocaleString("en");
