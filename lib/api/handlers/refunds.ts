import {
  cancelRefund,
  createRefund,
  getRefund,
  listRefunds,
  type Refund,
} from "#lib/domain/refunds/index.ts";
import {
  cancelRefundRoute,
  createRefundRoute,
  listRefundsRoute,
  readRefundRoute,
} from "#lib/wire/contract/refunds.ts";
import { toRefundWire } from "#lib/wire/serializers/payments.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const refundEndpoints = [
  endpoint(createRefundRoute, ({ ctx, body, idempotency, render, renderRefusal }) => {
    const params = {
      payment: body.payment,
      amountMinor: body.amount === undefined ? null : BigInt(body.amount),
      reason: body.reason ?? null,
      metadata: body.metadata,
      // Keys have no limit, and no role with one can use the shell.
      limit: null,
    };
    return createRefund(ctx, params, idempotency!, {
      result: (refund: Refund) => render(toRefundWire(refund)),
      refusal: renderRefusal,
    });
  }),

  endpoint(readRefundRoute, async ({ ctx, params }) =>
    toRefundWire(await getRefund(ctx, params.refund_id)),
  ),

  endpoint(listRefundsRoute, async ({ ctx, query, list }) => {
    const { payment, status } = query;
    const page = await listRefunds(ctx, { ...toPageRequest(query), payment, status });
    return list(page, toRefundWire);
  }),

  endpoint(cancelRefundRoute, ({ ctx, params, idempotency, render, renderRefusal }) =>
    cancelRefund(ctx, params.refund_id, idempotency!, {
      result: (refund: Refund) => render(toRefundWire(refund)),
      refusal: renderRefusal,
    }),
  ),
];
