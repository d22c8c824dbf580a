import { Chart } from "#components/chart/chart.tsx";
import { axisPercent, isFirm, percent } from "#components/format/rates.ts";
import { hourFinding } from "#components/reports/decline-findings.ts";
import { lostOf, type Measure, shareOf } from "#components/reports/rates.ts";
import { RateInfo } from "#components/ui/rate-info.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { HOURS } from "../report-filters.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

/** The decline rate by hour of the merchant's day over the whole period. Each hour is a filter. */
export function HourChart({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const links = useReportLinks(view);
  const before = barsOf(view.hoursBefore, measure);
  const hasBefore = before.bases.some((of) => isFirm({ of }));
  return (
    <Chart
      kind="bar"
      title={hourFinding(measure, view.hours)}
      subtitle={`Declined share of decided payments by hour of the day in ${view.timezone}, ${view.currency}${hasBefore ? `; dashed: ${beforeLabel(view)}` : ""}`}
      info={<RateInfo rate={`${measure}-rate`} />}
      height={200}
      points={HOURS.map(({ value, label }) => ({
        key: value,
        label: label.slice(0, 5),
        title: label,
        href: links.toggled("hour", value),
      }))}
      series={[
        { id: "refused", label: "Declined", meaning: "adverse", ...barsOf(view.hours, measure) },
      ]}
      previous={hasBefore ? { id: "before", label: "before", ...before } : undefined}
      format={percent}
      formatAxis={axisPercent}
      csv={(value) => Math.round(value * 100) / 100}
    />
  );
}

/** The decline rate per hour in per cent, null without any payment, and the payments behind it. */
function barsOf(hours: DeclinesView["hours"], measure: Measure) {
  const known = new Map(hours.map(({ hour, sums }) => [String(hour), sums]));
  const shares = HOURS.map(({ value }) => {
    const sums = known.get(value) ?? null;
    return { part: lostOf(measure, sums), of: shareOf(measure, sums).of };
  });
  return {
    values: shares.map(({ part, of }) => (of === 0 ? null : (100 * part) / of)),
    bases: shares.map(({ of }) => of),
  };
}
