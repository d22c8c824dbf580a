import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Silence } from "#lib/kernel/raised-rates.ts";
import { countText } from "../format/locale.ts";
import { percent, points } from "../format/rates.ts";
import { longDay, shortDay } from "../home/days.ts";
import { countryName, methodName } from "../payments/labels.ts";
import { toZonedInput } from "../time/zoned-input.ts";
import { silenceText } from "./decline-findings.ts";

export type CauseSlice = { dimension: string; value: string };

export type Cause = CauseSlice & {
  from: string;
  to: string;
  isWhole: boolean;
  payments: number;
  declined: number;
  usual: number;
  points: number;
  also: readonly CauseSlice[];
};

export type Causes = { kind: "causes"; causes: readonly Cause[] } | Silence;

const LABELS: Record<string, (value: string) => string> = {
  all: () => "All payments",
  issuer: (name) => name,
  issuer_country: (country) => `Cards from ${countryName(country)}`,
  bin: (bin) => `BIN ${bin}`,
  method: methodName,
};

export const causeLabel = ({ dimension, value }: CauseSlice) => LABELS[dimension]?.(value) ?? value;

/** The window as a filter of the payments list: local days, or local minutes. */
export function causeCreated({ from, to }: Pick<Cause, "from" | "to">, zone: string): string {
  const [first, end] = [localOf(from, zone), localOf(to, zone)];
  if (!isDayStart(first) || !isDayStart(end)) return `${first}..${end}`;
  return `${dayOf(first)}..${lastDayOf(to, zone)}`;
}

/** `Tuesday 17 Nov, 13:00 to 16:00`, `Tuesday 17 Nov`, `17 Nov, 22:00 to 18 Nov, 03:00`, `17 Nov to 19 Nov`. */
export function causeWindow(cause: Cause, zone: string): string {
  if (cause.isWhole) return "The whole period";
  const { from, to } = cause;
  const [first, end] = [localOf(from, zone), localOf(to, zone)];
  if (isDayStart(first) && isDayStart(end)) {
    const last = lastDayOf(to, zone);
    if (dayOf(first) === last) return longDay(last);
    return `${shortDay(dayOf(first))} to ${shortDay(last)}`;
  }
  const endsToday = dayOf(first) === lastDayOf(to, zone);
  if (endsToday) return `${longDay(dayOf(first))}, ${timeOf(first)} to ${timeOf(end)}`;
  return `${shortDay(dayOf(first))}, ${timeOf(first)} to ${shortDay(dayOf(end))}, ${timeOf(end)}`;
}

/** `78.3 % of 60 payments declined, 10.9 % at other times` */
export function causeRates({ payments, declined, usual, isWhole, dimension }: Cause): string {
  const rate = percent((100 * declined) / payments);
  const others = isWhole && dimension !== "all" ? "of the others" : "at other times";
  return `${rate} of ${countText(payments)} payments declined, ${percent(100 * usual)} ${others}`;
}

/** The title of the causes: the first one with what it adds, or that nothing stands out, if that can be told. */
export function causesFinding(causes: Causes, zone: string): string {
  if (causes.kind !== "causes") return silenceText("Nothing stands out", causes);
  const [first] = causes.causes;
  if (!first) return "";
  const when = first.isWhole ? "" : `, ${causeWindow(first, zone)}`;
  return `${causeLabel(first)}${when}: adds ${points(first.points)} to the decline rate`;
}

const localOf = (at: string, zone: string) => toZonedInput(new Date(at), zone);
const dayOf = (local: string) => local.slice(0, 10);
const timeOf = (local: string) => local.slice(11);
const isDayStart = (local: string) => timeOf(local) === "00:00";
/** The local day that an exclusive end is the end of. */
const lastDayOf = (to: string, zone: string) =>
  dayOf(toZonedInput(dateFromMs(Date.parse(to) - 1), zone));
