import { setTimeout as sleep } from "node:timers/promises";
import { signatureHeader } from "#lib/domain/webhooks/dispatch/signature.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import { eventBodiesHaveObject } from "#lib/wire/versions/changes/2026-12-01-event-object.ts";
import { type EventBody, reasonOf } from "./service.ts";

const TIMEOUT_MS = 10_000;
const WAIT_MS = 1_000;
const NOBODY_THERE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/** The body of a delivery, as an endpoint of the same version receives it (service.md §2). */
export function bodyOf({ id, object, type, created, version, livemode, data }: EventBody): string {
  const hasObject = version >= eventBodiesHaveObject.date;
  const head = hasObject ? { id, object } : { id };
  return JSON.stringify({ ...head, type, created, version, livemode, data });
}

export type Reply = { outcome: string; ms: number; delivered: boolean };

/** Posts one event with a current signature and returns the response. Any response ends it, and so does a timeout of
 * 10 s. While the address cannot be reached it retries and calls `onWaiting` once, so restarting the receiver loses
 * no event. Throws when `signal` aborts. */
export async function forward(
  event: EventBody,
  to: { url: string; secret: string; signal: AbortSignal; onWaiting: (why: string) => void },
): Promise<Reply> {
  const body = bodyOf(event);
  for (let tries = 0; ; tries++) {
    const startedMs = performance.now();
    const took = () => Math.round(performance.now() - startedMs);
    try {
      const response = await fetch(to.url, {
        method: "POST",
        redirect: "manual",
        signal: AbortSignal.any([to.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: {
          "content-type": "application/json",
          "user-agent": "Paydesk-Webhooks/1.0 (listen)",
          "service-signature": signatureHeader(body, [to.secret], nowMs()),
          "service-event-id": event.id,
          "service-delivery-attempt": "1",
        },
        body,
      });
      await response.body?.cancel();
      return { outcome: String(response.status), ms: took(), delivered: response.ok };
    } catch (error) {
      to.signal.throwIfAborted();
      const why = reasonOf(error);
      if (!NOBODY_THERE.has(why)) return { outcome: why, ms: took(), delivered: false };
      if (tries === 0) to.onWaiting(why);
      await sleep(WAIT_MS, undefined, { signal: to.signal });
    }
  }
}
