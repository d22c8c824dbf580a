"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Waterfall } from "#components/chart/waterfall.tsx";
import { type UrlFilters, useUrlFilters } from "#components/filters/use-url-filters.ts";
import { shortDay } from "#components/home/days.ts";
import { sumOf } from "#components/settlements/figures.ts";
import { waterfallFinding } from "#components/settlements/findings.ts";
import { type StepKey, settlementSteps } from "#components/settlements/steps.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { cx } from "#components/ui/cx.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { NoSettlements } from "../../settlements/no-settlements.tsx";
import { SETTLEMENT_COLUMNS } from "../../settlements/settlement-columns.tsx";
import { ListError } from "../../shared/list-states.tsx";
import { fileOfArrivals } from "../report-file.ts";
import { SETTLEMENT_REPORT_FILTERS } from "../report-filters.ts";
import { ReportHead } from "../report-head.tsx";
import { ReportLoading } from "../report-loading.tsx";
import { ArrivalCalendar } from "./arrival-calendar.tsx";
import { CheckLine } from "./check-line.tsx";
import { CostChart } from "./cost-chart.tsx";

/** When settlements arrive, how gross becomes net, and what payments cost over time. */
export function SettlementReportScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(SETTLEMENT_REPORT_FILTERS);
  const query = useQuery({
    ...read("/:mode/settlement-report", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const report = query.data;
  const none = report?.currencies.length === 0;
  return (
    <>
      {none ? (
        <PageHeader title="Settlement" />
      ) : (
        <ReportHead
          title="Settlement"
          filters={filters}
          currency={report?.currency}
          printed={report}
          currencies={(report?.currencies ?? []).map((code) => ({ code }))}
          file={
            report && fileOfArrivals(report.fromDay, report.toDay, { currency: report.currency })
          }
        />
      )}
      {report ? (
        none ? (
          <NoSettlements />
        ) : (
          <div
            className={cx(
              "transition-opacity",
              (filters.pending || query.isPlaceholderData) && "opacity-50",
            )}
          >
            <Report report={report} filters={filters} />
          </div>
        )
      ) : query.error ? (
        <ListError
          error={query.error}
          noun="settlement report"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <ReportLoading />
      )}
    </>
  );
}

function Report({ report, filters }: { report: SettlementReportView; filters: UrlFilters }) {
  const { mode } = useSession();
  const { currency, fromDay, toDay, total, latest } = report;
  const all = `/${mode}/settlements?currency=${currency}&arrival=${fromDay}..${toDay}`;
  return (
    <div className="flex flex-col gap-10">
      <div className="grid gap-x-12 gap-y-10 min-[88rem]:grid-cols-[minmax(0,13fr)_minmax(0,9fr)]">
        <ArrivalCalendar report={report} onMonth={(month) => filters.set("month", month)} />
        <div className="flex min-w-0 flex-col gap-8">
          <PeriodWaterfall report={report} />
          <CheckLine check={report.check} />
          <CostChart report={report} />
        </div>
      </div>
      <Section
        title="Settlements"
        note={`Those in ${currency} that arrive in this period, newest first`}
        actions={
          total > latest.length && (
            <TextLink href={all} className="text-13">
              View all {total.toLocaleString("en")}
            </TextLink>
          )
        }
      >
        {latest.length === 0 ? (
          <p className="py-1.5 text-13 text-ink-muted">
            No settlements in {currency} arrive in this period. Choose a longer one.
          </p>
        ) : (
          <DataTable
            caption={`Settlements in ${currency}, newest first`}
            columns={SETTLEMENT_COLUMNS}
            rows={latest}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/settlements/${row.id}`}
          />
        )}
      </Section>
    </div>
  );
}

/** How gross became net, for the period and one currency. */
function PeriodWaterfall({ report }: { report: SettlementReportView }) {
  const { mode } = useSession();
  const { currency, days, fromDay, toDay } = report;
  const sums = sumOf(days);
  if (sums.settlements === 0) {
    return (
      <div>
        <p className="text-14 font-semibold">No settlements in {currency} arrive in this period</p>
        <p className="text-13 text-ink-muted">Choose a longer period or another currency.</p>
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
