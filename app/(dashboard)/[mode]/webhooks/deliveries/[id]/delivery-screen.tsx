"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { liveInterval, urlParts } from "#components/format/delivery-labels.ts";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import type { DeliveryView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../../session.tsx";
import { deliveryRead } from "../../hook-reads.ts";
import { Attempts } from "./attempts.tsx";
import { DeliveryFacts } from "./delivery-facts.tsx";
import { DeliveryNotice } from "./delivery-notice.tsx";
import { ReplayDelivery } from "./replay-delivery.tsx";

/** One event on its way to one endpoint: where it stands, why, and every call that was made. */
export function DeliveryScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const { present } = useTimeFrame();
  const query = useQuery({
    ...deliveryRead(mode, id),
    refetchInterval: ({ state }) =>
      liveInterval(state.data && [state.data, ...state.data.replays], present.getTime()),
  });
  return (
    <QueryState query={query} what="The delivery" loading={<Loading />}>
      {(delivery) => <Delivery delivery={delivery} />}
    </QueryState>
  );
}

function Delivery({ delivery }: { delivery: DeliveryView }) {
  const { mode } = useSession();
  const { host } = urlParts(delivery.endpoint.url);
  return (
    <>
      <PageHeader
        crumbs={[
          { label: "Deliveries", href: `/${mode}/webhooks/deliveries` },
          { label: delivery.replayOf ? "Replay" : "Delivery" },
        ]}
        title={delivery.eventType}
        beside={
          <>
            <Status status={delivery.status} />
            <span className="text-13 text-ink-muted">to {host}</span>
          </>
        }
        actions={<ReplayDelivery delivery={delivery} />}
      />
      <DeliveryNotice delivery={delivery} />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Attempts delivery={delivery} />
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="pt-7">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="mt-8 h-96" />
    </div>
  );
}
