import {
  cancelPayment,
  capturePayment,
  createPayment,
  getPayment,
  listPayments,
  type Payment,
  updatePaymentIn,
} from "#lib/domain/payments/index.ts";
import { retryPayment } from "#lib/domain/retries/index.ts";
import {
  cancelPaymentRoute,
  capturePaymentRoute,
  retryPaymentRoute,
  updatePaymentRoute,
} from "#lib/wire/contract/payment-changes.ts";
import {
  createPaymentRoute,
  listPaymentsRoute,
  readPaymentRoute,
} from "#lib/wire/contract/payments.ts";
import { toPaymentWire } from "#lib/wire/serializers/payments.ts";
import { messageOfDecline } from "../decline-messages.ts";
import type { Call } from "../pipeline/call.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";
import { toAcceptance } from "./mandate-data.ts";

const toMinor = (amount: number | undefined) => (amount === undefined ? undefined : BigInt(amount));

/** A declined payment is stored too and returned in the error. */
const answerOf =
  ({ render, renderDecline }: Pick<Call<typeof createPaymentRoute>, "render" | "renderDecline">) =>
  (payment: Payment) =>
    payment.decline
      ? renderDecline(toPaymentWire(payment), messageOfDecline(payment.decline.declineCode))
      : render(toPaymentWire(payment));

export const paymentEndpoints = [
  endpoint(createPaymentRoute, async (call) => {
    const { ctx, body, behaves, idempotency } = call;
    const params = {
      amountMinor: BigInt(body.amount),
      currency: body.currency,
      method: body.method,
      paymentMethod: body.payment_method ?? null,
      blikCode: body.blik?.code ?? null,
      mandateData: toAcceptance(ctx, body.mandate_data),
      needsMandateData: behaves("mandate_data_required"),
      expiresUncaptured: behaves("authorisations_expire"),
      customer: body.customer ?? null,
      capture: body.capture,
      exemption: body.exemption ?? null,
      description: body.description ?? null,
      statementDescriptor: body.statement_descriptor ?? null,
      returnUrl: body.return_url ?? null,
      metadata: body.metadata,
    };
    return await createPayment(ctx, params, idempotency!, answerOf(call));
  }),

  endpoint(updatePaymentRoute, ({ ctx, params, body, once }) =>
    once((tx) => updatePaymentIn(tx, ctx, params.payment_id, body), toPaymentWire),
  ),

  endpoint(capturePaymentRoute, ({ ctx, params, body, idempotency, render, renderRefusal }) => {
    const amountMinor = body.amount === undefined ? null : BigInt(body.amount);
    return capturePayment(ctx, { payment: params.payment_id, amountMinor }, idempotency!, {
      result: (payment: Payment) => render(toPaymentWire(payment)),
      refusal: renderRefusal,
    });
  }),

  endpoint(retryPaymentRoute, (call) => {
    const { ctx, params, idempotency, renderRefusal } = call;
    return retryPayment(ctx, params.payment_id, idempotency!, {
      result: answerOf(call),
      refusal: renderRefusal,
    });
  }),

  endpoint(cancelPaymentRoute, ({ ctx, params, idempotency, render, renderRefusal }) =>
    cancelPayment(ctx, params.payment_id, idempotency!, {
      result: (payment: Payment) => render(toPaymentWire(payment)),
      refusal: renderRefusal,
    }),
  ),

  endpoint(readPaymentRoute, async ({ ctx, params }) =>
    toPaymentWire(await getPayment(ctx, params.payment_id)),
  ),

  endpoint(listPaymentsRoute, async ({ ctx, query, list }) => {
    const page = await listPayments(ctx, {
      ...toPageRequest(query),
      status: query.status,
      method: query.method,
      currency: query.currency,
      customer: query.customer,
      paymentMethod: query.payment_method,
      amountMinor: query.amount && {
        gte: toMinor(query.amount.gte),
        lte: toMinor(query.amount.lte),
      },
      liability: query.liability,
    });
    return list(page, toPaymentWire);
  }),
];
