"use client";

import { useState } from "react";
import { Chart } from "#components/chart/chart.tsx";
import { fullMoment, partsIn } from "#components/time/format.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import type { EndpointDetailView, HealthView } from "#lib/dashboard/client.ts";
import { plural, rateWords } from "../../delivery-words.ts";

const WINDOWS = [
  { value: "day", label: "24 hours" },
  { value: "week", label: "7 days" },
] as const;
type Window = (typeof WINDOWS)[number]["value"];

const SPANS = { day: "24 hours", week: "7 days" };
const SLOTS = { day: "per hour", week: "per 6 hours" };

/** What arrived and what did not, slot by slot. */
export function HealthChart({ endpoint }: { endpoint: EndpointDetailView }) {
  const { zone } = useTimeFrame();
  const [window, setWindow] = useState<Window>(() => (endpoint.day.tried === 0 ? "week" : "day"));
  const health = endpoint[window];
  const points = health.slots.map(({ from }) => {
    const moment = new Date(from);
    const p = partsIn(moment, zone);
    return {
      key: from,
      label: window === "day" ? `${p.hour}:${p.minute}` : `${p.day} ${p.month}`,
      title: fullMoment(moment, zone).slice(0, -3),
    };
  });
  return (
    <div className="flex flex-col gap-3">
      <Segmented label="Period" choices={WINDOWS} value={window} onChange={setWindow} />
      <Chart
        title={finding(health, window)}
        subtitle={`Deliveries made, ${SLOTS[window]}, by whether they have arrived`}
        kind="bar"
        height={160}
        points={points}
        series={[
          {
            id: "delivered",
            label: "Arrived",
            values: health.slots.map((slot) => slot.delivered),
          },
          {
            id: "undelivered",
            label: "Not arrived",
            values: health.slots.map((slot) => slot.undelivered),
          },
        ]}
        format={(value) => value.toLocaleString("en")}
      />
    </div>
  );
}

function finding(health: HealthView, window: Window): string {
  const span = SPANS[window];
  if (health.tried === 0) return `Nothing was sent in the last ${span}`;
  const missed = health.failed + health.retrying;
  if (missed === 0) return `All ${plural(health.tried, "delivery")} of the last ${span} arrived`;
  return `${plural(missed, "delivery")} of ${health.tried.toLocaleString("en")} did not arrive in the last ${span}: ${rateWords(health.rate)} did`;
}
