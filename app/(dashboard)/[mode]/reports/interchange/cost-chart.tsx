import { bpDomain, bpMark } from "#components/chart/bp-axis.ts";
import { Chart } from "#components/chart/chart.tsx";
import { bpOf, costFinding } from "#components/reports/cost-findings.ts";
import { bpText } from "#components/reports/rates.ts";
import { slotsOf, valuesBySlot } from "#components/reports/slots.ts";
import type { InterchangeView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

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
  const label = beforeLabel(view);
  const isLast = (index: number) => period.isOpen && index === slots.length - 1;
  return (
    <Chart
      kind="line"
      prominent
      title={costFinding(view.total, view.totalBefore, label)}
      subtitle={`Fees of charges, without those of disputes, in basis points of the charged amount per ${UNITS[period.interval]}, ${currency}; dashed: ${label}${period.isOpen ? `; dotted: this ${UNITS[period.interval]}, so far` : ""}`}
      height={240}
      points={slots.map((slot, index) => ({
        key: slot.at,
        label: slot.label,
        title: isLast(index) ? `${slot.title}, so far` : slot.title,
        open: isLast(index),
        href: links.payments({ created: slot.created, outcomes: ["approved"] }),
      }))}
      series={[{ id: "cost", label: "Cost", values }]}
      previous={
        before.some((value) => value !== null)
          ? { id: "before", label: "before", values: before }
          : undefined
      }
      format={bpText}
      formatAxis={bpMark}
      domain={bpDomain([...values, ...before])}
      csv={(value) => Math.round(value * 100) / 100}
    />
  );
}
