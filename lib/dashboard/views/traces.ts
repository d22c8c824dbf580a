import type { KeyState } from "#lib/domain/idempotency/index.ts";
import type { RailCall, Trace } from "#lib/domain/traces/index.ts";
import { announcementView, transferView } from "./payments.ts";
import { iso, requestListItemView } from "./shared.ts";

/** What is kept of an idempotency key; nothing once its day is over. */
export function keyRecordView(standing: KeyState | null) {
  return (
    standing && {
      state: standing.state,
      createdAt: standing.createdAt.toISOString(),
      expiresAt: standing.expiresAt.toISOString(),
    }
  );
}

export function railCallView(call: RailCall) {
  const { amountMinor, askedAt, answeredAt, askAgainAt, ...rest } = call;
  return {
    ...rest,
    amount: amountMinor === null ? null : String(amountMinor),
    askedAt: askedAt.toISOString(),
    answeredAt: iso(answeredAt),
    askAgainAt: iso(askAgainAt),
  };
}

export type RailCallView = ReturnType<typeof railCallView>;

/** `GET /internal/:mode/timelines/:id` */
export function traceView(id: string, trace: Trace) {
  return {
    id,
    objectIds: trace.objectIds,
    requests: trace.requests.map(({ key, ...line }) => ({
      ...requestListItemView(line),
      keyRecord: keyRecordView(key),
    })),
    railCalls: trace.railCalls.map(railCallView),
    transfers: trace.transfers.map(transferView),
    events: trace.announcements.map(announcementView),
  };
}

export type TraceView = ReturnType<typeof traceView>;
