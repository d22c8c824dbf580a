import { Timestamp } from "#components/time/timestamp.tsx";
import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { RequestView } from "#lib/dashboard/views/requests.ts";
import {
  eventHappening,
  type Happening,
  inOrder,
  transferHappenings,
} from "../../shared/event-entry.tsx";
import { railHappening } from "../../shared/rail-entry.tsx";
import { ObjectLink } from "../../webhooks/object-link.tsx";
import { keyHappening, requestHappenings } from "../request-entry.tsx";

/** A request and what it caused: its key's record, rail calls, movements in the books, events and their
 *  deliveries. */
export function requestTimeline(request: RequestView, mode: string): TimelineEntry[] {
  const own = requestHappenings([request], request.events, mode);
  const time = own[0]?.time ?? request.createdAt;
  return inOrder([
    ...own,
    ...keyHappening(request, time),
    ...objectHappening(request, time),
    ...request.railCalls.map(railHappening),
    ...transferHappenings(request.transfers),
    ...request.events.map((event) => eventHappening(event, mode)),
  ]);
}

function objectHappening(request: RequestView, time: string): Happening[] {
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
          {path.includes(objectId) ? (method === "GET" ? "Read" : "Changed") : "Made"}{" "}
          <ObjectLink id={objectId} />
        </>
      ),
    },
  ];
}
