import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import type { ReportInterval } from "#lib/kernel/vocabulary/reports.ts";
import { addDays, longDay, shortDay } from "../home/days.ts";
import { dateText, timeText } from "../time/period-text.ts";
import { toZonedInput } from "../time/zoned-input.ts";

/** A period in local time, from the server. */
export type Stretch = { fromDay: string; toDay: string; from: string; to: string };

/** One point of a chart over time: its start in the server's form, and its labels. */
export type Slot = {
  at: string;
  label: string;
  /** The label with its day or year. */
  long: string;
  title: string;
  /** The payments list's filter for exactly this slot (days, or minutes in the merchant's time zone). */
  created: string;
  /** The days of the slot, for a closer look; null for an hour. */
  days: string | null;
};

const MONTHS =
  "January February March April May June July August September October November December";

/** All points of a period without gaps, oldest first. The first and last may be partial. */
export function slotsOf(stretch: Stretch, interval: ReportInterval, zone: string): Slot[] {
  if (interval === "hour") return hoursOf(stretch, zone);
  const slots: Slot[] = [];
  for (let day = startOf(stretch.fromDay, interval); day <= stretch.toDay; ) {
    const next = nextOf(day, interval);
    const range = `${later(day, stretch.fromDay)}..${earlier(addDays(next, -1), stretch.toDay)}`;
    slots.push({ at: day, ...labelOf(day, interval), created: range, days: range });
    day = next;
  }
  return slots;
}

/** The points of a chart over these slots. The last one of an open period is incomplete. */
export const pointsOf = (
  slots: readonly Slot[],
  isOpen: boolean,
  hrefOf: (created: string) => string,
) =>
  slots.map((slot, index) => {
    const open = isOpen && index === slots.length - 1;
    return {
      key: slot.at,
      label: slot.label,
      long: slot.long,
      span: slot.created,
      title: open ? `${slot.title}, so far` : slot.title,
      open,
      href: hrefOf(slot.created),
    };
  });

const [earlier, later] = [
  (...days: string[]) => days.toSorted()[0]!,
  (...days: string[]) => days.toSorted().at(-1)!,
];

function hoursOf({ from, to }: Stretch, zone: string): Slot[] {
  const slots: Slot[] = [];
  for (let ms = Date.parse(from); ms < Date.parse(to); ms += HOUR_MS) {
    const begin = toZonedInput(dateFromMs(ms), zone);
    const end = toZonedInput(dateFromMs(ms + HOUR_MS), zone);
    slots.push({
      at: `${dateFromMs(ms).toISOString().slice(0, 19)}Z`,
      label: timeText(begin.slice(11)),
      long: `${shortDay(begin.slice(0, 10))}, ${timeText(begin.slice(11))}`,
      title: `${longDay(begin.slice(0, 10))}, ${timeText(begin.slice(11))} to ${timeText(end.slice(11))}`,
      created: `${begin}..${end}`,
      days: null,
    });
  }
  return slots;
}

/** The first local day of the slot that contains `day`; weeks start on Monday. */
function startOf(day: string, interval: ReportInterval): string {
  if (interval === "month") return `${day.slice(0, 7)}-01`;
  if (interval === "day") return day;
  // Day 0 of the epoch was a Thursday.
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  return addDays(day, -((number + 3) % 7));
}

function nextOf(day: string, interval: ReportInterval): string {
  if (interval === "month") return `${addDays(day, 31).slice(0, 7)}-01`;
  return addDays(day, interval === "week" ? 7 : 1);
}

function labelOf(day: string, interval: ReportInterval): Pick<Slot, "label" | "long" | "title"> {
  const long = dateText(day);
  if (interval === "day") return { label: shortDay(day), long, title: longDay(day) };
  if (interval === "week") return { label: shortDay(day), long, title: `Week of ${longDay(day)}` };
  const name = MONTHS.split(" ")[Number(day.slice(5, 7)) - 1] ?? "";
  const title = `${name} ${day.slice(0, 4)}`;
  return { label: `${name.slice(0, 3)} ${day.slice(2, 4)}`, long: title, title };
}

/** The server's value for each slot; null where there is none. */
export function valuesBySlot<Sums>(
  slots: readonly Slot[],
  points: readonly { at: string; sums: Sums }[],
  value: (sums: Sums) => number | null,
): (number | null)[] {
  const known = new Map(points.map(({ at: slot, sums }) => [slot, sums]));
  return slots.map((slot) => {
    const sums = known.get(slot.at);
    return sums === undefined ? null : value(sums);
  });
}
