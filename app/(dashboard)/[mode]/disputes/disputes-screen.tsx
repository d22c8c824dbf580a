"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { type UrlFilters, useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { statusWord } from "#components/ui/status-labels.ts";
import { Tabs } from "#components/ui/tabs.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { DisputeListView } from "#lib/dashboard/views/disputes.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { DISPUTE_COLUMNS } from "./dispute-columns.tsx";
import { DISPUTE_FILTERS, DISPUTE_STATUSES } from "./dispute-filters.ts";

const REFRESH_MS = 30_000;
const ALL = "all";

/** Every dispute of the mode, by how it stands; what narrows the list stands in the address. */
export function DisputesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(DISPUTE_FILTERS);
  const columns = useColumns(DISPUTE_COLUMNS);
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/disputes", { mode }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: polling(REFRESH_MS),
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  const stale = filters.pending || query.isPlaceholderData;
  return (
    <>
      <PageHeader title="Disputes" count={list?.total} />
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The disputes"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : none ? (
        <NoDisputes />
      ) : (
        <StatusTabs filters={filters} counts={list?.counts}>
          <FilterBar
            filters={withoutStatus(filters)}
            actions={
              <ListTools
                path={`/${mode}/disputes`}
                what="disputes"
                total={list?.total}
                filters={filters.values}
                columns={columns}
              />
            }
          />
          <DataTable
            caption="Disputes, newest first"
            columns={columns.shown}
            rows={list?.disputes}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/disputes/${row.id}`}
            stale={stale}
            expectedRows={10}
            empty={<NothingFound what="disputes" onClear={filters.clear} />}
          />
          {list && (
            <Pagination
              previousHref={filters.pageHref({ before: list.newer })}
              nextHref={filters.pageHref({ after: list.older })}
            />
          )}
        </StatusTabs>
      )}
    </>
  );
}

/** The tabs say the status; a chip would say it twice. */
function withoutStatus(filters: UrlFilters): UrlFilters {
  return { ...filters, defs: filters.defs.filter(({ key }) => key !== "status") };
}

type TabsProps = {
  filters: UrlFilters;
  counts: DisputeListView["counts"] | undefined;
  children: React.ReactNode;
};

/** One tab per status with what the other filters leave in it. */
function StatusTabs({ filters, counts, children }: TabsProps) {
  const value = DISPUTE_STATUSES.find((status) => status === filters.values.status) ?? ALL;
  const sum = counts && Object.values(counts).reduce((total, count) => total + count, 0);
  const tabs = [
    ...DISPUTE_STATUSES.map((status) => ({
      value: status as string,
      label: statusWord(status),
      count: counts?.[status],
    })),
    { value: ALL, label: "All", count: sum },
  ];
  return (
    <Tabs
      label="Disputes by status"
      value={value}
      onChange={(next) => filters.set("status", next === ALL ? null : next)}
      tabs={tabs.map((tab) => ({ ...tab, content: tab.value === value ? children : null }))}
    />
  );
}

function NoDisputes() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer sk_test_…" \\
  -H "Idempotency-Key: disputed-1" \\
  -d amount=1999 -d currency=EUR -d method=card \\
  -d payment_method=pm_test_4000000000000259`;
  return (
    <EmptyState
      title={`No disputes in ${mode} mode`}
      teach={
        mode === "test" && (
          <CodeBlock
            title="A card whose payments are disputed within the hour"
            snippets={[{ language: "curl", code }]}
            wrap
          />
        )
      }
    >
      When a payer's bank takes a payment back, it is listed here with what is claimed, what
      evidence wins it, and the time left to answer.
      {mode === "test" &&
        " To see one, pay with this card and move the sandbox's clock on an hour:"}
    </EmptyState>
  );
}
