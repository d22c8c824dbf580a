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
import { MANDATE_COLUMNS } from "./mandate-columns.tsx";
import { MANDATE_FILTERS } from "./mandate-filters.ts";

/** Every mandate of the mode; what narrows the list stands in the address. */
export function MandatesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(MANDATE_FILTERS);
  const columns = useColumns(MANDATE_COLUMNS);
  const query = useQuery({
    ...read("/:mode/mandates", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <>
      <PageHeader title="Mandates" count={list?.total} />
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The mandates"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : list?.total === 0 && !filters.active ? (
        <NoMandates />
      ) : (
        <>
          <FilterBar
            filters={filters}
            actions={
              <ListTools
                path={`/${mode}/mandates`}
                what="mandates"
                total={list?.total}
                filters={filters.values}
                columns={columns}
              />
            }
          />
          <DataTable
            caption="Mandates, newest first"
            columns={columns.shown}
            rows={list?.mandates}
            rowKey={(row) => row.id}
            rowHref={(row) => `/${mode}/mandates/${row.id}`}
            stale={filters.pending || query.isPlaceholderData}
            expectedRows={10}
            empty={<NothingFound what="mandates" onClear={filters.clear} />}
          />
          {list && (
            <Pagination
              previousHref={filters.pageHref({ before: list.newer })}
              nextHref={filters.pageHref({ after: list.older })}
            />
          )}
        </>
      )}
    </>
  );
}

function NoMandates() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/payment_methods \\
  -H "Authorization: Bearer sk_test_…" -H "Idempotency-Key: account-1" \\
  -d type=sepa_debit -d "sepa_debit[iban]=DE89370400440532013000"

curl ${origin}/v1/payments \\
  -H "Authorization: Bearer sk_test_…" -H "Idempotency-Key: debit-1" \\
  -d amount=1999 -d currency=EUR -d method=sepa_debit -d payment_method=pm_…`;
  return (
    <EmptyState
      title={`No mandates in ${mode} mode`}
      teach={
        mode === "test" && (
          <CodeBlock
            title="A first debit, which makes its mandate"
            snippets={[{ language: "curl", code }]}
            wrap
          />
        )
      }
    >
      A payer's authorisation to be debited is listed here, with what it is used for and how it
      ends. The first debit of a bank account makes it.
    </EmptyState>
  );
}
