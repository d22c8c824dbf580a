import { reconcileDeliveries } from "#lib/domain/webhooks/index.ts";
import { now } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { readDeliveryReconciliationRoute } from "../contract/delivery-reconciliation.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toDeliveryReconciliationWire } from "../serializers/delivery-reconciliation.ts";

export const deliveryReconciliationEndpoints = [
  endpoint(readDeliveryReconciliationRoute, async ({ ctx, query }) => {
    const range = { from: new Date(query.from), to: query.to ? new Date(query.to) : now() };
    if (range.from >= range.to) throw invalid("to", "Must be later than from.");
    const types = query.type && query.type !== "*" ? [query.type] : undefined;
    const found = await reconcileDeliveries(ctx, {
      happened: range,
      types,
      endpointId: query.endpoint,
    });
    return toDeliveryReconciliationWire(found, { ...query, ...range, mode: ctx.mode });
  }),
];
