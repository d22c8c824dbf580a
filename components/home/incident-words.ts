import { sliceWords as nameSlice, type WatchedPart } from "#lib/kernel/slice-words.ts";
import { decimalText } from "../format/locale.ts";
import type { Share } from "../format/rates.ts";
import { methodName } from "../payments/labels.ts";

/** `cards issued by Nordlicht Bank` */
export const sliceWords = (slice: WatchedPart) => nameSlice(slice, methodName);

export const shareOf = ({ of, declined }: { of: number; declined: number }): Share => ({
  part: declined,
  of,
});

const MINUTES = 60;
const MOST_HOURS = 48;

/** `about 18 min`, `about 5 h`, `more than 48 h`: how long so many payments take at this flow. */
export function waitWords(payments: number, perHour: number): string {
  const hours = perHour > 0 ? payments / perHour : Number.POSITIVE_INFINITY;
  if (hours > MOST_HOURS) return `more than ${MOST_HOURS} h`;
  if (hours >= 2) return `about ${Math.round(hours)} h`;
  return `about ${Math.max(1, Math.round(hours * MINUTES))} min`;
}

/** `20`, `4.5`, `0.3` payments an hour. */
export const flowWords = (perHour: number) =>
  decimalText(perHour >= 10 ? perHour.toFixed(0) : perHour.toFixed(1).replace(/\.0$/, ""));

/** `ada@shop.example`, `ada@shop.example and 2 others` */
export function peopleWords(recipients: readonly string[]): string {
  const [first, ...others] = recipients;
  if (first === undefined) return "nobody";
  if (others.length === 0) return first;
  if (others.length === 1) return `${first} and ${others[0]}`;
  return `${first} and ${others.length} others`;
}
