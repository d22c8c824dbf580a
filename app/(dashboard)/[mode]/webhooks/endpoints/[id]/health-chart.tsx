"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Chart } from "#components/chart/chart.tsx";
import type { ChartPoint } from "#components/chart/types.ts";
import { choicesOf } from "#components/filters/choices.ts";
import { plural } from "#components/format/delivery-labels.ts";
import { countText } from "#components/format/locale.ts";
import { isFirm, rateText } from "#components/format/rates.ts";
import {
  axisDuration,
  clockText,
  dayText,
  durationText,
  fullMoment,
  minuteIn,
  partsIn,
} from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { EndpointDetailView, EndpointHistoryView } from "#lib/dashboard/views/endpoints.ts";
import { HISTORY_WINDOWS, type HistoryWindow } from "#lib/kernel/vocabulary/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { REQUEST_MARKERS, useChartMarks } from "../../../shared/use-chart-marks.ts";
import { endpointHistoryRead, firstWindow } from "../../hook-reads.ts";

type Slot = EndpointHistoryView["slots"][number];

const SPANS: Record<HistoryWindow, string> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};
const SLOTS: Record<HistoryWindow, string> = {
  "24h": "per hour",
  "7d": "per 6 hours",
  "30d": "per day",
};
const WINDOWS = choicesOf(HISTORY_WINDOWS, SPANS);
const REFRESH_MS = 60_000;

/** Arrived and not arrived deliveries, and answer times, by slot. */
export function HealthChart({ endpoint }: { endpoint: EndpointDetailView }) {
  const { mode } = useSession();
  const { zone } = useTimeFrame();
  const [window, setWindow] = useState(() => firstWindow(endpoint));
  const query = useQuery({
    ...endpointHistoryRead(mode, endpoint.id, window),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const history = query.data;
  return (
    <div className="flex flex-col gap-6">
      <Segmented label="Period" choices={WINDOWS} value={window} onChange={setWindow} />
      {history ? (
        <Charts
          {...history}
          points={pointsOf(history.slots, { mode, id: endpoint.id, zone })}
          window={window}
        />
      ) : (
        <Skeleton className="h-106 max-sm:h-125" />
      )}
    </div>
  );
}

type ChartsProps = {
  slots: readonly Slot[];
  markers: EndpointHistoryView["markers"];
  points: ChartPoint[];
  window: HistoryWindow;
};

function Charts(props: ChartsProps) {
  const { slots, points, window } = props;
  const marks = useChartMarks(props.markers, REQUEST_MARKERS);
  return (
    <>
      <Chart
        title={arrivedFinding(slots, window)}
        subtitle={`Deliveries created ${SLOTS[window]}, by whether they arrived`}
        kind="bar"
        height={160}
        points={points}
        marks={marks}
        series={[
          { id: "delivered", label: "Arrived", values: slots.map((slot) => slot.delivered) },
          {
            id: "undelivered",
            label: "Not arrived",
            meaning: "adverse",
            values: slots.map((slot) => slot.undelivered),
          },
        ]}
        format={(value) => countText(value)}
      />
      {slots.some(({ medianMs }) => medianMs !== null) && (
        <Chart
          title={answerFinding(slots, window)}
          subtitle={`Answer time ${SLOTS[window]}: median and p95 of the newest 200 attempts`}
          kind="line"
          height={140}
          points={points}
          series={[
            { id: "p95", label: "p95", values: slots.map((slot) => slot.p95Ms) },
            { id: "median", label: "Median", values: slots.map((slot) => slot.medianMs) },
          ]}
          format={durationText}
          formatAxis={axisDuration}
        />
      )}
    </>
  );
}

/** Each slot links to its deliveries. */
function pointsOf(
  slots: readonly Slot[],
  { mode, id, zone }: { mode: string; id: string; zone: string },
): ChartPoint[] {
  const daily = slots.length > 0 && Date.parse(slots[0]!.to) - Date.parse(slots[0]!.from) > 4e6;
  return slots.map(({ from, to }, index) => {
    const moment = new Date(from);
    const p = partsIn(moment, zone);
    const made = `${minuteIn(moment, zone)}..${minuteIn(new Date(to), zone)}`;
    return {
      key: from,
      label: daily ? dayText(p) : clockText(p),
      long: `${dayText(p)}, ${clockText(p)}`,
      span: made,
      title: fullMoment(moment, zone).slice(0, -3),
      href: `/${mode}/webhooks/deliveries?endpoint=${id}&created=${made}`,
      open: index === slots.length - 1,
    };
  });
}

function arrivedFinding(slots: readonly Slot[], window: HistoryWindow): string {
  const span = SPANS[window];
  const missed = slots.reduce((sum, slot) => sum + slot.undelivered, 0);
  const tried = slots.reduce((sum, slot) => sum + slot.delivered, missed);
  if (tried === 0) return `Nothing was sent in the last ${span}`;
  if (missed === 0) return `All ${plural(tried, "delivery")} of the last ${span} arrived`;
  const share = { part: tried - missed, of: tried };
  const text = `${plural(missed, "delivery")} of ${countText(tried)} did not arrive in the last ${span}`;
  return isFirm(share) ? `${text}: ${rateText(share)} did` : text;
}

function answerFinding(slots: readonly Slot[], window: HistoryWindow): string {
  const slowest = slots.reduce<Slot | null>(
    (worst, slot) => ((slot.p95Ms ?? -1) > (worst?.p95Ms ?? -1) ? slot : worst),
    null,
  );
  return `The slowest slot of the last ${SPANS[window]} answered 95 % within ${durationText(slowest?.p95Ms ?? 0)}`;
}
