"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { useOrigin } from "../shared/use-origin.ts";
import { CUSTOMER_COLUMNS } from "./customer-columns.tsx";
import { CUSTOMER_FILTERS } from "./customer-filters.ts";

/** Every customer of the mode; what narrows the list stands in the address. */
export function CustomersScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(CUSTOMER_FILTERS);
  const columns = useColumns(CUSTOMER_COLUMNS);
  const query = useQuery({
    ...read("/:mode/customers", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Customers" count={list?.total} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/customers`}
              what="customers"
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
          what="The customers"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Customers, newest first"
          columns={columns.shown}
          rows={list?.customers}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/customers/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={16}
          empty={none ? <NoCustomers /> : <NothingFound what="customers" onClear={filters.clear} />}
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

function NoCustomers() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/customers \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: customer-7" \\
  -d name="Ada Byron" -d email=ada@mail.example -d country=GB`;
  return (
    <EmptyState
      title={`No customers in ${mode} mode yet`}
      teach={<CodeBlock title="Make a customer" snippets={[{ language: "curl", code }]} wrap />}
    >
      A customer ties payments and saved cards to one person. Name one when you create a payment:
    </EmptyState>
  );
}
