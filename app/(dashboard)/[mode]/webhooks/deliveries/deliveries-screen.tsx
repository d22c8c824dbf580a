"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useRef } from "react";
import { QueryError } from "#components/data/query-state.tsx";
import { FilterBar } from "#components/filters/filter-bar.tsx";
import { type FilterValues, withoutCursors } from "#components/filters/filters.ts";
import { useUrlFilters } from "#components/filters/use-url-filters.ts";
import { countLabel, liveInterval } from "#components/format/delivery-labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { CatchUp, LiveSwitch } from "#components/table/live-switch.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { useRowSelection } from "#components/table/use-row-selection.ts";
import { useTail } from "#components/table/use-tail.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { DELIVERY_COLUMNS } from "../delivery-columns.tsx";
import { DELIVERY_FILTERS } from "../hook-filters.ts";
import { deliveriesRead, endpointChoices, typeChoices, withChoices } from "../hook-reads.ts";
import { replayHref } from "../replays/range.ts";
import { SelectionBar } from "./selection-bar.tsx";

const LIVE_MS = 2_000;
const LIVE = "live";

/** Every delivery of the last 30 days. Looks again by itself while one of those shown is under way;
 *  live, it follows what comes. */
export function DeliveriesScreen() {
  const { mode, session } = useSession();
  const { present } = useTimeFrame();
  const filters = useUrlFilters(DELIVERY_FILTERS);
  const columns = useColumns(DELIVERY_COLUMNS);
  const live =
    useSearchParams().get(LIVE) === "1" && !filters.values.after && !filters.values.before;
  const polling = usePolling();
  const query = useQuery({
    ...deliveriesRead(mode, filters.values),
    placeholderData: keepPreviousData,
    // A list that nobody follows stands still under who reads it.
    meta: { follows: live },
    refetchInterval: ({ state }) =>
      live ? polling(LIVE_MS) : liveInterval(state.data?.deliveries, present.getTime()),
  });
  const { data } = query;
  const selection = useRowSelection(JSON.stringify(withoutCursors(filters.values)));
  const held = selection.selected.size > 0;
  const page = usePageShown(JSON.stringify(filters.values), query.isPlaceholderData);
  const tail = useTail({ live, rows: data?.deliveries, page, held });
  if (query.error && !data)
    return <QueryError error={query.error} what="The deliveries" onRetry={query.refetch} />;
  const defs = withChoices(DELIVERY_FILTERS, {
    endpoint: endpointChoices(data?.endpoints),
    type: typeChoices(data?.types),
  });
  const unused = data?.total === 0 && !filters.active;
  return (
    <>
      <PageHeader
        title="Deliveries"
        count={data?.total}
        orMore={data?.uncounted}
        note="Kept for 30 days."
        actions={!unused && <ReplayThese filters={filters.values} active={filters.active} />}
      />
      {!unused && (
        <FilterBar
          filters={{ ...filters, defs }}
          actions={
            <>
              <LiveSwitch
                on={live}
                onChange={(on) => filters.set(LIVE, on ? "1" : null, "replace")}
                tail={tail}
              />
              <ListTools
                path={`/${mode}/deliveries`}
                what="deliveries"
                total={data?.total}
                orMore={data?.uncounted}
                filters={filters.values}
                columns={columns}
              />
            </>
          }
        />
      )}
      <CatchUp tail={tail} held={held} />
      <DataTable
        caption="Deliveries, newest first"
        columns={columns.shown}
        rows={tail.rows}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/webhooks/deliveries/${row.id}`}
        selection={session.may.includes("manage_webhooks") ? selection : undefined}
        fresh={tail.fresh}
        stale={query.isPlaceholderData}
        empty={
          filters.active ? (
            <EmptyState
              title="No delivery fits these filters"
              action={<Button onClick={filters.clear}>Clear the filters</Button>}
            >
              Deliveries are kept for 30 days; what is older is gone.
            </EmptyState>
          ) : (
            <NoDeliveries mode={mode} hasEndpoints={(data?.endpoints.length ?? 0) > 0} />
          )
        }
      />
      <SelectionBar selection={selection} rows={tail.rows ?? []} />
      <Pagination
        summary={
          data && data.total > 0 ? countLabel(data.total, data.uncounted, "delivery") : undefined
        }
        previousHref={filters.pageHref({ before: data?.newer })}
        nextHref={filters.pageHref({ after: data?.older })}
      />
    </>
  );
}

/** Which page is on the screen: the one before while that of the address is on its way. */
function usePageShown(asked: string, onItsWay: boolean): string {
  const shown = useRef(asked);
  if (!onItsWay) shown.current = asked;
  return shown.current;
}

/** Leads to a replay of what the list shows, with its filters. */
function ReplayThese({ filters, active }: { filters: FilterValues; active: boolean }) {
  const { mode, session } = useSession();
  const href = replayHref(mode, filters);
  if (!href || !session.may.includes("manage_webhooks")) return null;
  return (
    <ButtonLink href={href} icon={<RotateCw className="size-3.5" aria-hidden />}>
      {active ? "Replay these" : "Replay a range"}
    </ButtonLink>
  );
}

function NoDeliveries({ mode, hasEndpoints }: { mode: string; hasEndpoints: boolean }) {
  const endpoints = `/${mode}/webhooks/endpoints`;
  return hasEndpoints ? (
    <EmptyState
      title="Nothing was delivered yet"
      action={<ButtonLink href={endpoints}>Open an endpoint</ButtonLink>}
    >
      A delivery is made for every event an endpoint subscribes to. Open an endpoint and send it a
      test event to see one.
    </EmptyState>
  ) : (
    <EmptyState
      title="Nothing was delivered yet"
      action={
        <ButtonLink variant="primary" href={`${endpoints}/new`}>
          Register an endpoint
        </ButtonLink>
      }
    >
      A delivery is one event on its way to one endpoint. Register where yours should go, then make
      a payment.
    </EmptyState>
  );
}
