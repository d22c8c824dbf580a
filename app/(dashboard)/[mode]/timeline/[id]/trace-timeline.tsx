import type { TimelineEntry } from "#components/ui/timeline.tsx";
import type { TraceView } from "#lib/dashboard/views/requests.ts";
import { keyHappening, requestHappenings } from "../../logs/request-entry.tsx";
import { eventHappening, inOrder, transferHappenings } from "../../shared/event-entry.tsx";
import { railHappening } from "../../shared/rail-entry.tsx";

/** Requests, their idempotency keys' records, rail calls, movements in the books, events and deliveries. */
export function traceTimeline(trace: TraceView, mode: string): TimelineEntry[] {
  const { requests, railCalls, transfers, events } = trace;
  const made = requestHappenings(requests, events, mode);
  return inOrder([
    ...made,
    ...requests.flatMap((request, nth) => keyHappening(request, made[nth]!.time)),
    ...railCalls.map(railHappening),
    ...transferHappenings(transfers),
    ...events.map((event) => eventHappening(event, mode)),
  ]);
}
