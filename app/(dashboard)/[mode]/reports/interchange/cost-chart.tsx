import { bpDomain, bpMark } from "#components/chart/bp-axis.ts";
import { Chart } from "#components/chart/chart.tsx";
import { bpOf, costFinding } from "#components/reports/cost-findings.ts";
import { bpText } from "#components/reports/rates.ts";
import { pointsOf, slotsOf, valuesBySlot } from "#components/reports/slots.ts";
import type { InterchangeView } from "#lib/dashboard/views/reports.ts";
import { PAYMENT_MARKERS } from "../../shared/payment-markers.ts";
import { useChartMarks } from "../../shared/use-chart-marks.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

/** A cost is a ratio of sums: a few charges are enough for it. */
const CHARGES = { noun: "charges", exact: true } as const;

const UNITS = { hour: "hour", day: "day", week: "week", month: "month" } as const;

/** Effective cost over time with the previous period. Each point links to its payments. */
export function CostChart({ view }: { view: InterchangeView }) {
  const links = useReportLinks(view);
  const { period, previous, timezone, currency } = view;
  const slots = slotsOf(period, period.interval, timezone);
  const slotsBefore = slotsOf(previous, period.interval, timezone);
  const values = valuesBySlot(slots, view.series, bpOf);
  const earlier = valuesBySlot(slotsBefore, view.seriesBefore, bpOf);
  const before = slots.map((_, index) => earlier[index] ?? null);
  const charges = ({ charges: count }: InterchangeView["total"]) => count;
  const counts = (one: typeof slots, series: InterchangeView["series"]) =>
    valuesBySlot(one, series, charges).map((count) => count ?? 0);
  const bases = counts(slots, view.series);
  const earlierCounts = counts(slotsBefore, view.seriesBefore);
  const basesBefore = slots.map((_, index) => earlierCounts[index] ?? 0);
  const hasBefore = before.some((value) => value !== null);
  const label = beforeLabel(view);
  const points = pointsOf(slots, period.isOpen, (created) =>
    links.payments({ created, outcomes: ["approved"] }),
  );
  const marks = useChartMarks(view.markers, PAYMENT_MARKERS);
  return (
    <Chart
      kind="line"
      prominent
      title={costFinding(view.total, view.totalBefore, label)}
      subtitle={`Fees of charges, without those of disputes, in basis points of the charged amount per ${UNITS[period.interval]}, ${currency}${hasBefore ? `; dashed: ${label}` : ""}${period.isOpen ? `; dotted: this ${UNITS[period.interval]}, so far` : ""}`}
      height={240}
      points={points}
      marks={marks}
      periodHref={(from, to) => links.changed("period", `${from}..${to}`)}
      series={[{ id: "cost", label: "Cost", values, bases, ...CHARGES }]}
      previous={
        hasBefore
          ? { id: "before", label: "before", values: before, bases: basesBefore, ...CHARGES }
          : undefined
      }
      format={bpText}
      formatAxis={bpMark}
      domain={bpDomain([...values, ...before])}
      csv={(value) => Math.round(value * 100) / 100}
    />
  );
}
