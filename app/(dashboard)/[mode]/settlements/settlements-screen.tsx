"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../session.tsx";
import { ListError } from "../shared/list-error.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { NothingFound } from "../shared/nothing-found.tsx";
import { NoSettlements } from "./no-settlements.tsx";
import { SETTLEMENT_COLUMNS } from "./settlement-columns.tsx";
import { SETTLEMENT_FILTERS } from "./settlement-filters.ts";

/** Every settlement of the mode; what narrows the list stands in the address. */
export function SettlementsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(SETTLEMENT_FILTERS);
  const columns = useColumns(SETTLEMENT_COLUMNS);
  const query = useQuery({
    ...read("/:mode/settlements", { mode }, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Settlements"
        count={list?.total}
        actions={
          !none && <ButtonLink href={`/${mode}/reports/settlement`}>What arrives when</ButtonLink>
        }
      />
      {!none && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={`/${mode}/settlements`}
              what="settlements"
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
          what="The settlements"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Settlements, newest first"
          columns={columns.shown}
          rows={list?.settlements}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/settlements/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={16}
          empty={
            none ? <NoSettlements /> : <NothingFound what="settlements" onClear={filters.clear} />
          }
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
