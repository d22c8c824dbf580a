import { Chart } from "#components/chart/chart.tsx";
import { hourFinding } from "#components/reports/decline-findings.ts";
import { judgedBy, type Measure } from "#components/reports/rates.ts";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { HOURS } from "../report-filters.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

/** Share of declines by hour of the merchant's day over the whole period. Each hour is a filter. */
export function HourChart({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const links = useReportLinks(view);
  const label = beforeLabel(view);
  const before = sharesOf(view.hoursBefore, measure);
  return (
    <Chart
      kind="bar"
      title={hourFinding(measure, view.hours)}
      subtitle={`Declined share of decided payments by hour of the day in ${view.timezone}, ${view.currency}; dashed: ${label}`}
      height={200}
      points={HOURS.map(({ value, label }) => ({
        key: value,
        label: label.slice(0, 5),
        title: label,
        href: links.toggled("hour", value),
      }))}
      series={[{ id: "refused", label: "Declined", values: sharesOf(view.hours, measure) }]}
      previous={
        before.some((share) => share !== null)
          ? { id: "before", label: "before", values: before }
          : undefined
      }
      format={(value) => `${value.toFixed(1)} %`}
      formatAxis={(value) => `${value.toFixed(0)} %`}
      csv={(value) => Math.round(value * 100) / 100}
    />
  );
}

/** The declined share of decided payments per hour in per cent; null without any. */
function sharesOf(hours: DeclinesView["hours"], measure: Measure): (number | null)[] {
  const known = new Map(hours.map(({ hour, sums }) => [String(hour), judgedBy(measure, sums)]));
  return HOURS.map(({ value }) => {
    const { approved, declined } = known.get(value) ?? { approved: 0, declined: 0 };
    return approved + declined === 0 ? null : (100 * declined) / (approved + declined);
  });
}
