"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { QueryError } from "#components/data/query-state.tsx";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import type { FilterChoice } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countLabel, plural } from "#components/format/delivery-labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { CatchUp, LiveSwitch } from "#components/table/live-switch.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { useTail } from "#components/table/use-tail.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Banner } from "#components/ui/banner.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import type { RequestListView } from "#lib/dashboard/views/requests.ts";
import { useSession } from "../../session.tsx";
import { usePolling } from "../live-updates/live-updates.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { withChoices } from "../webhooks/hook-reads.ts";
import { LOG_FILTERS } from "./log-filters.ts";
import { requestsRead } from "./log-reads.ts";
import { requestColumns } from "./request-columns.tsx";

const LIVE_MS = 2_000;
const LIVE = "live";

/** Every API request of the last 30 days, with what each was answered; live, it follows what comes. */
export function LogsScreen({ calls }: { calls: readonly FilterChoice[] }) {
  return (
    <RealTime>
      <Logs calls={calls} />
    </RealTime>
  );
}

function Logs({ calls }: { calls: readonly FilterChoice[] }) {
  const { mode } = useSession();
  const filters = useUrlFilters(LOG_FILTERS);
  const live =
    useSearchParams().get(LIVE) === "1" && !filters.values.after && !filters.values.before;
  const polling = usePolling();
  const query = useQuery({
    ...requestsRead(mode, filters.values),
    placeholderData: keepPreviousData,
    // A log that nobody follows stands still under who reads it.
    meta: { follows: live },
    // Whoever waits for their first request sees it come.
    refetchInterval: ({ state }) =>
      live ? polling(LIVE_MS) : state.data?.total === 0 && !filters.active ? LIVE_MS : false,
  });
  const { data } = query;
  const keys = data?.keys;
  const columns = useColumns(useMemo(() => requestColumns(keys), [keys]));
  const tail = useTail({ live, rows: data?.requests });
  if (query.error && !data)
    return <QueryError error={query.error} what="The log" onRetry={query.refetch} />;
  const unused = data?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Logs"
        count={data?.total}
        orMore={data?.uncounted}
        note="Every API request and its answer, without card data and secrets. Kept for 30 days."
      />
      <Gaps gaps={data?.gaps ?? []} />
      {!unused && (
        <FilterBar
          filters={{
            ...filters,
            defs: withChoices(LOG_FILTERS, { ...choicesOf(data), call: calls }),
          }}
          actions={
            <>
              <LiveSwitch
                on={live}
                onChange={(on) => filters.set(LIVE, on ? "1" : null, "replace")}
                tail={tail}
              />
              <ListTools
                path={`/${mode}/logs`}
                what="requests"
                total={data?.total}
                orMore={data?.uncounted}
                filters={filters.values}
                columns={columns}
              />
            </>
          }
        />
      )}
      <CatchUp tail={tail} />
      <DataTable
        caption="API requests, newest first"
        columns={columns.shown}
        rows={tail.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/logs/${row.id}`}
        fresh={tail.fresh}
        stale={query.isPlaceholderData}
        empty={
          unused ? (
            <NoRequests />
          ) : (
            <EmptyState
              title="No request fits these filters"
              action={<Button onClick={filters.clear}>Clear the filters</Button>}
            >
              Requests are kept for 30 days. One without a key, or with a key that is not yours, is
              in nobody's log.
            </EmptyState>
          )
        }
      />
      <Pagination
        summary={
          data && data.total > 0 ? countLabel(data.total, data.uncounted, "request") : undefined
        }
        previousHref={filters.pageHref({ before: data?.newer })}
        nextHref={filters.pageHref({ after: data?.older })}
      />
    </>
  );
}

function choicesOf(data: RequestListView | undefined) {
  return {
    key: data?.keys.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
    version: data?.versions.map((value) => ({ value, label: value })),
    error: data?.errorCodes.map((value) => ({ value, label: value })),
  };
}

/** What is not in the log, though it happened. */
function Gaps({ gaps }: Pick<RequestListView, "gaps">) {
  const [latest, ...earlier] = gaps;
  if (!latest) return null;
  return (
    <div className="pb-4">
      <Banner tone="warning" title={`${plural(latest.requests, "request")} could not be logged`}>
        Between <Timestamp value={latest.from} form="full" /> and{" "}
        <Timestamp value={latest.to} form="full" /> there were more than could be written down. They
        were answered all the same.
        {earlier.length > 0 && ` It happened ${plural(earlier.length, "time")} before.`}
      </Banner>
    </div>
  );
}

function NoRequests() {
  const { mode, session } = useSession();
  return (
    <EmptyState
      title="No request yet"
      action={
        <div className="flex flex-wrap gap-2">
          {session.may.includes("use_shell") && (
            <ButtonLink variant="primary" href={`/${mode}/shell`}>
              Make one from the shell
            </ButtonLink>
          )}
          <ButtonLink href={`/${mode}/keys`}>Open your keys</ButtonLink>
        </div>
      }
    >
      Every call made with one of your keys appears here by itself: what was sent, what was
      answered, and why if it was refused.
    </EmptyState>
  );
}
