"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { BATCH_COLUMNS } from "./batch-columns.tsx";
import { BATCH_FILTERS } from "./batch-filters.ts";

const LIVELY_MS = 3_000;

/** Every batch of payouts; what narrows the list stands in the address. */
export function BatchesScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(BATCH_FILTERS);
  const columns = useColumns(BATCH_COLUMNS);
  const query = useQuery({
    ...read("/:mode/payout-batches", { mode }, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ status }) => status === "processing") ? LIVELY_MS : false,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader title="Batches" count={list?.total} actions={<PayFile />} />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/payout-batches`}
              what="batches"
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
          what="The batches"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Batches of payouts, newest first"
          columns={columns.shown}
          rows={list?.batches}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/batches/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={12}
          empty={none ? <NoBatches /> : <NothingFound what="batches" onClear={filters.clear} />}
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

function PayFile() {
  const { mode, session } = useSession();
  if (!session.may.includes("pay_out")) return null;
  return (
    <ButtonLink variant="primary" href={`/${mode}/batches/new`}>
      Pay a file
    </ButtonLink>
  );
}

function NoBatches() {
  const { mode, session } = useSession();
  return (
    <EmptyState
      title={`No batches in ${mode} mode yet`}
      action={
        session.may.includes("pay_out") && (
          <ButtonLink href={`/${mode}/batches/new`}>Pay a file</ButtonLink>
        )
      }
    >
      A batch pays many people at once: from a CSV file, a pain.001 file of your accounting, or
      instructions in one call to the API.
    </EmptyState>
  );
}
