"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { spanOf } from "#components/chart/spans.ts";
import type { ChartMark, ChartPoint } from "#components/chart/types.ts";
import { sliceWords } from "#components/home/incident-words.ts";
import { minuteIn, shortMoment } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { MarkerView } from "#lib/dashboard/views/markers.ts";
import type { MarkerKind } from "#lib/kernel/vocabulary/markers.ts";
import { useSession } from "../../session.tsx";

/** What the points of a chart of payments mark: incidents, pin changes and key rotations of their time. */
export const ABOUT_PAYMENTS: readonly MarkerKind[] = ["incident", "pin", "rotation"];
/** What a chart of requests marks. */
export const ABOUT_REQUESTS: readonly MarkerKind[] = ["pin", "rotation"];

/** What happened in the time of these points, for the chart's `marks`; empty until it is read. */
export function useChartMarks(
  points: readonly ChartPoint[],
  kinds: readonly MarkerKind[],
): ChartMark[] {
  const { mode } = useSession();
  const { zone, present, aheadMs } = useTimeFrame();
  const [first, last] = [points[0], points.at(-1)].map((point) => (point ? spanOf(point) : null));
  const during = `${first?.from}..${last?.to}`;
  const { data } = useQuery({
    ...read("/:mode/markers", { mode }, { during }),
    enabled: Boolean(first && last),
    placeholderData: keepPreviousData,
  });
  // Pins and rotations have real times: they have no place among payments that are dated ahead.
  const isPlaced = ({ kind }: MarkerView) => kind === "incident" || aheadMs === 0;
  return (data?.markers ?? [])
    .filter((marker) => kinds.includes(marker.kind) && isPlaced(marker))
    .map((marker) => {
      const moment = new Date(marker.at);
      const at = minuteIn(moment, zone);
      return {
        key: `${marker.kind} ${marker.at}`,
        at,
        time: shortMoment(moment, zone, present),
        text: textOf(marker, (until) => shortMoment(new Date(until), zone, present)),
        href: `/${mode}/${placeOf(marker, at.slice(0, 10))}`,
      };
    });
}

function textOf(marker: MarkerView, written: (moment: string) => string): string {
  if (marker.kind === "pin") return `Version pin changed from ${marker.from} to ${marker.to}`;
  if (marker.kind === "rotation") return `Key rotated: ${marker.name}`;
  const end = marker.until === null ? "" : `, until ${written(marker.until)}`;
  return `Approvals fell: ${sliceWords(marker)}${end}`;
}

/** Where the marked change is explained. */
function placeOf(marker: MarkerView, day: string): string {
  if (marker.kind === "pin") return "versions";
  if (marker.kind === "rotation") return `keys/${marker.keyId}`;
  return `reports/declines?period=${day}..${day}`;
}
