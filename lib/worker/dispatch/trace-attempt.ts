import type { AttemptRecord, PreparedDelivery } from "#lib/domain/webhooks/index.ts";
import { enterTrace } from "#lib/kernel/tracing.ts";

/** Makes an attempt as a span of the trace in which its event was emitted, if that trace is recorded. The span names ids,
 * the status and the cause of a failure: no address, header or body of the endpoint. */
export function traceAttempt(
  delivery: PreparedDelivery,
  attempt: () => Promise<AttemptRecord>,
): Promise<AttemptRecord> {
  const { traceparent } = delivery;
  if (!traceparent) return attempt();
  const options = { kind: "client", traceparent, only: "continued" } as const;
  return enterTrace("webhook attempt", options, async (span) => {
    const record = await attempt();
    span.set(() => ({
      "paydesk.account": delivery.accountId,
      "paydesk.mode": delivery.mode,
      "paydesk.event": delivery.eventId,
      "paydesk.event.type": delivery.eventType,
      "paydesk.delivery": delivery.id,
      "paydesk.endpoint": delivery.endpointId,
      "paydesk.attempt": delivery.attemptNumber,
      ...(record.status === null ? {} : { "http.response.status_code": record.status }),
      ...(record.failure === null ? {} : { "error.type": record.failure.cause }),
    }));
    return record;
  });
}
