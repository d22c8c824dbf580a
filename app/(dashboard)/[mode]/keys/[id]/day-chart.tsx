"use client";

import { Chart } from "#components/chart/chart.tsx";
import { countText } from "#components/format/locale.ts";
import { partsIn } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import type { KeyView } from "#lib/dashboard/views/keys.ts";
import { count, requestsOf } from "../key-labels.ts";

/** The last day of a key by hour, errors apart. */
export function DayChart({ hours }: { hours: KeyView["hours"] }) {
  const { zone } = useTimeFrame();
  const requests = requestsOf(hours);
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0);
  const finding =
    requests === 0
      ? "No requests in the last 24 hours"
      : `${count(requests, "request")} in the last 24 hours, ${count(errors, "error")}`;
  return (
    <Chart
      kind="bar"
      title={finding}
      subtitle={`By hour, ${zone}`}
      height={160}
      points={hours.map((hour) => {
        const p = partsIn(new Date(hour.from), zone);
        return {
          key: hour.from,
          label: `${p.hour}:${p.minute}`,
          title: `${p.day} ${p.month}, from ${p.hour}:${p.minute}`,
        };
      })}
      series={[
        { id: "well", label: "Answered", values: hours.map((h) => h.requests - h.errors) },
        { id: "errors", label: "Errors", values: hours.map((h) => h.errors) },
      ]}
      format={(value) => countText(value)}
    />
  );
}
