"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryState } from "#components/data/query-state.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DefinitionList } from "#components/ui/definition-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Section } from "#components/ui/section.tsx";
import { shortenId } from "#components/ui/short-id.tsx";
import { Timeline, type TimelineEntry } from "#components/ui/timeline.tsx";
import { read } from "#lib/dashboard/client.ts";
import type { TraceView } from "#lib/dashboard/views/requests.ts";
import { useSession } from "../../../session.tsx";
import { usePolling } from "../../live-updates/live-updates.tsx";
import { keyEntry, requestEntries } from "../../logs/request-entry.tsx";
import { DetailLoading } from "../../shared/detail-loading.tsx";
import { eventEntry, newestFirst, transferEntries } from "../../shared/event-entry.tsx";
import { railEntry } from "../../shared/rail-entry.tsx";
import { ObjectLink } from "../../webhooks/object-link.tsx";

const REFRESH_MS = 10_000;

/** Everything that belongs to one id, from the first request to the last delivery. */
export function TimelineScreen({ id }: { id: string }) {
  const { mode } = useSession();
  const polling = usePolling();
  const query = useQuery({
    ...read("/:mode/timelines/:id", { mode, id }),
    refetchInterval: polling(REFRESH_MS),
  });
  return (
    <QueryState query={query} what="The timeline" loading={<DetailLoading />}>
      {(trace) => <Trace trace={trace} />}
    </QueryState>
  );
}

function Trace({ trace }: { trace: TraceView }) {
  const { mode } = useSession();
  const { id, objectIds, requests, railCalls, transfers, events } = trace;
  const entries = traceTimeline(trace, mode);
  const deliveries = events.flatMap((event) => event.deliveries);
  const facts = [
    {
      term: "About",
      value: objectIds.length > 0 && (
        <ul className="flex flex-col gap-1">
          {objectIds.map((one) => (
            <li key={one}>
              <ObjectLink id={one} />
            </li>
          ))}
        </ul>
      ),
    },
    { term: "Requests", value: requests.length },
    { term: "Rail calls", value: railCalls.length },
    { term: "Ledger transfers", value: transfers.length },
    { term: "Events", value: events.length },
    { term: "Deliveries", value: deliveries.length },
  ];
  return (
    <>
      <PageHeader
        crumbs={[{ label: "Logs", href: `/${mode}/logs` }, { label: "Timeline" }]}
        title={
          <span className="inline-flex items-center gap-1">
            Timeline of <code className="font-mono text-[0.8em]">{shortenId(id)}</code>
            <CopyButton text={id} what="id" />
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-x-12 gap-y-8 pt-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <Section title="What happened" note="Newest first; at the same time, effect before cause">
          {entries.length > 0 ? (
            <Timeline label="What happened, newest first" entries={entries} />
          ) : (
            <p className="text-13 text-ink-muted">
              Nothing yet: no request changed it in the last 30 days, no money moved, and no event
              was created.
            </p>
          )}
        </Section>
        <Section title="Facts">
          <DefinitionList facts={facts} />
        </Section>
      </div>
    </>
  );
}

/** Requests, idempotency records, rail calls, ledger transfers, events and deliveries. */
function traceTimeline(trace: TraceView, mode: string): TimelineEntry[] {
  const { requests, railCalls, transfers, events } = trace;
  const made = requestEntries(requests, events, mode);
  return newestFirst([
    ...made,
    ...requests.flatMap((request, nth) => keyEntry(request, made[nth]!.time)),
    ...railCalls.map(railEntry),
    ...transferEntries(transfers),
    ...events.map((event) => eventEntry(event, mode)),
  ]);
}
