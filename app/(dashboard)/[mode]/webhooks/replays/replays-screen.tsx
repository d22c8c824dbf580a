"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { QueryError } from "#components/data/query-state.tsx";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { plural } from "#components/format/delivery-labels.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { ReplayListItemView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { replaysRead } from "../hook-reads.ts";
import { ReplayBar } from "./replay-bar.tsx";
import { doneOf, endpointsLabel, isMoving, selectionLabel, windowLabel } from "./replay-labels.ts";

const NO_FILTERS: readonly FilterDef[] = [];
const MOVING_MS = 2_000;

const COLUMNS: readonly Column<ReplayListItemView, ListColumn<"replays">>[] = [
  {
    id: "window",
    header: "Made between",
    width: "w-60",
    card: "lead",
    cell: (row) => (
      <span className="font-medium tabular-nums">
        <Window row={row} />
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    card: "figure",
    cell: (row) => <Status status={row.status} />,
  },
  {
    id: "endpoints",
    header: "Endpoints",
    from: "lg",
    cell: (row) => <span className="block truncate">{endpointsLabel(row.endpoints)}</span>,
  },
  {
    id: "selection",
    header: "Which",
    width: "w-56",
    from: "xl",
    cell: (row) => (
      <span className="text-ink-muted">{selectionLabel(row.statuses, row.types)}</span>
    ),
  },
  {
    id: "progress",
    header: "Arrived",
    align: "right",
    width: "w-44 lg:w-56",
    cell: (row) => <Progress row={row} />,
  },
  {
    id: "created",
    header: "Started",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} />,
  },
];

function Window({ row }: { row: ReplayListItemView }) {
  const { zone } = useTimeFrame();
  return <>{windowLabel(row.from, row.to, zone)}</>;
}

function Progress({ row }: { row: ReplayListItemView }) {
  return (
    <span className="inline-flex items-center justify-end gap-3 align-middle">
      {doneOf(row) > 0 && <ReplayBar counts={row} className="w-16 lg:w-24" />}
      <span className="text-right tabular-nums lg:min-w-24">
        {row.delivered.toLocaleString("en")}
        <span className="text-ink-faint"> of {row.total.toLocaleString("en")}</span>
      </span>
    </span>
  );
}

/** Every range that was replayed. */
export function ReplaysScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const polling = usePolling();
  const columns = useColumns(COLUMNS);
  const query = useQuery({
    ...replaysRead(mode, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.replays.some(isMoving) ? polling(MOVING_MS) : false,
  });
  const { data } = query;
  if (query.error && !data)
    return <QueryError error={query.error} what="The replays" onRetry={query.refetch} />;
  const start = session.may.includes("manage_webhooks") && (
    <ButtonLink
      variant="primary"
      href={`/${mode}/webhooks/replays/new`}
      icon={<RotateCw className="size-3.5" aria-hidden />}
    >
      Replay a range
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Replays"
        count={data?.total}
        note="After an outage: deliveries of a stretch of time, sent again at a pace your server stands."
        actions={
          <>
            {data && data.total > 0 && (
              <ListTools
                path={`/${mode}/replays`}
                what="replays"
                total={data.total}
                columns={columns}
              />
            )}
            {data?.total !== 0 && start}
          </>
        }
      />
      <DataTable
        caption="Replays, newest first"
        columns={columns.shown}
        rows={data?.replays}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/webhooks/replays/${row.id}`}
        stale={query.isPlaceholderData}
        expectedRows={3}
        empty={
          <EmptyState title="Nothing was replayed yet" action={start}>
            When a receiver was down for a while and works again, choose the time it was down and
            send all that did not arrive. Retries that are still to come are replaced, what has
            arrived since is left out.
          </EmptyState>
        }
      />
      <Pagination
        summary={data && data.total > 0 ? plural(data.total, "replay") : undefined}
        previousHref={filters.pageHref({ before: data?.newer })}
        nextHref={filters.pageHref({ after: data?.older })}
      />
    </>
  );
}
