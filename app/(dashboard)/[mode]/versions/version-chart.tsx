"use client";

import { Chart } from "#components/chart/chart.tsx";
import { countText } from "#components/format/locale.ts";
import { daysUpTo, longDay, shortDay } from "#components/home/days.ts";
import { minuteIn } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import type { VersionsView } from "#lib/dashboard/views/versions.ts";
import { REQUEST_MARKERS, useChartMarks } from "../shared/use-chart-marks.ts";
import { movedFinding } from "./version-labels.ts";

const DAYS = 30;
const MOST_SERIES = 5;

/** Requests per day by version. */
export function VersionChart({ view }: { view: VersionsView }) {
  const { zone, present } = useTimeFrame();
  const days = daysUpTo(minuteIn(present, zone).slice(0, 10), DAYS);
  const found = new Map(view.days.map((one) => [`${one.day} ${one.version}`, one.requests]));
  const of = (day: string, version: string) => found.get(`${day} ${version}`) ?? 0;
  const series = view.versions
    .map(({ version }) => ({
      id: version,
      label: version,
      values: days.map((day) => of(day, version)),
    }))
    .filter(({ values }) => values.some((value) => value > 0))
    .slice(0, MOST_SERIES);
  const points = days.map((day, index) => ({
    key: day,
    label: shortDay(day),
    title: longDay(day),
    open: index === days.length - 1,
  }));
  const marks = useChartMarks(view.markers, REQUEST_MARKERS);
  if (series.length === 0) return null;
  return (
    <Chart
      kind="bar"
      title={movedFinding(view)}
      subtitle="Requests per day by the version of their answer, pinned or named. Today, not yet complete, is lighter."
      height={180}
      points={points}
      marks={marks}
      series={series}
      format={(value) => countText(value)}
    />
  );
}
