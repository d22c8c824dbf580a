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

/** The slot that fell below the others further than chance explains; null when none did. */
export function fallOf(
  measure: Measure,
  slots: readonly Slot[],
  series: readonly { at: string; sums: Sums }[],
): { slot: Slot; rate: number } | null {
  const known = new Map(series.map(({ at, sums }) => [at, sums]));
  const worst = worstFall(slots.map((slot) => judgedBy(measure, known.get(slot.at) ?? null)));
  return worst && { slot: slots[worst.index]!, rate: worst.approval };
}

/** What the chart over time says, with its number: a fall first, then how it goes against before. */
export function rateFinding(
  measure: Measure,
  args: { total: Sums; before: Sums; fall: ReturnType<typeof fallOf>; beforeLabel: string },
): string {
  const rate = rateOf(measure, args.total);
  const name = NAMES[measure];
  if (rate === null) return "No payment has an outcome in this time";
  if (args.fall) {
    return `${name} ${percent(rate)}; ${args.fall.slot.title} fell to ${percent(args.fall.rate)}`;
  }
  const before = rateOf(measure, args.before);
  if (before === null) return `${name} ${percent(rate)}`;
  const change = rate - before;
  if (Math.abs(change) < 0.5) return `${name} ${percent(rate)}, steady against ${args.beforeLabel}`;
  const direction = change > 0 ? "up" : "down";
  return `${name} ${percent(rate)}, ${direction} ${points(change)} on ${args.beforeLabel}`;
}

/** What a breakdown says: the value that fell furthest against the period before, else the one that
 *  brought most refusals. `words` name a value. */
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
    return `${label(value)} fell to ${percent(rate)}, ${points(usual - rate)} less than before`;
  }
  const counted = rows.map(({ value, now }) => ({ value, ...judgedBy(measure, now) }));
  const total = counted.reduce((sum, { declined }) => sum + declined, 0);
  const most = counted.toSorted((a, b) => b.declined - a.declined)[0];
  if (!most || total === 0) return "Nothing was refused";
  if (counted.length === 1) return `${label(most.value)}: ${count(most.declined)} refused`;
  return `${label(most.value)} has ${count(most.declined)} of ${count(total)} refusals`;
}

const GREW = 1.5;
const FEWEST = 12;

/** How many payments were refused for a reason; its own measure, because none of them was approved. */
export const refusedFor = (sums: Sums | null) =>
  sums ? sums.declined + sums.authenticationFailed : 0;

/** What the reasons say: the one that grew most beyond what it was, else the most frequent. `scale` is
 *  how many more payments there were than before. */
export function reasonFinding(
  rows: readonly Compared[],
  scale: number | null,
  label: (value: string) => string,
): string {
  const total = rows.reduce((sum, row) => sum + refusedFor(row.now), 0);
  if (total === 0) return "Nothing was refused";
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
    const size = times === null ? "hardly known before" : `${factor(times)} times the usual`;
    return `${label(grown.value)}: ${count(grown.now)}, ${size}`;
  }
  const most = rows.toSorted((a, b) => refusedFor(b.now) - refusedFor(a.now))[0]!;
  const share = Math.round((100 * refusedFor(most.now)) / total);
  return `${label(most.value)} is the reason of ${share} %`;
}

const factor = (times: number) =>
  times < 10 ? times.toFixed(1).replace(/\.0$/, "") : Math.round(times).toLocaleString("en");

/** What soft refusals held back, and how much of it retrying brought in. `soft` is of that kind only. */
export function recoveryFinding(soft: Sums | null, currency: string): string {
  if (!soft || soft.declined === 0) return "No soft refusals";
  const held = formatMinor(BigInt(soft.declinedAmount), currency);
  const back = BigInt(soft.recoveredAmount);
  if (back === 0n) return `${held} were refused softly; no retry brought any back`;
  const share = Number((100n * back) / BigInt(soft.declinedAmount));
  return `Retrying brought back ${formatMinor(back, currency)} (${share} %) of ${held} refused softly`;
}

/** Which hour of the day is worst; null where none stands out. */
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
