"use client";

import { useState } from "react";
import { Waterfall } from "#components/chart/waterfall.tsx";
import { countText } from "#components/format/locale.ts";
import { shortDay } from "#components/home/days.ts";
import { byStatus, sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { settlementSteps } from "#components/settlements/steps.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { listHref } from "./list-href.ts";

const CHOICES = [
  { value: "arrived", label: "Arrived" },
  { value: "expected", label: "Expected" },
] as const;
type Shown = (typeof CHOICES)[number]["value"];

const LABELS = { arrived: "Arrived:", expected: "Expected:" } as const;
const STATUSES = { arrived: "paid", expected: "scheduled" } as const;

/** How gross became net, of what has arrived or of what is expected. */
export function PeriodWaterfall({ report }: { report: SettlementReportView }) {
  const { mode } = useSession();
  const [chosen, setChosen] = useState<Shown>("arrived");
  const { currency, days, period } = report;
  const { arrived, expected } = byStatus(days);
  if (arrived.length + expected.length === 0) {
    return (
      <div>
        <p className="text-14 font-semibold">No settlements in {currency} arrive in this period</p>
        <p className="text-13 text-ink-muted">Choose a longer period or another currency.</p>
      </div>
    );
  }
  const hasBoth = arrived.length > 0 && expected.length > 0;
  const shown = hasBoth ? chosen : arrived.length > 0 ? "arrived" : "expected";
  const sums = sumOf(shown === "arrived" ? arrived : expected);
  const count = `${countText(sums.settlements)} settlement${sums.settlements === 1 ? "" : "s"}`;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {hasBoth && (
        <Segmented
          label="Settlements"
          choices={CHOICES}
          value={shown}
          onChange={(next) => setChosen(next)}
        />
      )}
      <Waterfall
        title={waterfallFinding(sums, currency, LABELS[shown])}
        subtitle={`${count} ${shown} from ${shortDay(period.fromDay)} to ${shortDay(period.toDay)}, ${currency}; shares are of gross`}
        steps={settlementSteps(sums, () => listHref(mode, report, STATUSES[shown]))}
        currency={currency}
        meaning={shown === "expected" ? "expected" : undefined}
      />
    </div>
  );
}
