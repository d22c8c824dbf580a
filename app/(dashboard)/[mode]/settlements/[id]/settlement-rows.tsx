"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { SettlementView } from "#lib/dashboard/views/settlements.ts";
import { useSession } from "../../../session.tsx";
import { entryHref, SETTLED_COLUMNS } from "../../balance/entry-columns.tsx";
import { ListError } from "../../shared/list-error.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { NothingFound } from "../../shared/nothing-found.tsx";
import { ROW_FILTERS } from "./row-filters.ts";

/** Every balance transaction that the settlement swept; a row opens what moved the money. */
export function SettlementRows({ settlement }: { settlement: SettlementView }) {
  const { mode } = useSession();
  const filters = useUrlFilters(ROW_FILTERS);
  const columns = useColumns(SETTLED_COLUMNS);
  const query = useQuery({
    ...read("/:mode/settlements/:id/rows", { mode, id: settlement.id }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  return (
    <>
      <FilterBar
        filters={filters}
        actions={
          <>
            {filters.active && list && (
              <span className="text-13 text-ink-muted tabular-nums">
                {list.total.toLocaleString("en")} of{" "}
                {settlement.transactionCount.toLocaleString("en")}
              </span>
            )}
            <ListTools
              path={`/${mode}/settlements/${settlement.id}/rows`}
              what="transactions of this settlement"
              total={list?.total}
              filters={filters.values}
              columns={columns}
            />
          </>
        }
      />
      {query.error && !list ? (
        <ListError
          error={query.error}
          what="The rows"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Transactions of this settlement, newest first"
          columns={columns.shown}
          rows={list?.entries}
          rowKey={(row) => row.id}
          rowHref={(row) => entryHref(mode, row)}
          stale={filters.pending || query.isPlaceholderData}
          empty={<NothingFound what="rows" onClear={filters.clear} />}
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
