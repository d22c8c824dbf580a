"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { QueryError } from "#components/data/query-state.tsx";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { plural } from "#components/format/delivery-labels.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { Button } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { EventListItemView, EventListView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../session.tsx";
import { ListTools } from "../shared/list-tools.tsx";
import { EVENT_FILTERS } from "../webhooks/hook-filters.ts";
import { eventsRead, typeChoices, withChoices } from "../webhooks/hook-reads.ts";
import { deliveriesOutcome } from "./event-deliveries.ts";
import { firstPayment } from "./first-payment.ts";

const MOVING_MS = 3_000;

const COLUMNS: readonly Column<EventListItemView, ListColumn<"events">>[] = [
  {
    id: "type",
    header: "Event",
    width: "w-48 lg:w-56",
    card: "lead",
    cell: (row) => <span className="font-medium">{row.type}</span>,
  },
  {
    id: "deliveries",
    header: "Deliveries",
    width: "w-36 lg:w-44",
    card: "figure",
    cell: (row) => <Outcome counts={row.deliveries} />,
  },
  {
    id: "object",
    header: "About",
    from: "lg",
    interactive: true,
    cell: (row) => <ShortId id={row.objectId} what="object id" />,
  },
  {
    id: "id",
    header: "Event id",
    width: "w-44",
    from: "xl",
    interactive: true,
    cell: (row) => <ShortId id={row.id} what="event id" />,
  },
  {
    id: "created",
    header: "Happened",
    align: "right",
    width: "w-28",
    cell: (row) => <Timestamp value={row.createdAt} />,
  },
];

function Outcome({ counts }: { counts: EventListItemView["deliveries"] }) {
  const { status, label } = deliveriesOutcome(counts);
  if (!status) return <span className="text-ink-faint">{label}</span>;
  return <Status status={status}>{label}</Status>;
}

/** Everything that happened in the last 30 days, whether or not an endpoint listens. */
export function EventsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(EVENT_FILTERS);
  const columns = useColumns(COLUMNS);
  const isNewest = !filters.values.after && !filters.values.before;
  const query = useQuery({
    ...eventsRead(mode, filters.values),
    placeholderData: keepPreviousData,
    meta: { follows: isNewest },
    refetchInterval: ({ state }) =>
      state.data?.events.some(({ deliveries }) => deliveries.pending) ? MOVING_MS : false,
  });
  const { data } = query;
  if (query.error && !data)
    return <QueryError error={query.error} what="The events" onRetry={query.refetch} />;
  const defs = withChoices(EVENT_FILTERS, { type: typeChoices(data?.types) });
  const unused = data?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Events"
        count={data?.total}
        note="Every change of state, whether or not an endpoint listens. Kept for 30 days."
      />
      {!unused && (
        <FilterBar
          filters={{ ...filters, defs }}
          actions={
            <ListTools
              path={`/${mode}/events`}
              what="events"
              total={data?.total}
              filters={filters.values}
              columns={columns}
            />
          }
        />
      )}
      <DataTable
        caption="Events, newest first"
        columns={columns.shown}
        rows={data?.events}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/events/${row.id}`}
        stale={query.isPlaceholderData}
        empty={
          filters.active ? (
            <EmptyState
              title="No event fits these filters"
              action={<Button onClick={filters.clear}>Clear the filters</Button>}
            >
              Events are kept for 30 days; what is older is gone.
            </EmptyState>
          ) : (
            <NoEvents mode={mode} firstCall={data?.firstCall ?? null} />
          )
        }
      />
      <Pagination
        summary={data && data.total > 0 ? plural(data.total, "event") : undefined}
        previousHref={filters.pageHref({ before: data?.newer })}
        nextHref={filters.pageHref({ after: data?.older })}
      />
    </>
  );
}

function NoEvents(props: { mode: "test" | "live"; firstCall: EventListView["firstCall"] }) {
  const { mode, firstCall } = props;
  return (
    <EmptyState
      title="Nothing has happened yet"
      teach={
        mode === "test" &&
        firstCall && (
          <CodeBlock
            title="A payment makes the first one"
            snippets={[{ language: "curl", code: firstPayment(firstCall) }]}
          />
        )
      }
    >
      Events appear here as payments, refunds and everything else move.
    </EmptyState>
  );
}
