import { percentDigits } from "#lib/kernel/percent.ts";
import { FEWEST_FOR_A_RATE } from "#lib/kernel/vocabulary/rates.ts";
import { countText, decimalText } from "./locale.ts";

/** The two counts behind a rate. Every rate of a screen is made from one, so that none is shown without its base. */
export type Share = { part: number; of: number };

/** Per cent; null (a gap, not zero) of nothing. */
export const rateOf = ({ part, of }: Share): number | null => (of === 0 ? null : (100 * part) / of);

/** Whether there is enough behind a rate to state it in a title, to rank it and to compare it. */
export const isFirm = ({ of }: Pick<Share, "of">) => of >= FEWEST_FOR_A_RATE;

/** `97.5 %`: one decimal, everywhere. */
export const percent = (rate: number) => `${decimalText(percentDigits(rate))} %`;

/** `60 %`, `92.5 %`: a mark of an axis, exactly. */
export const axisPercent = (rate: number) => `${decimalText(String(Number(rate.toFixed(3))))} %`;

/** `97.5 %`, or a dash if there is nothing. */
export function rateText(share: Share): string {
  const rate = rateOf(share);
  return rate === null ? "–" : percent(rate);
}

/** `of 1,204 payments` */
export function baseText({ of }: Pick<Share, "of">, noun = "payment"): string {
  return `of ${countText(of)} ${of === 1 ? noun : plural(noun)}`;
}

const plural = (noun: string) => (noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/** `12 of 15`: what a sentence says where the rate is not firm. */
export const countsText = ({ part, of }: Share) => `${countText(part)} of ${countText(of)}`;

/** A rate within a sentence: `86.0 %`, or `12 of 15` if there are too few for a rate. */
export const rateInWords = (share: Share) => (isFirm(share) ? rateText(share) : countsText(share));

/** The difference of two rates in points; null unless both are firm. */
export function pointsBetween(now: Share, before: Share | null): number | null {
  if (before === null || !isFirm(now) || !isFirm(before)) return null;
  return (rateOf(now) ?? 0) - (rateOf(before) ?? 0);
}

/** Whether two rates differ by more than chance explains in 95 of 100 cases. */
export function isBeyondChance(now: Share, before: Share): boolean {
  if (now.of === 0 || before.of === 0) return false;
  const pooled = (now.part + before.part) / (now.of + before.of);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / now.of + 1 / before.of));
  return Math.abs(now.part / now.of - before.part / before.of) > 1.96 * spread;
}

/** An amount or count and the number of payments that it consists of. */
export type Quantity = { value: number; of: number };

/** The growth of a quantity in per cent; null if there are too few payments to grow from. */
export function growthOf(now: Quantity, before: Quantity | null): number | null {
  if (before === null || !isFirm(before) || before.value === 0) return null;
  return (100 * (now.value - before.value)) / before.value;
}

const LEAST_STATED = 0.5;

export const points = (value: number) => `${decimalText(Math.abs(value).toFixed(1))} points`;

/** `up 3.1 points vs previous 7 days`, `unchanged vs previous 7 days`; null if there is nothing to compare with. */
export function changeInWords(
  change: number | null,
  unit: "points" | "percent",
  label: string,
): string | null {
  if (change === null) return null;
  if (Math.abs(change) < LEAST_STATED) return `unchanged vs ${label}`;
  const size = unit === "points" ? points(change) : percent(Math.abs(change));
  return `${change > 0 ? "up" : "down"} ${size} vs ${label}`;
}

/** `+1.2`, `−0.4`, `±0.0`: a difference with its sign. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  if (text === "0.0") return `±${decimalText(text)}`;
  return `${value > 0 ? "+" : "−"}${decimalText(text)}`;
}

/** The line below a key figure that is a rate; undefined without a base. Coloured only beyond chance. */
export function rateChange(now: Share, before: Share | null, label: string) {
  const change = pointsBetween(now, before);
  if (change === null || before === null) return undefined;
  const good = isBeyondChance(now, before) ? change > 0 : null;
  return { text: `${signed(change)} points vs ${label}`, good };
}

/** The line below a key figure that is a count. It has no colour: with more payments there is more of everything. */
export function countChange(now: number, before: number | null, label: string) {
  const growth = growthOf(
    { value: now, of: now },
    before === null ? null : { value: before, of: before },
  );
  return growth === null ? undefined : { text: `${signed(growth)} % vs ${label}`, good: null };
}
