"use client";

import { daysApart, shortDay, weekday } from "#components/home/days.ts";
import { dayOf } from "#components/time/format.ts";
import { dateText } from "#components/time/period-text.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";

/** A day of arrival at the bank, in UTC: `Tue 24 Nov`, with its distance from today while it is near. */
export function ArrivalDay({ day, status }: { day: string; status: string }) {
  const { present } = useTimeFrame();
  const today = present.toISOString().slice(0, 10);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const note = status === "scheduled" ? nearLabel(daysApart(today, day)) : null;
  return (
    <time
      dateTime={day}
      title={dayOf(new Date(`${day}T00:00:00Z`), "UTC")}
      className="whitespace-nowrap tabular-nums"
    >
      {weekday(day).slice(0, 3)} {isThisYear ? shortDay(day) : dateText(day)}
      {note && <span className="text-12 text-ink-faint"> {note}</span>}
    </time>
  );
}

function nearLabel(days: number): string | null {
  if (days < 0) return "overdue";
  if (days === 0) return "today";
  return days === 1 ? "tomorrow" : null;
}
