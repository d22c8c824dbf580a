import { Chart } from "#components/chart/chart.tsx";
import { hourFinding } from "#components/reports/decline-findings.ts";
import { judgedBy, type Measure } from "#components/reports/rates.ts";
import type { DeclinesView } from "#lib/dashboard/client.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const two = (value: number) => String(value).padStart(2, "0");

/** How the hours of the merchant's day differ, over the whole period. */
export function HourChart({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const known = new Map(view.hours.map(({ hour, sums }) => [hour, judgedBy(measure, sums)]));
  const share = (hour: number) => {
    const judged = known.get(hour);
    if (!judged || judged.approved + judged.declined === 0) return null;
    return (100 * judged.declined) / (judged.approved + judged.declined);
  };
  return (
    <Chart
      kind="bar"
      title={hourFinding(measure, view.hours)}
      subtitle={`Refused of judged payments by hour of the day in ${view.timezone}, ${view.currency}`}
      height={200}
      points={HOURS.map((hour) => ({
        key: String(hour),
        label: `${two(hour)}:00`,
        title: `${two(hour)}:00 to ${two((hour + 1) % 24)}:00`,
      }))}
      series={[{ id: "refused", label: "Refused", values: HOURS.map(share) }]}
      format={(value) => `${value.toFixed(1)} %`}
      formatAxis={(value) => `${value.toFixed(0)} %`}
      csv={(value) => Math.round(value * 100) / 100}
    />
  );
}
