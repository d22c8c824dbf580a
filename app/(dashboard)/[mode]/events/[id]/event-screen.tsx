"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryState } from "#components/data/query-state.tsx";
import { liveInterval } from "#components/format/delivery-labels.ts";
import { DataTable } from "#components/table/data-table.tsx";
import { useTimeFrame } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { JsonView } from "#components/ui/json-view.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Status } from "#components/ui/status.tsx";
import type { EventView } from "#lib/dashboard/views/webhooks.ts";
import { useSession } from "../../../session.tsx";
import { TimelineLink } from "../../shared/timeline-link.tsx";
import { EVENT_DELIVERY_COLUMNS } from "../../webhooks/delivery-columns.tsx";
import { eventSentence } from "../../webhooks/event-labels.ts";
import { eventRead } from "../../webhooks/hook-reads.ts";
import { CopyId, ObjectLink, RequestLink } from "../../webhooks/object-link.tsx";
import { deliveriesOutcome } from "../event-deliveries.ts";
import { ReplayEvent } from "./replay-event.tsx";

/** One event: its body in each version, and its deliveries. */
export function EventScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const { present } = useTimeFrame();
  const [version, setVersion] = useState<string>();
  const query = useQuery({
    ...eventRead(mode, id, version),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => liveInterval(state.data?.deliveries, present.getTime()),
  });
  return (
    <QueryState query={query} what="The event" loading={<Loading />}>
      {(event) => (
        <Event
          event={event}
          onVersion={(next) => setVersion(next === event.pin ? undefined : next)}
        />
      )}
    </QueryState>
  );
}

type EventProps = { event: EventView; onVersion: (version: string) => void };

function Event({ event, onVersion }: EventProps) {
  const { mode } = useSession();
  const { status, label } = deliveriesOutcome(countsOf(event));
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Events", href: `/${mode}/events` }, { label: "Event" }]}
        title={event.type}
        beside={
          <>
            {status && <Status status={status}>{label}</Status>}
            <span className="text-13 text-ink-muted">{eventSentence(event.type)}</span>
          </>
        }
        actions={<ReplayEvent event={event} />}
      />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-10">
          <Section title="Deliveries">
            <DataTable
              caption="Deliveries of this event, newest first"
              columns={EVENT_DELIVERY_COLUMNS}
              rows={event.deliveries}
              rowKey={(row) => row.id}
              rowHref={(row) => `/${mode}/webhooks/deliveries/${row.id}`}
              empty={
                <p className="py-4 text-14 text-ink-muted">
                  No endpoint was subscribed to {event.type} when it happened. Replay it to
                  endpoints that are now.
                </p>
              }
            />
          </Section>
          <Body event={event} onVersion={onVersion} />
        </div>
        <Facts event={event} />
      </div>
    </>
  );
}

function Body({ event, onVersion }: EventProps) {
  const { versions, version, pin, body } = event;
  return (
    <Section
      title="Body"
      note={
        version === pin
          ? "In the version this account is pinned to"
          : `As an endpoint pinned to ${version} receives it`
      }
    >
      <div className="flex flex-col gap-3">
        <Segmented
          label="API version"
          choices={versions.map((value) => ({ value, label: value }))}
          value={version}
          onChange={onVersion}
        />
        <JsonView title={event.id} value={JSON.parse(body)} />
      </div>
    </Section>
  );
}

function Facts({ event }: { event: EventView }) {
  const { mode } = useSession();
  const facts = [
    { term: "About", value: <ObjectLink id={event.objectId} /> },
    { term: "Event id", value: <CopyId id={event.id} what="event id" /> },
    { term: "Happened", value: <Timestamp value={event.createdAt} form="full" focusable /> },
    {
      term: "Caused by",
      value: event.requestId && <RequestLink id={event.requestId} />,
    },
    { term: "Mode", value: mode === "live" ? "Live" : "Test" },
  ];
  return (
    <Section title="Facts" actions={<TimelineLink id={event.id} />}>
      <DefinitionList facts={facts} />
    </Section>
  );
}

function countsOf({ deliveries }: EventView) {
  const counts: Record<string, number> = {};
  for (const { status } of deliveries) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function Loading() {
  return (
    <div aria-busy="true" className="pt-7">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="mt-8 h-96" />
    </div>
  );
}
