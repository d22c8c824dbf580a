"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRef } from "react";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { liveInterval } from "#components/format/delivery-labels.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { useTail } from "#components/table/use-tail.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { useSession } from "../../../session.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { useLiveList } from "../../shared/live-list.tsx";
import { DELIVERY_FILTERS } from "../hook-filters.ts";
import { deliveriesRead, endpointChoices, typeChoices, withChoices } from "../hook-reads.ts";
import { isSameSelection, replayHref } from "../replays/range.ts";
import { DELIVERY_COLUMNS } from "./list-columns.tsx";
import { SelectionBar } from "./selection-bar.tsx";

/** Every delivery of the last 30 days. Polls while one of them is in progress; live mode follows new deliveries. */
export function DeliveriesScreen() {
  const { mode, session } = useSession();
  const { present } = useTimeFrame();
  const filters = useUrlFilters(DELIVERY_FILTERS);
  const columns = useColumns(DELIVERY_COLUMNS, "deliveries");
  const list = useLiveList(filters);
  const query = useQuery({
    ...deliveriesRead(mode, filters.values),
    ...list.reading,
    refetchInterval: ({ state }) =>
      list.interval(liveInterval(state.data?.deliveries, present.getTime())),
  });
  const { data } = query;
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const held = selection.selected.size > 0;
  const page = usePageShown(JSON.stringify(filters.values), query.isPlaceholderData);
  const tail = useTail({ live: list.live, rows: data?.deliveries, page, held });
  const defs = withChoices(DELIVERY_FILTERS, {
    endpoint: endpointChoices(data?.endpoints),
    type: typeChoices(data?.types),
  });
  return (
    <ListScreen
      title="Deliveries"
      note="Kept for 30 days."
      actions={<ReplayThese filters={filters.values} />}
      noun="deliveries"
      path="/:mode/deliveries"
      query={query}
      page={data}
      {...list.shown(tail, held)}
      columns={columns}
      filters={{ ...filters, defs }}
      belowTable={<SelectionBar selection={selection} rows={tail.rows ?? []} />}
      rowHref={(row) => `/${mode}/webhooks/deliveries/${row.id}`}
      selection={session.may.includes("manage_webhooks") ? selection : undefined}
      unmatched="Deliveries are kept for 30 days."
      empty={<NoDeliveries hasEndpoints={(data?.endpoints.length ?? 0) > 0} />}
    />
  );
}

/** The page that is shown: the previous one until the requested one has loaded. */
function usePageShown(asked: string, onItsWay: boolean): string {
  const shown = useRef(asked);
  if (!onItsWay) shown.current = asked;
  return shown.current;
}

/** Links to a replay with the filters of the list. */
function ReplayThese({ filters }: { filters: FilterValues }) {
  const { mode, session } = useSession();
  const href = replayHref(mode, filters);
  if (!href || !session.may.includes("manage_webhooks")) return null;
  return (
    <ButtonLink href={href} icon={<RotateCw className="size-3.5" aria-hidden />}>
      {isSameSelection(filters) ? "Replay these" : "Replay a period"}
    </ButtonLink>
  );
}

function NoDeliveries({ hasEndpoints }: { hasEndpoints: boolean }) {
  const { mode } = useSession();
  const endpoints = `/${mode}/webhooks/endpoints`;
  return hasEndpoints ? (
    <NothingYet
      noun="deliveries"
      action={<ButtonLink href={endpoints}>Open an endpoint</ButtonLink>}
    >
      Every event that an endpoint subscribes to makes a delivery. Open an endpoint and send it a
      test event to see one.
    </NothingYet>
  ) : (
    <NothingYet
      noun="deliveries"
      action={
        <ButtonLink variant="primary" href={`${endpoints}/new`}>
          Register an endpoint
        </ButtonLink>
      }
    >
      A delivery sends one event to one endpoint. Register an endpoint, then make a payment.
    </NothingYet>
  );
}
