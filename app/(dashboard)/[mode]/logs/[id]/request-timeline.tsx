import { Timestamp } from "#components/time/timestamp.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { RequestView } from "#lib/dashboard/views/requests.ts";
import {
  eventEntry,
  newestFirst,
  type OrderedEntry,
  transferEntries,
} from "../../shared/event-entry.tsx";
import { railEntry } from "../../shared/rail-entry.tsx";
import { ObjectLink } from "../../webhooks/object-link.tsx";
import { keyEntry, requestEntries } from "../request-entry.tsx";

/** A request and what it caused: idempotency record, rail calls, ledger transfers, events with deliveries. */
export function requestTimeline(request: RequestView, mode: string): TimelineEntry[] {
  const own = requestEntries([request], request.events, mode);
  const time = own[0]?.time ?? request.createdAt;
  return newestFirst([
    ...own,
    ...keyEntry(request, time),
    ...objectEntry(request, time),
    ...request.railCalls.map(railEntry),
    ...transferEntries(request.transfers),
    ...request.events.map((event) => eventEntry(event, mode)),
  ]);
}

function objectEntry(request: RequestView, time: string): OrderedEntry[] {
  const { objectId, status, method, path } = request;
  if (!objectId || (status >= 400 && status !== 402)) return [];
  return [
    {
      id: "object",
      time,
      rank: 2,
      tone: status === 402 ? "warning" : "neutral",
      at: <Timestamp value={time} focusable />,
      title: (
        <>
          {path.includes(objectId) ? (method === "GET" ? "Read" : "Changed") : "Created"}{" "}
          <ObjectLink id={objectId} />
        </>
      ),
    },
  ];
}
