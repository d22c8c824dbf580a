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
import { useSession } from "../../../session.tsx";
import { ListError } from "../../shared/list-error.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { NothingFound } from "../../shared/nothing-found.tsx";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";
import { auditFilters } from "./audit-filters.ts";

const FILTERS = auditFilters();

/** Every change of the account, in both modes: who, when, from where, and what it was before. */
export function AuditLogScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(FILTERS);
  const columns = useColumns(AUDIT_COLUMNS);
  const query = useQuery({
    ...read("/audit", {}, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Audit log"
        count={list?.total}
        note="Every change and every sign-in, of test and live mode. Never edited, never deleted."
      />
      {!none && list && (
        <FilterBar
          filters={{ ...filters, defs: auditFilters(list.actors) }}
          actions={
            <ListTools
              path={"/audit"}
              what="changes"
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
          what="The entries of the audit log"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Changes, newest first"
          columns={columns.shown}
          rows={list?.entries}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/settings/audit-log/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={12}
          empty={
            none ? (
              <EmptyState title="Nothing has been changed yet">
                Whatever somebody changes here, or a key changes of keys, endpoints, versions and
                disputes, is listed with what it was before.
              </EmptyState>
            ) : (
              <NothingFound what="changes" onClear={filters.clear} />
            )
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
