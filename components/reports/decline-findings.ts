import {
  raisedWindow,
  rateOf as riskOf,
  type Silence,
  scanWindows,
  silenceOf,
  type Tally,
} from "#lib/kernel/raised-rates.ts";
import { RATE_NAMES } from "#lib/kernel/vocabulary/rates.ts";
import { countText, decimalText } from "../format/locale.ts";
import {
  changeInWords,
  isFirm,
  percent,
  pointsBetween,
  rateInWords,
  rateOf,
  type Share,
} from "../format/rates.ts";
import { moneyText } from "../money/money-text.ts";
import { type Counts, lostOf, type Measure, shareOf } from "./rates.ts";
import type { Slot } from "./slots.ts";

export type Amounts = {
  softDeclined: number;
  recovered: number;
  declinedAmount: string;
  softDeclinedAmount: string;
  recoveredAmount: string;
};
export type Sums = Counts & Amounts;
export type Compared = { value: string; now: Sums | null; before: Sums | null };

export const MEASURE_NAMES: Record<Measure, string> = {
  approval: RATE_NAMES["approval-rate"],
  acceptance: RATE_NAMES["acceptance-rate"],
};

const tallyOf = (measure: Measure, sums: Sums | null): Tally => {
  const { part, of } = shareOf(measure, sums);
  return { of, declined: of - part };
};

const shareOfTally = ({ of, declined }: Tally): Share => ({ part: of - declined, of });

/** Consecutive slots in which the rate is lower than in the others, beyond chance. */
export type Fall = { first: Slot; last: Slot; share: Share };

/** The fall with the strongest evidence; null if there is none. */
export function fallOf(
  measure: Measure,
  slots: readonly Slot[],
  series: readonly { at: string; sums: Sums }[],
): Fall | null {
  const known = new Map(series.map(({ at, sums }) => [at, sums]));
  const raised = raisedWindow(slots.map((slot) => tallyOf(measure, known.get(slot.at) ?? null)));
  if (!raised) return null;
  const { from, to, slice } = raised;
  return { first: slots[from]!, last: slots[to]!, share: shareOfTally(slice) };
}

/** `Tuesday 17 Nov`, `Tuesday 17 Nov to Thursday 19 Nov` */
export const fallTitle = ({ first, last }: Pick<Fall, "first" | "last">) =>
  first.at === last.at ? first.title : `${first.title} to ${last.title}`;

/** The title of the chart over time: a fall beyond chance, else the change vs the previous period. */
export function rateFinding(
  measure: Measure,
  args: { total: Sums; before: Sums | null; fall: Fall | null; beforeLabel: string },
): string {
  const share = shareOf(measure, args.total);
  const name = MEASURE_NAMES[measure];
  const rate = rateOf(share);
  if (rate === null) return "No payment has an outcome in this period";
  if (!isFirm(share)) return `${name}: ${rateInWords(share)} payments, too few for a rate`;
  if (args.fall) {
    return `${name} ${percent(rate)}; ${fallTitle(args.fall)} fell to ${percent(rateOf(args.fall.share) ?? 0)}`;
  }
  const before = args.before && shareOf(measure, args.before);
  const change = changeInWords(pointsBetween(share, before), "points", args.beforeLabel);
  return [`${name} ${percent(rate)}`, change].filter(Boolean).join(", ");
}

/** The title of a breakdown: the value with the most declines. Causes are stated once, above all breakdowns. `label`
 *  names a value. */
export function breakdownFinding(
  measure: Measure,
  rows: readonly Compared[],
  label: (value: string) => string,
): string {
  const counted = rows.map(({ value, now }) => ({ value, declined: lostOf(measure, now) }));
  const total = counted.reduce((sum, { declined }) => sum + declined, 0);
  const most = counted.toSorted((a, b) => b.declined - a.declined)[0];
  if (!most || total === 0) return "No declines";
  if (counted.length === 1) return `${label(most.value)}: ${count(most.declined)} declined`;
  return `${label(most.value)} has ${count(most.declined)} of ${count(total)} declines`;
}

/** Payments that count against the rate for a reason. Abandoned ones have no reason. */
export function refusedFor(measure: Measure, sums: Sums | null): number {
  if (!sums) return 0;
  return sums.declined + (measure === "acceptance" ? sums.authenticationFailed : 0);
}

const GREW = 1.5;

/** The title of the reasons: the one that grew most vs the previous period, else the most frequent. `now` and `before`
 *  hold all payments of the periods, for the growth of the reasons in proportion; `before` is null without a base. */
export function reasonFinding(
  measure: Measure,
  rows: readonly Compared[],
  { now, before }: { now: Sums; before: Sums | null },
  label: (value: string) => string,
): string {
  const total = lostOf(measure, now);
  if (total === 0) return "No declines";
  const [payments, earlier] = [shareOf(measure, now), shareOf(measure, before)];
  const scale = isFirm(payments) && isFirm(earlier) ? payments.of / earlier.of : null;
  const grown = rows
    .map((row) => ({
      value: row.value,
      now: refusedFor(measure, row.now),
      expected: refusedFor(measure, row.before) * (scale ?? 0),
    }))
    .filter(
      ({ now, expected }) => scale !== null && isFirm({ of: now }) && now >= GREW * expected + 6,
    )
    .sort((a, b) => b.now - b.expected - (a.now - a.expected))[0];
  if (grown) {
    const times = grown.expected >= 1 ? grown.now / grown.expected : null;
    const size = times === null ? "rare before" : `${factor(times)} times the usual`;
    return `${label(grown.value)}: ${count(grown.now)}, ${size}`;
  }
  const most = rows.toSorted((a, b) => refusedFor(measure, b.now) - refusedFor(measure, a.now))[0];
  if (!most) return "No declines";
  const share = { part: refusedFor(measure, most.now), of: total };
  return isFirm(share)
    ? `${label(most.value)} is the reason for ${rateInWords(share)} of declines`
    : `${label(most.value)} is the reason for ${rateInWords(share)} declines`;
}

const factor = (times: number) =>
  times < 10 ? decimalText(times.toFixed(1).replace(/\.0$/, "")) : countText(Math.round(times));

/** The amount in soft declines, and how much of it retries recovered. `soft` holds soft declines only. */
export function recoveryFinding(soft: Sums | null, currency: string): string {
  if (!soft || soft.declined === 0) return "No soft declines";
  const held = moneyText(BigInt(soft.declinedAmount), currency);
  const back = BigInt(soft.recoveredAmount);
  if (back === 0n) return `${held} in soft declines, none recovered by retries`;
  const part = moneyText(back, currency);
  if (!isFirm({ of: soft.declined })) {
    return `Retries recovered ${part} of ${held} in soft declines`;
  }
  const rate = Number((100_000n * back) / BigInt(soft.declinedAmount)) / 1_000;
  return `Retries recovered ${part}, ${percent(rate)} of ${held} in soft declines`;
}

type Hour = { hour: number; sums: Sums };

/** The title of the chart by hour: the hours, across midnight too, in which declines are raised beyond chance. That none
 *  are is stated only with what would have been found. */
export function hourFinding(measure: Measure, hours: readonly Hour[]): string {
  const [only] = hours;
  if (!only) return "No payment has an outcome in this period";
  if (hours.length === 1) {
    const { of, declined } = tallyOf(measure, only.sums);
    return `Between ${hourSpan(only.hour, only.hour)} it is ${rateInWords({ part: declined, of })}`;
  }
  const known = new Map(hours.map(({ hour, sums }) => [hour, sums]));
  const series = Array.from({ length: 24 }, (_, hour) => tallyOf(measure, known.get(hour) ?? null));
  const raised = raisedWindow(series, { circle: true });
  if (raised) {
    const { from, to, slice, rest } = raised;
    return `Between ${hourSpan(from, to)} ${percent(100 * riskOf(slice))} declined, ${percent(100 * riskOf(rest))} at other hours`;
  }
  const total = series.reduce((sum, one) => ({
    of: sum.of + one.of,
    declined: sum.declined + one.declined,
  }));
  return silenceText(
    "No hours stand out",
    silenceOf(total, scanWindows(series, { circle: true }).tests),
  );
}

/** A negative finding with the least rise that would have been found, or that there are too few payments to tell. */
export function silenceText(claim: string, silence: Silence): string {
  if (silence.kind === "too_few") {
    const { payments } = silence;
    return `${count(payments)} ${payments === 1 ? "payment is" : "payments are"} too few to tell what stands out`;
  }
  const { of, rate, usual } = silence.least;
  return `${claim}; a rise from ${percent(100 * usual)} to ${percent(100 * rate)} declined in ${count(of)} payments would be found`;
}

const hourSpan = (from: number, to: number) => `${two(from)}:00 and ${two((to + 1) % 24)}:00`;
const two = (value: number) => String(value).padStart(2, "0");
const count = (value: number) => countText(value);
