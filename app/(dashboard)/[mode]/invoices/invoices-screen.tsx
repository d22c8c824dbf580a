"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { INVOICE_COLUMNS } from "./invoice-columns.tsx";
import { INVOICE_FILTERS } from "./invoice-filters.ts";

/** Every invoice of the mode; what narrows the list stands in the address. */
export function InvoicesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(INVOICE_FILTERS);
  const columns = useColumns(INVOICE_COLUMNS);
  const query = useQuery({
    ...read("/:mode/invoices", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Invoices" count={list?.total} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/invoices`}
              what="invoices"
              total={list?.total}
              filters={filters.values}
              columns={columns}
            />
          }
        />
      )}
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The invoices"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Invoices, newest first"
          columns={columns.shown}
          rows={list?.invoices}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/invoices/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={12}
          empty={none ? <NoInvoices /> : <NothingFound what="invoices" onClear={filters.clear} />}
        />
      )}
      {list && (
        <Pagination
          previousHref={filters.pageHref({ before: list.newer })}
          nextHref={filters.pageHref({ after: list.older })}
        />
      )}
    </>
  );
}

function NoInvoices() {
  const { mode } = useSession();
  return (
    <EmptyState
      title={`No invoices in ${mode} mode yet`}
      action={<TextLink href={`/${mode}/subscriptions`}>Subscriptions</TextLink>}
    >
      Every period of a subscription makes one, numbered without a gap, and collects it by itself.
    </EmptyState>
  );
}
