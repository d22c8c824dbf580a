"use client";

import { Chart } from "#components/chart/chart.tsx";
import { countText } from "#components/format/locale.ts";
import { clockText, dayText, minuteIn, partsIn } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import type { KeyDetailView } from "#lib/dashboard/views/keys.ts";
import { REQUEST_MARKERS, useChartMarks } from "../../shared/use-chart-marks.ts";
import { count, requestsOf } from "../key-labels.ts";

const HOUR_MS = 3_600_000;

/** The last day of a key by hour, errors apart. */
export function DayChart({ detail }: { detail: KeyDetailView }) {
  const { hours } = detail.key;
  const { zone } = useTimeFrame();
  const requests = requestsOf(hours);
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0);
  const finding =
    requests === 0
      ? "No requests in the last 24 hours"
      : `${count(requests, "request")} in the last 24 hours, ${count(errors, "error")}`;
  const points = hours.map((hour) => {
    const from = new Date(hour.from);
    const p = partsIn(from, zone);
    const time = clockText(p);
    return {
      key: hour.from,
      label: time,
      long: `${dayText(p)}, ${time}`,
      span: `${minuteIn(from, zone)}..${minuteIn(new Date(from.getTime() + HOUR_MS), zone)}`,
      title: `${dayText(p)}, from ${time}`,
    };
  });
  const marks = useChartMarks(detail.markers, REQUEST_MARKERS);
  return (
    <Chart
      kind="bar"
      title={finding}
      subtitle={`By hour, ${zone}`}
      height={160}
      points={points}
      marks={marks}
      series={[
        { id: "well", label: "Answered", values: hours.map((h) => h.requests - h.errors) },
        { id: "errors", label: "Errors", meaning: "adverse", values: hours.map((h) => h.errors) },
      ]}
      format={(value) => countText(value)}
    />
  );
}
