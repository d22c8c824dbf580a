"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { FilterDef } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countText } from "#components/format/locale.ts";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { ReplayListItemView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { replaysRead } from "../hook-reads.ts";
import { ReplayBar } from "./replay-bar.tsx";
import { doneOf, endpointsLabel, isMoving, selectionLabel, windowLabel } from "./replay-labels.ts";

const NO_FILTERS: readonly FilterDef<never>[] = [];
const POLL_MS = 2_000;

const COLUMNS: readonly Column<ReplayListItemView, ListColumn<"replays">>[] = [
  {
    id: "window",
    header: "Created between",
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
    width: "w-44 xl:w-56",
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
      {doneOf(row) > 0 && <ReplayBar counts={row} className="w-16 xl:w-24" />}
      <span className="text-right tabular-nums xl:min-w-24">
        {countText(row.delivered)}
        <span className="text-ink-faint"> of {countText(row.total)}</span>
      </span>
    </span>
  );
}

/** Every range replay of the mode. */
export function ReplaysScreen() {
  const { mode, session } = useSession();
  const filters = useUrlFilters(NO_FILTERS);
  const polling = usePolling();
  const columns = useColumns(COLUMNS, "replays");
  const query = useQuery({
    ...replaysRead(mode, filters.values),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.replays.some(isMoving) ? polling(POLL_MS) : false),
  });
  const { data } = query;
  return (
    <ListScreen
      title="Replays"
      note="After an outage, send the deliveries of a period again, at a rate that your server can take."
      actions={session.may.includes("manage_webhooks") && <StartReplay />}
      noun="replays"
      path="/:mode/replays"
      query={query}
      page={data}
      rows={data?.replays}
      columns={columns}
      filters={filters}
      rowHref={(row) => `/${mode}/webhooks/replays/${row.id}`}
      expectedRows={4}
      empty={
        <NothingYet noun="replays">
          When a server that receives events was down and works again, choose the period and send
          every delivery that failed. A replay takes the place of retries that are still scheduled
          and skips events that have arrived since.
        </NothingYet>
      }
    />
  );
}

function StartReplay() {
  const { mode } = useSession();
  return (
    <ButtonLink
      variant="primary"
      href={`/${mode}/webhooks/replays/new`}
      icon={<RotateCw className="size-3.5" aria-hidden />}
    >
      Replay a period
    </ButtonLink>
  );
}
