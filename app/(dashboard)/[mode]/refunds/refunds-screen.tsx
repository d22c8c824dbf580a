"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
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
import { REFUND_COLUMNS } from "./refund-columns.tsx";
import { REFUND_FILTERS } from "./refund-filters.ts";

/** Every refund of the mode; what narrows the list stands in the address. */
export function RefundsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(REFUND_FILTERS);
  const columns = useColumns(REFUND_COLUMNS);
  const query = useQuery({
    ...read("/:mode/refunds", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Refunds" count={list?.total} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/refunds`}
              what="refunds"
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
          what="The refunds"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Refunds, newest first"
          columns={columns.shown}
          rows={list?.refunds}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/refunds/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={16}
          empty={none ? <NoRefunds /> : <NothingFound what="refunds" onClear={filters.clear} />}
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

function NoRefunds() {
  const { mode } = useSession();
  const origin = useOrigin();
  const code = `curl ${origin}/v1/refunds \\
  -H "Authorization: Bearer sk_${mode}_…" \\
  -H "Idempotency-Key: refund-1042" \\
  -d payment=pay_… -d amount=500 -d reason=requested_by_customer`;
  return (
    <EmptyState
      title={`No refunds in ${mode} mode yet`}
      teach={
        <CodeBlock
          title="Refund a part of a payment"
          snippets={[{ language: "curl", code }]}
          wrap
        />
      }
      action={
        <ButtonLink href={`/${mode}/payments?status=succeeded`}>
          Find a payment to refund
        </ButtonLink>
      }
    >
      Open a payment and press Refund, or let your server do it:
    </EmptyState>
  );
}
