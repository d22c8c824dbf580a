"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type UrlFilters, useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import { usualColumns } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { cx } from "#components/ui/cx.ts";
import { later } from "#components/ui/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementReportView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { SETTLEMENT_COLUMNS } from "../../settlements/settlement-columns.tsx";
import { ListError } from "../../shared/list-states.tsx";
import { fileOfArrivals } from "../report-file.ts";
import { SETTLEMENT_REPORT_FILTERS } from "../report-filters.ts";
import { ReportHead } from "../report-head.tsx";
import { ReportLoading } from "../report-loading.tsx";
import { ArrivalCalendar } from "./arrival-calendar.tsx";
import { CheckLine } from "./check-line.tsx";
import { Headline } from "./headline.tsx";
import { listHref } from "./list-href.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { PeriodWaterfall } from "./period-waterfall.tsx";

/** Below the first screenful. */
/** Before the first settlement only. */
const NoSettlements = later(() =>
  import("../../settlements/no-settlements.tsx").then(({ NoSettlements }) => NoSettlements),
);

const COLUMNS = usualColumns(SETTLEMENT_COLUMNS);

const CostChart = later(
  () => import("./cost-chart.tsx").then(({ CostChart }) => CostChart),
  <div className="h-67 sm:h-64" />,
);

/** Arrived and expected settlements of one period, how gross became net, and what payments cost over time. */
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
          period={report && <PeriodChoice filters={filters} period={report.period} />}
          printed={report && { ...report.period, currency: report.currency, zone: "UTC" }}
          currencies={(report?.currencies ?? []).map((code) => ({ code }))}
          fileNote="Every movement of the settlements that arrived in this period. Expected and returned ones are not in the file."
          file={
            report &&
            fileOfArrivals(report.period.fromDay, report.period.toDay, {
              currency: report.currency,
            })
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
  const { currency, total, latest } = report;
  return (
    <div className="flex flex-col gap-8">
      <Headline report={report} />
      <div className="grid gap-x-12 gap-y-10 min-[88rem]:grid-cols-[minmax(0,13fr)_minmax(0,9fr)]">
        <ArrivalCalendar report={report} filters={filters} />
        <div className="flex min-w-0 flex-col gap-8">
          <PeriodWaterfall report={report} />
          <CheckLine check={report.check} />
          <CostChart report={report} />
        </div>
      </div>
      <Section
        title="Settlements"
        note={`Those in ${currency} of this period, newest first: arrived, expected and returned`}
        actions={
          total > latest.length && (
            <TextLink href={listHref(mode, report)} className="text-13">
              View all {countText(total)}
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
            columns={COLUMNS}
            rows={latest}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/settlements/${row.id}`}
          />
        )}
      </Section>
    </div>
  );
}
