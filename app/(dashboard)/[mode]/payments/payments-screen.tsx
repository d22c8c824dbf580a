"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { FirstPayment } from "./first-payment.tsx";
import { PAYMENT_COLUMNS } from "./payment-columns.tsx";
import { PAYMENT_FILTERS } from "./payment-filters.ts";

const REFRESH_MS = 10_000;

/** Every payment of the mode; what narrows the list stands in the address. */
export function PaymentsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(PAYMENT_FILTERS);
  const columns = useColumns(PAYMENT_COLUMNS);
  const polling = usePolling();
  const isNewest = !filters.values.after && !filters.values.before;
  const query = useQuery({
    ...read("/:mode/payments", { mode }, filters.values),
    placeholderData: keepPreviousData,
    // The newest page follows what comes in; a page further back stands still.
    refetchInterval: isNewest && polling(REFRESH_MS),
    meta: { follows: isNewest },
  });
  const list = query.data;
  if (query.error && !list) {
    return (
      <>
        <PageHeader title="Payments" />
        <FilterBar filters={filters} />
        <ListError
          error={query.error}
          what="The payments"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      </>
    );
  }
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Payments" count={list?.total} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/payments`}
              what="payments"
              total={list?.total}
              filters={filters.values}
              columns={columns}
            />
          }
        />
      )}
      <DataTable
        caption="Payments, newest first"
        columns={columns.shown}
        rows={list?.payments}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/payments/${row.id}`}
        stale={filters.pending || query.isPlaceholderData}
        expectedRows={16}
        empty={
          none ? (
            <EmptyState title={`No payments in ${mode} mode yet`} teach={<FirstPayment />}>
              The first one appears here as soon as it is made. This call makes it:
            </EmptyState>
          ) : (
            <NothingFound what="payments" onClear={filters.clear} />
          )
        }
      />
      {list && (
        <Pagination
          previousHref={filters.pageHref({ before: list.newer })}
          nextHref={filters.pageHref({ after: list.older })}
        />
      )}
    </>
  );
}
