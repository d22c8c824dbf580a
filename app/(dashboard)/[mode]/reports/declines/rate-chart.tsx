import { rateDomain } from "#components/chart/axis-ticks.ts";
import { Chart } from "#components/chart/chart.tsx";
import { axisPercent, isFirm, percent, rateOf } from "#components/format/rates.ts";
import {
  type Fall,
  fallOf,
  fallTitle,
  MEASURE_NAMES,
  rateFinding,
} from "#components/reports/decline-findings.ts";
import { type Measure, shareOf } from "#components/reports/rates.ts";
import { pointsOf, type Slot, slotsOf } from "#components/reports/slots.ts";
import { RateInfo } from "#components/ui/rate-info.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { PAYMENT_MARKERS } from "../../shared/payment-markers.ts";
import { useChartMarks } from "../../shared/use-chart-marks.ts";
import { beforeLabel, useReportLinks } from "../use-report.ts";

const UNITS = { hour: "hour", day: "day", week: "week", month: "month" } as const;

const REFUSED: Record<Measure, readonly string[]> = {
  approval: ["declined"],
  acceptance: ["declined", "authentication_failed", "abandoned"],
};

/** The approval or acceptance rate over time with the previous period. Each point links to its declined payments. */
export function RateChart({ view, measure }: { view: DeclinesView; measure: Measure }) {
  const links = useReportLinks(view);
  const { period, previous, timezone } = view;
  const slots = slotsOf(period, period.interval, timezone);
  const slotsBefore = slotsOf(previous, period.interval, timezone);
  const line = lineOf(measure, slots, view.series);
  const earlier = lineOf(measure, slotsBefore, view.seriesBefore);
  const before = {
    values: slots.map((_, index) => earlier.values[index] ?? null),
    bases: slots.map((_, index) => earlier.bases[index] ?? 0),
  };
  const hasBefore = before.bases.some((of) => isFirm({ of }));
  // An incomplete slot must not look like a fall.
  const fall = fallOf(measure, period.isOpen ? slots.slice(0, -1) : slots, view.series);
  const label = beforeLabel(view);
  const points = pointsOf(slots, period.isOpen, (created) =>
    links.payments({ created, outcomes: REFUSED[measure] }),
  );
  const marks = useChartMarks(view.markers, PAYMENT_MARKERS);
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
        subtitle={`${SUBTITLES[measure]} per ${UNITS[period.interval]}, ${view.currency}${hasBefore ? `; dashed: ${label}` : ""}${period.isOpen ? `; dotted: this ${UNITS[period.interval]}, so far` : ""}`}
        info={<RateInfo rate={`${measure}-rate`} />}
        height={260}
        points={points}
        marks={marks}
        periodHref={(from, to) => links.changed("period", `${from}..${to}`)}
        series={[{ id: "rate", label: MEASURE_NAMES[measure], ...line }]}
        previous={hasBefore ? { id: "before", label: "before", ...before } : undefined}
        format={percent}
        formatAxis={axisPercent}
        csv={(value) => Math.round(value * 100) / 100}
        domain={rateDomain([...line.values, ...before.values])}
      />
      {fall && <FallNote view={view} measure={measure} fall={fall} />}
    </div>
  );
}

type FallNoteProps = { view: DeclinesView; measure: Measure; fall: Fall };

/** Links to the report of the days of a fall, and to its payments. */
function FallNote({ view, measure, fall }: FallNoteProps) {
  const links = useReportLinks(view);
  const { first, last } = fall;
  const days = first.days && last.days && `${startOf(first.days)}..${endOf(last.days)}`;
  const created = `${startOf(first.created)}..${endOf(last.created)}`;
  const isPart = days !== null && view.period.days > 1;
  return (
    <p className="mt-2 text-13 text-ink-muted">
      {isPart && (
        <>
          <TextLink inText href={links.changed("period", days)}>
            Show only {fallTitle(fall)}
          </TextLink>
          {", or "}
        </>
      )}
      <TextLink inText href={links.payments({ created, outcomes: REFUSED[measure] })}>
        {isPart ? "view" : "View"} its declined payments
      </TextLink>
      .
    </p>
  );
}

const startOf = (range: string) => range.split("..")[0] ?? "";
const endOf = (range: string) => range.split("..")[1] ?? "";

const SUBTITLES: Record<Measure, string> = {
  approval: "Approved share of decided payments",
  acceptance: "Approved share of all payments",
};

/** The rate of each slot in per cent, null without any payment, and the payments behind it. */
function lineOf(measure: Measure, slots: readonly Slot[], series: DeclinesView["series"]) {
  const known = new Map(series.map(({ at, sums }) => [at, sums]));
  const shares = slots.map(({ at }) => shareOf(measure, known.get(at) ?? null));
  return { values: shares.map(rateOf), bases: shares.map(({ of }) => of) };
}
