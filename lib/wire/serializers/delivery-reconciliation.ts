import type { Reconciliation } from "#lib/domain/webhooks/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { DeliveryReconciliationWire } from "../contract/delivery-reconciliation.ts";

type Asked = {
  from: Date;
  to: Date;
  mode: Mode;
  type?: string | undefined;
  endpoint?: string | undefined;
};

export function toDeliveryReconciliationWire(
  found: Reconciliation,
  { from, to, mode, type, endpoint }: Asked,
): DeliveryReconciliationWire {
  const { emitted, unsubscribed, expected, delivered, pending, retrying, held, failed, canceled } =
    found;
  return {
    object: "delivery_reconciliation",
    livemode: mode === "live",
    from: toIsoSeconds(from),
    to: toIsoSeconds(to),
    type: type ?? null,
    endpoint: (endpoint as Id<"we"> | undefined) ?? null,
    emitted,
    unsubscribed,
    expected,
    delivered,
    pending,
    retrying,
    held,
    failed,
    canceled,
    complete: delivered === expected,
  };
}
