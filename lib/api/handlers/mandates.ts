import { notifyDispatcher } from "#lib/domain/events/index.ts";
import { getMandate, listMandates, revokeMandateIn } from "#lib/domain/mandates/index.ts";
import {
  listMandatesRoute,
  readMandateRoute,
  revokeMandateRoute,
} from "#lib/wire/contract/mandates.ts";
import { toMandateWire } from "#lib/wire/serializers/customers.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const mandateEndpoints = [
  endpoint(readMandateRoute, async ({ ctx, params }) =>
    toMandateWire(await getMandate(ctx, params.mandate_id)),
  ),

  endpoint(listMandatesRoute, async ({ ctx, query, list }) => {
    const { customer, payment_method: paymentMethod, status, scheme } = query;
    const filter = { customer, paymentMethod, status, scheme };
    return list(await listMandates(ctx, { ...toPageRequest(query), ...filter }), toMandateWire);
  }),

  endpoint(revokeMandateRoute, async ({ ctx, params, once }) => {
    const answer = await once((tx) => revokeMandateIn(tx, ctx, params.mandate_id), toMandateWire);
    notifyDispatcher();
    return answer;
  }),
];
