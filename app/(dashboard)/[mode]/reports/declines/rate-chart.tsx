import { Chart } from "#components/chart/chart.tsx";
import { fallOf, rateFinding } from "#components/reports/decline-findings.ts";
import { judgedBy, type Measure, percent, rateOf } from "#components/reports/rates.ts";
import { slotsOf, valuesBySlot } from "#components/reports/slots.ts";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

const UNITS = { hour: "hour", day: "day", week: "week", month: "month" } as const;

const REFUSED: Record<Measure, readonly string[]> = {
  network: ["declined"],
  acceptance: ["declined", "authentication_failed", "abandoned"],
};

/** Authorisation rate over time with the previous period. Each point links to its declined payments. */
export function RateChart({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const links = useReportLinks(view);
  const { period, previous, timezone } = view;
  const slots = slotsOf(period, period.interval, timezone);
  const slotsBefore = slotsOf(previous, period.interval, timezone);
  const rate = (sums: DeclinesView["total"]) => rateOf(measure, sums);
  const isLast = (index: number) => period.isOpen && index === slots.length - 1;
  const values = valuesBySlot(slots, view.series, rate).map((value, index) =>
    isLast(index) && isTooEarly(view, measure) ? null : value,
  );
  const before = slots.map(
    (_, index) => valuesBySlot(slotsBefore, view.seriesBefore, rate)[index] ?? null,
  );
  // An incomplete slot must not look like a fall.
  const fall = fallOf(measure, period.isOpen ? slots.slice(0, -1) : slots, view.series);
  const label = beforeLabel(view);
  return (
    <div className="min-w-0">
      <Chart
        kind="line"
        prominent
        title={rateFinding(measure, {
          total: view.total,
          before: view.totalBefore,
          fall,
          beforeLabel: label,
        })}
        subtitle={`${SUBTITLES[measure]} per ${UNITS[period.interval]}, ${view.currency}; dashed: ${label}${period.isOpen ? `; dotted: this ${UNITS[period.interval]}, so far` : ""}`}
        height={260}
        points={slots.map((slot, index) => ({
          key: slot.at,
          label: slot.label,
          title: isLast(index) ? `${slot.title}, so far` : slot.title,
          open: isLast(index),
          href: links.payments({ created: slot.created, outcomes: REFUSED[measure] }),
        }))}
        series={[{ id: "rate", label: NAMES[measure], values }]}
        previous={
          before.some((value) => value !== null)
            ? { id: "before", label: "before", values: before }
            : undefined
        }
        format={percent}
        formatAxis={(value) => `${value.toFixed(0)} %`}
        csv={(value) => Math.round(value * 100) / 100}
        domain={domainOf([...values, ...before])}
      />
      {fall && (
        <p className="mt-2 text-13 text-ink-muted">
          {fall.slot.days && period.days > 1 && (
            <>
              <TextLink inText href={links.changed("period", fall.slot.days)}>
                Show only {fall.slot.title}
              </TextLink>
              {", or "}
            </>
          )}
          <TextLink
            inText
            href={links.payments({ created: fall.slot.created, outcomes: REFUSED[measure] })}
          >
            {fall.slot.days && period.days > 1 ? "view" : "View"} its declined payments
          </TextLink>
          .
        </p>
      )}
    </div>
  );
}

const FEWEST_JUDGED = 12;

/** Whether the open slot has too few payments for a rate. */
function isTooEarly({ period, series }: DeclinesView, measure: Measure): boolean {
  const last = series.at(-1);
  if (!last || period.interval === "hour") return false;
  const { approved, declined } = judgedBy(measure, last.sums);
  return approved + declined < FEWEST_JUDGED;
}

const NAMES: Record<Measure, string> = { network: "Authorisation", acceptance: "Acceptance" };
const SUBTITLES: Record<Measure, string> = {
  network: "Approved share of payments that reached the network",
  acceptance: "Approved share of all payments",
};

/** The axis starts at a round figure below the lowest point: a rate needs no zero. */
function domainOf(values: readonly (number | null)[]): [number, number] {
  const lowest = Math.min(100, ...values.filter((value) => value !== null));
  return [Math.max(0, Math.floor((lowest - 2) / 10) * 10), 100];
}
