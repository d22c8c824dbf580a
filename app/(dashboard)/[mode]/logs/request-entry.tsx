import { accountTime } from "#components/time/account-time.ts";
import { durationText } from "#components/time/format.ts";
import { RealTime } from "#components/time/time-context.tsx";
import { Timestamp } from "#components/time/timestamp.tsx";
import { TextLink } from "#components/ui/text-link.tsx";
import type { EventWithDeliveriesView } from "#lib/dashboard/views/payments.ts";
import type { TraceView } from "#lib/dashboard/views/requests.ts";
import type { RequestListItemView } from "#lib/dashboard/views/shared.ts";
import type { OrderedEntry } from "../shared/event-entry.tsx";
import { HttpStatus } from "./http-status.tsx";

/** Requests as timeline entries, each before its effects. Requests use real time and events the account's time, whose
 * clock may have been ahead. */
export function requestEntries(
  requests: readonly RequestListItemView[],
  events: readonly EventWithDeliveriesView[],
  mode: string,
): OrderedEntry[] {
  return requests.map((request) => ({
    ...entry(request, mode),
    time: accountTime(request.createdAt, events),
  }));
}

function entry(request: RequestListItemView, mode: string): OrderedEntry {
  const { id, method, path, status, errorCode, idempotencyKey, replayed, createdAt } = request;
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
          `took ${durationText(request.durationMs)}`,
          idempotencyKey && `idempotency key ${idempotencyKey}`,
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
    ),
  };
}

/** The record of a request's idempotency key; nothing after it has expired. */
export function keyEntry(
  request: Pick<
    TraceView["requests"][number],
    "id" | "idempotencyKey" | "keyRecord" | "replayed" | "createdAt"
  >,
  time: string,
): OrderedEntry[] {
  const { keyRecord, idempotencyKey, replayed } = request;
  if (!keyRecord || !idempotencyKey) return [];
  const code = <code className="font-mono text-12">{idempotencyKey}</code>;
  return [
    {
      id: `key ${request.id}`,
      time,
      rank: 0,
      at: (
        <RealTime>
          <Timestamp value={request.createdAt} focusable />
        </RealTime>
      ),
      title: replayed ? <>Idempotency key {code} found</> : <>Idempotency key {code} recorded</>,
      detail: (
        <RealTime>
          <span className="text-12">
            {replayed ? "First used " : "Kept until "}
            <Timestamp value={replayed ? keyRecord.createdAt : keyRecord.expiresAt} />
          </span>
        </RealTime>
      ),
    },
  ];
}
