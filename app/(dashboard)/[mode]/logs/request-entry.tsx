import { accountTime } from "#components/time/account-time.ts";
import { durationText } from "#components/time/format.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { AnnouncementView, RequestLineView } from "#lib/dashboard/client.ts";
import type { Happening } from "../event-entry.tsx";
import { HttpStatus } from "./http-status.tsx";

/** Requests in a timeline, each before all that it caused. They go by the real time; the events among which
 *  they stand by that of the account, whose clock may have been ahead then. */
export function requestHappenings(
  requests: readonly RequestLineView[],
  events: readonly AnnouncementView[],
  mode: string,
): Happening[] {
  return requests.map((request) => ({
    ...happening(request, mode),
    time: accountTime(request.createdAt, events),
  }));
}

function happening(request: RequestLineView, mode: string): Happening {
  const { id, method, path, status, errorCode, replayed, createdAt, durationMs } = request;
  return {
    id,
    time: createdAt,
    rank: -1,
    tone: status >= 500 ? "negative" : status >= 400 ? "warning" : "neutral",
    at: (
      <RealTime>
        <Timestamp value={createdAt} focusable />
      </RealTime>
    ),
    title: (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <TextLink href={`/${mode}/logs/${id}`} className="font-mono text-12 break-all">
          {method} {path.split("?")[0]}
        </TextLink>
        <HttpStatus status={status} />
      </span>
    ),
    detail: (
      <span className="text-12 tabular-nums">
        {[
          errorCode,
          replayed && "answered with the first answer to its key",
          `took ${durationText(durationMs)}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
    ),
  };
}
