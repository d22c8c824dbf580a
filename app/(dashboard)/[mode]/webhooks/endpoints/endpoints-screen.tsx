"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { QueryError } from "#components/data/query-state.tsx";
import { rateLabel } from "#components/format/delivery-labels.ts";
import type { Column } from "#components/table/columns.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { EndpointsView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ListTools } from "../../shared/list-tools.tsx";
import { Completeness } from "../completeness.tsx";
import { DeliveryBars } from "../delivery-bars.tsx";
import { subscriptionLabel } from "../event-labels.ts";
import { endpointsRead } from "../hook-reads.ts";
import { HookUrl } from "../hook-url.tsx";
import { LocalReceiver } from "../local-receiver.tsx";
import { EndpointStatus, failingSince } from "./endpoint-status.tsx";

type Row = EndpointsView["endpoints"][number];

const REFRESH_MS = 15_000;

const COLUMNS: readonly Column<Row, ListColumn<"endpoints">>[] = [
  {
    id: "url",
    header: "Address",
    card: "lead",
    cell: (row) => (
      <span className="font-medium">
        <HookUrl url={row.url} />
      </span>
    ),
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    card: "figure",
    cell: (row) => <EndpointStatus endpoint={row} />,
  },
  {
    id: "failing",
    header: "Failing since",
    width: "w-28",
    from: "lg",
    cell: failingSince,
  },
  {
    id: "events",
    header: "Events",
    width: "w-52",
    from: "xl",
    cell: (row) => <span className="text-ink-muted">{subscriptionLabel(row.events)}</span>,
  },
  {
    id: "version",
    header: "Version",
    width: "w-28",
    from: "xl",
    cell: (row) => <span className="text-ink-muted tabular-nums">{row.version}</span>,
  },
  {
    id: "rate",
    header: "Arrived, 24 h",
    align: "right",
    width: "w-28 lg:w-48",
    cell: (row) => (
      <span className="inline-flex items-center justify-end gap-3 align-middle">
        <DeliveryBars health={row.day} className="h-5 w-24 md:max-lg:hidden" />
        <span className="w-14 text-right font-medium tabular-nums">{rateLabel(row.day.rate)}</span>
      </span>
    ),
  },
];

/** Every receiver of the mode, and how each does. */
export function EndpointsScreen() {
  const { mode, session } = useSession();
  const polling = usePolling();
  const columns = useColumns(COLUMNS);
  const query = useQuery({ ...endpointsRead(mode), refetchInterval: polling(REFRESH_MS) });
  const { data } = query;
  if (query.error && !data)
    return <QueryError error={query.error} what="The endpoints" onRetry={query.refetch} />;
  const register = session.may.includes("manage_webhooks") && (
    <ButtonLink
      variant="primary"
      href={`/${mode}/webhooks/endpoints/new`}
      icon={<Plus className="size-4" aria-hidden />}
    >
      Register endpoint
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Webhook endpoints"
        count={data?.endpoints.length}
        note="Where this account's events are sent, signed, within a second of what happened."
        actions={
          <>
            {data && data.endpoints.length > 0 && (
              <ListTools
                path={`/${mode}/endpoints`}
                what="endpoints"
                total={data.endpoints.length}
                columns={columns}
              />
            )}
            {register}
          </>
        }
      />
      <DataTable
        caption="Webhook endpoints, newest first"
        columns={columns.shown}
        rows={data?.endpoints}
        rowKey={(row) => row.id}
        rowHref={(row) => `/${mode}/webhooks/endpoints/${row.id}`}
        expectedRows={3}
        empty={
          <EmptyState
            title={`Nobody listens in ${mode} mode yet`}
            teach={mode === "test" && <LocalReceiver />}
          >
            {mode === "test"
              ? "Register an HTTPS address and every event is posted to it, signed. Nothing at hand? This one runs on your machine."
              : "Register an HTTPS address with a valid certificate, and every live event is posted to it, signed."}
          </EmptyState>
        }
      />
      {data && data.endpoints.length > 0 && (
        <div className="mt-10">
          <Completeness />
        </div>
      )}
    </>
  );
}
