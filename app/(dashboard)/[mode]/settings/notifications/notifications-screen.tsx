"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { Banner } from "#components/ui/banner.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { read } from "#lib/dashboard/client.ts";
import { useSession } from "../../../session.tsx";
import { ListError } from "../../shared/list-error.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { NothingFound } from "../../shared/nothing-found.tsx";
import { NOTIFICATION_COLUMNS, NOTIFICATION_FILTERS } from "./notification-list.tsx";

/** What was e-mailed to the account's owners, or would have been. */
export function NotificationsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(NOTIFICATION_FILTERS);
  const columns = useColumns(NOTIFICATION_COLUMNS);
  const query = useQuery({
    ...read("/notifications", {}, filters.values),
    placeholderData: keepPreviousData,
  });
  const list = query.data;
  const none = list?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Notifications"
        count={list?.total}
        note="E-mails to the account's owners, of test and live mode. Kept for 90 days."
      />
      {list && !list.hasMailServer && (
        <div className="mb-4">
          <Banner>
            No mail server is set up, so messages stay here instead of being sent. Set{" "}
            <code className="font-mono text-12">SMTP_URL</code> and restart to send new ones.
          </Banner>
        </div>
      )}
      {!none && list && (
        <FilterBar
          filters={filters}
          actions={
            <ListTools
              path={"/notifications"}
              what="notifications"
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
          what="The notifications"
          onRetry={query.refetch}
          onClear={filters.clear}
        />
      ) : (
        <DataTable
          caption="Notifications, newest first"
          columns={columns.shown}
          rows={list?.notifications}
          rowKey={(row) => row.id}
          rowHref={(row) => `/${mode}/settings/notifications/${row.id}`}
          stale={filters.pending || query.isPlaceholderData}
          expectedRows={8}
          empty={
            none ? (
              <EmptyState title="Nothing had to be told yet">
                When an endpoint fails for 24 and for 48 hours, and when it is disabled after 72,
                the owners get an e-mail. It is listed here with its text.
              </EmptyState>
            ) : (
              <NothingFound what="notifications" onClear={filters.clear} />
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
