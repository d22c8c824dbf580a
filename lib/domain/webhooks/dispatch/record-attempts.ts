import { announceLive } from "#lib/domain/live/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Exchange } from "../outbound/post.ts";
import type { ClaimedDelivery } from "./claim-due-deliveries.ts";
import { DISABLE_AFTER_MS } from "./failing-rules.ts";
import { retryDelayMs } from "./retry-ladder.ts";
import * as store from "./store.ts";

/** One attempt, as it is written down. */
export type AttemptRecord = Exchange & {
  accountId: Id<"acct">;
  deliveryId: Id<"dlv">;
  endpointId: Id<"we">;
  leaseId: string;
  /** Where its row stood when it was claimed. */
  place: string;
  number: number;
  requestHeaders: Record<string, string>;
  bodyVersion: string;
  /** The last characters of each secret that signed it. */
  signedWith: readonly string[];
  /** When the next attempt is due; null after a success and after the last attempt. */
  retryAt: Date | null;
};

/** What is to be written of one exchange: the attempt and when the next one is due. */
export function attemptRecord(
  delivery: ClaimedDelivery,
  requestHeaders: Record<string, string>,
  exchange: Exchange,
  signedWith: readonly string[] = [],
): AttemptRecord {
  const { accountId, id, endpointId, leaseId, place, attemptNumber, eventType, version } = delivery;
  const delayMs = exchange.failure ? retryDelayMs(eventType, attemptNumber, Math.random()) : null;
  const endedMs = exchange.sentAt.getTime() + exchange.durationMs;
  return {
    ...exchange,
    accountId,
    deliveryId: id,
    endpointId,
    leaseId,
    place,
    number: attemptNumber,
    requestHeaders,
    bodyVersion: version,
    signedWith,
    retryAt: delayMs === null ? null : dateFromMs(endedMs + delayMs),
  };
}

/**
 * Writes attempts, moves their deliveries and keeps each endpoint's `failing_since`, in one
 * statement. An attempt whose lease has passed to another worker writes nothing: that worker's
 * attempt counts. Answers how many were written.
 */
export async function recordAttempts(records: readonly AttemptRecord[]): Promise<number> {
  if (records.length === 0) return 0;
  const written = await store.record(records, DISABLE_AFTER_MS);
  for (const { accountId } of records) announceLive(accountId, "delivery");
  return written.length;
}
