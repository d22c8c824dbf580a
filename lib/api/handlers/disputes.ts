import {
  acceptDisputeIn,
  addEvidenceIn,
  type Evidence,
  getDispute,
  listDisputes,
} from "#lib/domain/disputes/index.ts";
import { notifyDispatcher } from "#lib/domain/events/index.ts";
import {
  acceptDisputeRoute,
  addEvidenceRoute,
  listDisputesRoute,
  readDisputeRoute,
} from "#lib/wire/contract/disputes.ts";
import { toDisputeWire } from "#lib/wire/serializers/payments.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const disputeEndpoints = [
  endpoint(readDisputeRoute, async ({ ctx, params }) =>
    toDisputeWire(await getDispute(ctx, params.dispute_id)),
  ),

  endpoint(listDisputesRoute, async ({ ctx, query, list }) => {
    const { payment, status } = query;
    const page = await listDisputes(ctx, { ...toPageRequest(query), payment, status });
    return list(page, toDisputeWire);
  }),

  endpoint(addEvidenceRoute, async ({ ctx, params, body, once }) => {
    const changes = { evidence: body.evidence as Evidence, submit: body.submit };
    const answer = await once(
      (tx) => addEvidenceIn(tx, ctx, params.dispute_id, changes),
      toDisputeWire,
    );
    notifyDispatcher();
    return answer;
  }),

  endpoint(acceptDisputeRoute, async ({ ctx, params, once }) => {
    const answer = await once((tx) => acceptDisputeIn(tx, ctx, params.dispute_id), toDisputeWire);
    notifyDispatcher();
    return answer;
  }),
];
