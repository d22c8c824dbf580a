"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { deliveryShare } from "#components/format/delivery-labels.ts";
import type { Column } from "#components/table/columns.ts";
import { useColumns } from "#components/table/use-columns.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { later } from "#components/ui/later.tsx";
import { Rate } from "#components/ui/rate.tsx";
import { RateInfo } from "#components/ui/rate-info.tsx";
import type { ListColumn } from "#lib/dashboard/lists/index.ts";
import type { EndpointsView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { ListScreen } from "../../shared/list-screen.tsx";
import { NothingYet } from "../../shared/list-states.tsx";
import { Completeness } from "../completeness.tsx";
import { DeliveryBars } from "../delivery-bars.tsx";
import { subscriptionLabel } from "../event-labels.ts";
import { endpointsRead } from "../hook-reads.ts";
import { HookUrl } from "../hook-url.tsx";
import { EndpointStatus, failingSince } from "./endpoint-status.tsx";

/** Only without endpoints. */
const LocalReceiver = later(() =>
  import("../local-receiver.tsx").then(({ LocalReceiver }) => LocalReceiver),
);

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
    header: "Delivery rate, 24 h",
    align: "right",
    width: "w-32 lg:w-56",
    cell: (row) => (
      <span className="inline-flex items-center justify-end gap-3 align-middle">
        <DeliveryBars health={row.day} className="h-5 w-24 max-lg:hidden" />
        <span className="text-right font-medium tabular-nums md:w-24">
          <Rate share={deliveryShare(row.day)} bare />
        </span>
      </span>
    ),
  },
];

/** Every endpoint of the mode with its health. */
export function EndpointsScreen() {
  const { mode, session } = useSession();
  const polling = usePolling();
  const columns = useColumns(COLUMNS, "endpoints");
  const query = useQuery({ ...endpointsRead(mode), refetchInterval: polling(REFRESH_MS) });
  const endpoints = query.data?.endpoints;
  return (
    <ListScreen
      title="Webhook endpoints"
      note={
        <>
          Your servers that receive this account's events, signed, within a second. Delivery rate{" "}
          <RateInfo rate="delivery-rate" />
        </>
      }
      actions={session.may.includes("manage_webhooks") && <RegisterEndpoint />}
      noun="endpoints"
      path="/:mode/endpoints"
      query={query}
      page={endpoints && { total: endpoints.length }}
      rows={endpoints}
      columns={columns}
      rowHref={(row) => `/${mode}/webhooks/endpoints/${row.id}`}
      caption="Webhook endpoints, newest first"
      expectedRows={4}
      empty={<NoEndpoints />}
    >
      {endpoints && endpoints.length > 0 && (
        <div className="mt-10">
          <Completeness />
        </div>
      )}
    </ListScreen>
  );
}

function RegisterEndpoint() {
  const { mode } = useSession();
  return (
    <ButtonLink
      variant="primary"
      href={`/${mode}/webhooks/endpoints/new`}
      icon={<Plus className="size-4" aria-hidden />}
    >
      Register endpoint
    </ButtonLink>
  );
}

function NoEndpoints() {
  const { mode } = useSession();
  return (
    <NothingYet noun="endpoints" teach={mode === "test" && <LocalReceiver />}>
      {mode === "test"
        ? "Register an HTTPS address, and every event is sent to it as a signed POST request. No server yet? Run this receiver on your machine:"
        : "Register an HTTPS address with a valid certificate, and every live event is sent to it as a signed POST request."}
    </NothingYet>
  );
}
