import { decimalText } from "../format/locale.ts";
import { addDays, shortDay } from "../home/days.ts";

/** The parts of one or more settlements in one currency, in minor units as text. Only `adjustments` and `net`
 *  can be negative. */
export type Figures = {
  gross: string;
  interchange: string;
  schemeFee: string;
  markup: string;
  commission: string;
  disputeFees: string;
  refunds: string;
  chargebacks: string;
  adjustments: string;
  net: string;
};

/** The settlements of one arrival day and status. */
export type ArrivalDay = Figures & { day: string; status: string; settlements: number };

/** Arrived, expected and returned money: three sums that are never added up. */
export function byStatus<Day extends { status: string }>(days: readonly Day[]) {
  const of = (status: string) => days.filter((day) => day.status === status);
  return { arrived: of("paid"), expected: of("scheduled"), failed: of("failed") };
}

const PARTS = [
  "gross",
  "interchange",
  "schemeFee",
  "markup",
  "commission",
  "disputeFees",
  "refunds",
  "chargebacks",
  "adjustments",
  "net",
] as const satisfies readonly (keyof Figures)[];

/** `fees` are all of them, those of disputes included. */
export type Sums = Record<(typeof PARTS)[number] | "fees", bigint> & { settlements: number };

/** The sums of the parts. */
export function sumOf(days: readonly (Figures & { settlements?: number })[]): Sums {
  const total = (part: (typeof PARTS)[number]) =>
    days.reduce((sum, day) => sum + BigInt(day[part]), 0n);
  const sums = {} as Sums;
  for (const part of PARTS) sums[part] = total(part);
  const { interchange, schemeFee, markup, commission, disputeFees } = sums;
  sums.fees = interchange + schemeFee + markup + commission + disputeFees;
  sums.settlements = days.reduce((sum, day) => sum + (day.settlements ?? 1), 0);
  return sums;
}

/** Fees in basis points of the gross amount; null if that is zero. */
export function costBp(fees: bigint, gross: bigint): number | null {
  return gross > 0n ? (Number(fees) * 10_000) / Number(gross) : null;
}

/** `98.4 bp` */
export const bpText = (bp: number) => `${decimalText(bp.toFixed(1))} bp`;

export type CostSlice = {
  key: string;
  label: string;
  title: string;
  /** Days of arrival, both inclusive. */
  fromDay: string;
  toDay: string;
  cost: number | null;
  settlements: number;
};

const MOST_DAYS = 92;
const WEEK = 7;
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const isWeekend = (day: string) => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** The effective cost by day of arrival, or by week in long periods. Weekends on which nothing arrived are left out;
 *  other days without a settlement are gaps. Ends with the last arrival. */
export function costSlices(
  days: readonly ArrivalDay[],
  { fromDay, toDay }: { fromDay: string; toDay: string },
): CostSlice[] {
  const last = days.at(-1)?.day ?? fromDay;
  const until = last < toDay ? last : toDay;
  const length = Math.round((Date.parse(toDay) - Date.parse(fromDay)) / 86_400_000) + 1;
  const step = length > MOST_DAYS ? WEEK : 1;
  const slices: CostSlice[] = [];
  let rest = days;
  for (let day = fromDay; day <= until; day = addDays(day, step)) {
    const end = addDays(day, step - 1);
    const count = rest.findIndex((one) => one.day > end);
    const inside = count < 0 ? rest : rest.slice(0, count);
    rest = rest.slice(inside.length);
    if (step === 1 && isWeekend(day) && inside.length === 0) continue;
    const { fees, gross, settlements } = sumOf(inside);
    slices.push({
      key: day,
      label: shortDay(day),
      title:
        step === 1 ? `Arrived ${shortDay(day)}` : `Arrived ${shortDay(day)} to ${shortDay(end)}`,
      fromDay: day,
      toDay: end,
      cost: costBp(fees, gross),
      settlements,
    });
  }
  return slices;
}
