import { reconcileDeliveries } from "#lib/domain/webhooks/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import { dateFromMs, secondFrom, secondOf } from "#lib/kernel/clock.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { readDeliveryReconciliationRoute } from "#lib/wire/contract/delivery-reconciliation.ts";
import { toDeliveryReconciliationWire } from "#lib/wire/serializers/webhooks.ts";
import { endpoint } from "../pipeline/serve.ts";

export const deliveryReconciliationEndpoints = [
  endpoint(readDeliveryReconciliationRoute, async ({ ctx, query }) => {
    const from = dateFromMs(Date.parse(query.from));
    const to = query.to ? dateFromMs(Date.parse(query.to)) : businessNow(ctx);
    if (from >= to) throw invalid("to", "Must be after from.");
    const range = { from: secondOf(from), to: secondFrom(to) };
    const types = query.type && query.type !== "*" ? [query.type] : undefined;
    const found = await reconcileDeliveries(ctx, {
      happened: range,
      types,
      endpointId: query.endpoint,
    });
    return toDeliveryReconciliationWire(found, { ...query, ...range, mode: ctx.mode });
  }),
];
