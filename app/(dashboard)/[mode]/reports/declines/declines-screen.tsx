"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { choicesOf } from "#components/filters/choices.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { MEASURES, type Measure, shareOf } from "#components/reports/rates.ts";
import { cx } from "#components/ui/cx.ts";
import { later } from "#components/ui/later.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { DeclinesView } from "#lib/dashboard/views/reports.ts";
import { useSession } from "../../../session.tsx";
import { NothingPaid } from "../nothing-paid.tsx";
import { fileBehind } from "../report-file.ts";
import { asked, DECLINES_FILTERS, isNarrowed } from "../report-filters.ts";
import { ReportHead } from "../report-head.tsx";
import { ReportLoading } from "../report-loading.tsx";
import { DeclineBreakdowns } from "./breakdowns.tsx";
import { Causes } from "./causes.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { RateChart } from "./rate-chart.tsx";
import { Recovery } from "./recovery.tsx";

/** At the end of the page. */
const HourChart = later(
  () => import("./hour-chart.tsx").then((part) => part.HourChart),
  <Skeleton className="h-64" />,
  { isAlwaysShown: true },
);

const REFRESH_MS = 60_000;

const MEASURE_CHOICES = choicesOf(MEASURES, {
  approval: "Approval",
  acceptance: "Acceptance",
});

/** The approval rate over time, reasons of declines, and what retries recovered. */
export function DeclinesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(DECLINES_FILTERS);
  const measure: Measure = filters.values.measure === "acceptance" ? "acceptance" : "approval";
  const query = useQuery({
    ...read("/:mode/reports/declines", { mode }, asked(filters.values)),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const stale = filters.pending || query.isPlaceholderData;
  return (
    <>
      <ReportHead
        title="Declines"
        filters={filters}
        currency={query.data?.currency}
        currencies={query.data?.currencies ?? []}
        printed={query.data && { ...query.data.period, currency: query.data.currency }}
        file={query.data && fileBehind("declines", filters.values, query.data)}
      />
      <QueryState query={query} what="The figures" loading={<ReportLoading />}>
        {(view) => (
          <div className={cx("flex flex-col gap-10 transition-opacity", stale && "opacity-50")}>
            {isEmpty(view) ? (
              <NothingPaid
                title="No payment has an outcome in this period"
                narrowed={isNarrowed(filters.values)}
                card="4000000000009995"
              >
                This report shows the approval rate and the reasons of declines.
              </NothingPaid>
            ) : (
              <Figures
                view={view}
                filters={filters.values}
                measure={measure}
                onMeasure={(next) => filters.set("measure", next === "approval" ? null : next)}
              />
            )}
          </div>
        )}
      </QueryState>
    </>
  );
}

function isEmpty({ total, totalBefore }: DeclinesView): boolean {
  return shareOf("acceptance", total).of + shareOf("acceptance", totalBefore).of === 0;
}

type FiguresProps = {
  view: DeclinesView;
  filters: Readonly<Record<string, string>>;
  measure: Measure;
  onMeasure: (next: Measure) => void;
};

function Figures({ view, filters, measure, onMeasure }: FiguresProps) {
  return (
    <>
      <KeyFigures view={view} />
      <Causes view={view} filters={filters} />
      <div>
        <div className="mb-4 print:hidden">
          <Segmented
            label="How rates are defined"
            choices={MEASURE_CHOICES}
            value={measure}
            onChange={onMeasure}
          />
        </div>
        <RateChart view={view} measure={measure} />
      </div>
      <Recovery view={view} />
      <DeclineBreakdowns view={view} measure={measure} />
      <HourChart view={view} measure={measure} />
    </>
  );
}
