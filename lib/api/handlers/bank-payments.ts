import {
  createBankPayment,
  getPayment,
  listPayments,
  type Payment,
} from "#lib/domain/payments/index.ts";
import {
  createBankPaymentRoute,
  listBankPaymentsRoute,
  readBankPaymentRoute,
} from "#lib/wire/contract/bank-payments.ts";
import { toBankPaymentWire } from "#lib/wire/serializers/payments.ts";
import { toPageRequest } from "../pipeline/page-request.ts";
import { endpoint } from "../pipeline/serve.ts";

export const bankPaymentEndpoints = [
  endpoint(createBankPaymentRoute, async ({ ctx, body, idempotency, render }) => {
    const params = {
      amountMinor: BigInt(body.amount),
      currency: body.currency,
      payer: { name: body.payer?.name ?? null, country: body.payer?.country ?? null },
      bankId: body.bank_id ?? null,
      reference: body.reference ?? null,
      description: body.description ?? null,
      returnUrl: body.return_url ?? null,
      metadata: body.metadata,
    };
    return await createBankPayment(ctx, params, idempotency!, (payment: Payment) =>
      render(toBankPaymentWire(payment)),
    );
  }),

  endpoint(readBankPaymentRoute, async ({ ctx, params }) =>
    toBankPaymentWire(await getPayment(ctx, params.bank_payment_id)),
  ),

  endpoint(listBankPaymentsRoute, async ({ ctx, query, list }) => {
    const { status, currency } = query;
    const filter = { kind: "bank_payment", status, currency } as const;
    return list(await listPayments(ctx, { ...toPageRequest(query), ...filter }), toBankPaymentWire);
  }),
];
