"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { Timestamp } from "#components/time/timestamp.tsx";
import { later } from "#components/ui/later.tsx";
import { ShortId } from "#components/ui/short-id.tsx";
import { Status } from "#components/ui/status.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { EventListItemView } from "#lib/dashboard/views/webhooks.ts";
import type { Mode } from "#lib/kernel/vocabulary/modes.ts";
import { useSession } from "../../session.tsx";
import { ListScreen } from "../shared/list-screen.tsx";
import { NothingYet } from "../shared/list-states.tsx";
import { EVENT_FILTERS } from "../webhooks/hook-filters.ts";
import { eventsRead, typeChoices, withChoices } from "../webhooks/hook-reads.ts";
import { deliveriesOutcome } from "./event-deliveries.ts";

/** Only in an empty list. */
const FirstPayment = later(() =>
  import("../payments/first-payment.tsx").then(({ FirstPayment }) => FirstPayment),
);
const KeyNote = later(() => import("../shared/sample-call.tsx").then(({ KeyNote }) => KeyNote));

const POLL_MS = 3_000;

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

/** Every event of the last 30 days, whether or not an endpoint subscribes to it. */
export function EventsScreen() {
  const { mode } = useSession();
  const filters = useUrlFilters(EVENT_FILTERS);
  const columns = useColumns(COLUMNS, "events");
  const isNewest = !filters.values.after && !filters.values.before;
  const query = useQuery({
    ...eventsRead(mode, filters.values),
    placeholderData: keepPreviousData,
    meta: { follows: isNewest },
    refetchInterval: ({ state }) =>
      state.data?.events.some(({ deliveries }) => deliveries.pending) ? POLL_MS : false,
  });
  const { data } = query;
  const defs = withChoices(EVENT_FILTERS, { type: typeChoices(data?.types) });
  return (
    <ListScreen
      title="Events"
      note="Every change of state, whether or not an endpoint subscribes to it. Kept for 30 days."
      noun="events"
      path="/:mode/events"
      query={query}
      page={data}
      rows={data?.events}
      columns={columns}
      filters={{ ...filters, defs }}
      rowHref={(row) => `/${mode}/events/${row.id}`}
      unmatched="Events are kept for 30 days."
      empty={<NoEvents mode={mode} />}
    />
  );
}

function NoEvents({ mode }: { mode: Mode }) {
  return (
    <NothingYet
      noun="events"
      teach={
        mode === "test" && (
          <div className="flex flex-col gap-1.5">
            <FirstPayment />
            <KeyNote />
          </div>
        )
      }
    >
      Payments, refunds and every other change of state make events. This call makes the first one:
    </NothingYet>
  );
}
