import { Waterfall } from "#components/chart/waterfall.tsx";
import { shortDay } from "#components/home/days.ts";
import { sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { type StepKey, settlementSteps } from "#components/settlements/steps.ts";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";

/** How what was paid became what arrives, over the period and in one currency. */
export function PeriodWaterfall({ report }: { report: SettlementReportView }) {
  const { mode } = useSession();
  const { currency, days, fromDay, toDay } = report;
  const sums = sumOf(days);
  if (sums.settlements === 0) {
    return (
      <div>
        <p className="text-14 font-semibold">Nothing in {currency} arrives in this period</p>
        <p className="text-13 text-ink-muted">Choose a longer one, or another currency.</p>
      </div>
    );
  }
  const list = `/${mode}/settlements?currency=${currency}&arrival=${fromDay}..${toDay}`;
  const hrefOf = (key: StepKey) => (key === "returned" ? `${list}&status=failed` : list);
  const count = `${sums.settlements.toLocaleString("en")} settlement${sums.settlements === 1 ? "" : "s"}`;
  return (
    <Waterfall
      title={waterfallFinding(sums, currency)}
      subtitle={`${count} arriving ${shortDay(fromDay)} to ${shortDay(toDay)}, ${currency}; shares are of gross`}
      steps={settlementSteps(sums, hrefOf)}
      currency={currency}
    />
  );
}
