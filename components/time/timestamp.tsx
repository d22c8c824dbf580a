"use client";

import { HOUR_MS } from "#lib/kernel/clock.ts";
import { Tip } from "../ui/tooltip.tsx";
import { dayOf, fullMoment, relativeMoment, shortMoment } from "./format.ts";
import { useTimeFrame } from "./time-context.tsx";

export type TimestampProps = {
  /** ISO 8601. */
  value: string | null | undefined;
  /** auto: relative within 24 hours, else a short date. list: relative only within an hour, because people look
   *  rows up by time. full: to the second. day: the date only. */
  form?: "auto" | "list" | "short" | "full" | "day";
  /** Shown if there is no time. */
  none?: string;
  /** Focusable by keyboard, for detail pages. In a table of 50 rows it would add 50 tab stops. */
  focusable?: boolean;
  /** For a time to come, such as a next attempt: also shown as `in 12 s`. */
  upcoming?: boolean;
};

/** A time in the merchant's time zone; on hover and focus also in UTC, with the zone's name. */
export function Timestamp(props: TimestampProps) {
  const { value, form = "auto", none = "Never", focusable, upcoming } = props;
  const { zone, present } = useTimeFrame();
  if (!value) return <span className="text-ink-faint">{none}</span>;
  const moment = new Date(value);
  const text = {
    auto: () => relativeMoment(moment, present, { upcoming }) ?? shortMoment(moment, zone, present),
    list: () =>
      present.getTime() - moment.getTime() < HOUR_MS
        ? (relativeMoment(moment, present, { upcoming }) ?? shortMoment(moment, zone, present))
        : shortMoment(moment, zone, present),
    short: () => shortMoment(moment, zone, present),
    full: () => fullMoment(moment, zone),
    day: () => dayOf(moment, zone),
  }[form]();
  return (
    <Tip text={<Zones moment={moment} zone={zone} />}>
      <time
        dateTime={value}
        tabIndex={focusable ? 0 : undefined}
        className="relative whitespace-nowrap tabular-nums"
      >
        {text}
      </time>
    </Tip>
  );
}

function Zones({ moment, zone }: { moment: Date; zone: string }) {
  return (
    <span className="grid grid-cols-[auto_auto] gap-x-3 tabular-nums">
      <span>{fullMoment(moment, "UTC")}</span>
      <span>UTC</span>
      {zone !== "UTC" && (
        <>
          <span>{fullMoment(moment, zone)}</span>
          <span>{zone}</span>
        </>
      )}
    </span>
  );
}
