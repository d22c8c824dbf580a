"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { cx } from "#components/ui/cx.ts";
import { later } from "#components/ui/later.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import type { NothingPaidProps } from "../nothing-paid.tsx";
import { fileBehind } from "../report-file.ts";
import { INTERCHANGE_FILTERS, isNarrowed } from "../report-filters.ts";
import { ReportHead } from "../report-head.tsx";
import { ReportLoading } from "../report-loading.tsx";
import { CostBreakdowns } from "./cost-breakdowns.tsx";
import { CostChart } from "./cost-chart.tsx";
import { CostFigures } from "./cost-figures.tsx";

/** At the end of the page, with the table of all lists. */
const MostExpensive = later(
  () => import("./most-expensive.tsx").then((part) => part.MostExpensive),
  <Skeleton className="h-96" />,
  { isAlwaysShown: true },
);

/** Only without charges. */
const NothingPaid = later<NothingPaidProps>(() =>
  import("../nothing-paid.tsx").then(({ NothingPaid }) => NothingPaid),
);

const REFRESH_MS = 60_000;

/** Cost of charges by part: over time, by region and card product, and the most expensive ones. */
export function InterchangeScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(INTERCHANGE_FILTERS);
  const params = filters.values;
  const query = useQuery({
    ...read("/:mode/reports/interchange", { mode }, params),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const stale = filters.pending || query.isPlaceholderData;
  return (
    <>
      <ReportHead
        title="Interchange++"
        filters={filters}
        currency={query.data?.currency}
        currencies={query.data?.currencies ?? []}
        printed={query.data && { ...query.data.period, currency: query.data.currency }}
        file={query.data && fileBehind("interchange", filters.values, query.data)}
      />
      <QueryState query={query} what="The costs" loading={<ReportLoading />}>
        {(view) =>
          view.total.charges + view.totalBefore.charges === 0 ? (
            <NothingPaid
              title="No charges in this period"
              narrowed={isNarrowed(filters.values)}
              card="4242424242424242"
            >
              This report shows the cost of each charge and its parts.
            </NothingPaid>
          ) : (
            <div className={cx("flex flex-col gap-10 transition-opacity", stale && "opacity-50")}>
              <CostFigures view={view} />
              <CostChart view={view} />
              <CostBreakdowns view={view} />
              <MostExpensive params={params} />
            </div>
          )
        }
      </QueryState>
    </>
  );
}
