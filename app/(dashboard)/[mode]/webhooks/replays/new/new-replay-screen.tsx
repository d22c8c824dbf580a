"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { QueryError, QueryState } from "#components/data/query-state.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { EndpointsView } from "#lib/dashboard/views/endpoints.ts";
import { useSession } from "../../../../session.tsx";
import { EventsPicker } from "../../endpoints/events-picker.tsx";
import { endpointsRead } from "../../hook-reads.ts";
import { type Params, paramsOf, rangeOf } from "../range.ts";
import { EndpointsChoice, StatusesChoice, WindowChoiceField } from "./replay-choices.tsx";
import { ReplayPreview } from "./replay-preview.tsx";

const DENIED = Object.assign(new Error("role"), { status: 403 });

/** Chooses a range on the left, previews it on the right, and starts the replay. */
export function NewReplayScreen() {
  const { mode, session } = useSession();
  const query = useQuery(endpointsRead(mode));
  const list = `/${mode}/webhooks/replays`;
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Replays", href: list }, { label: "New" }]}
        title="Replay a period"
      />
      {session.may.includes("manage_webhooks") ? (
        <QueryState query={query} what="The endpoints" loading={<Skeleton className="h-60" />}>
          {(data) =>
            data.endpoints.length > 0 ? <ReplayForm data={data} /> : <NoEndpoints mode={mode} />
          }
        </QueryState>
      ) : (
        <QueryError error={DENIED} what="New replays" onRetry={query.refetch} />
      )}
    </>
  );
}

function ReplayForm({ data }: { data: EndpointsView }) {
  const { zone, present } = useTimeFrame();
  const search = useSearchParams();
  const [params, setParams] = useState<Params>(() =>
    paramsOf(new URLSearchParams(search.toString()), present.getTime(), zone),
  );
  const change = (changes: Partial<Params>) => setParams((before) => ({ ...before, ...changes }));
  const failing = data.endpoints.filter(
    ({ id, failingSince }) =>
      failingSince && (params.endpoints.length === 0 || params.endpoints.includes(id)),
  );
  const failingSince = failing.map((each) => each.failingSince ?? "").sort()[0] ?? null;
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-10 pb-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
      <div className="flex min-w-0 flex-col gap-8">
        <EndpointsChoice
          endpoints={data.endpoints}
          chosen={params.endpoints}
          onChange={(endpoints) => change({ endpoints })}
        />
        <WindowChoiceField
          params={params}
          failing={failing}
          failingSince={failingSince}
          onChange={change}
        />
        <StatusesChoice chosen={params.statuses} onChange={(statuses) => change({ statuses })} />
        <EventsPicker
          types={data.offer.types}
          events={params.types}
          lasting={false}
          error={params.types.length === 0 ? "Choose at least one event." : undefined}
          onChange={(types) => change({ types })}
        />
      </div>
      <ReplayPreview
        params={params}
        range={rangeOf(params, failingSince, zone)}
        onIncludeHeld={() => change({ statuses: [...params.statuses, "held"] })}
      />
    </div>
  );
}

function NoEndpoints({ mode }: { mode: string }) {
  return (
    <EmptyState
      title="No endpoints"
      action={
        <ButtonLink variant="primary" href={`/${mode}/webhooks/endpoints/new`}>
          Register an endpoint
        </ButtonLink>
      }
    >
      A replay sends deliveries to the endpoint they were created for. Register one first.
    </EmptyState>
  );
}
