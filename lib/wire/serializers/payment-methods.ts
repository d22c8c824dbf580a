import type { PaymentMethod } from "#lib/domain/payment-methods/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { PaymentMethodWire } from "../contract/payment-methods.ts";

/** Leaves out the rail's token, which is never shown. */
export function toPaymentMethodWire(method: PaymentMethod): PaymentMethodWire {
  const { card } = method;
  return {
    id: method.id,
    object: "payment_method",
    livemode: method.mode === "live",
    created: toIsoSeconds(method.createdAt),
    metadata: method.metadata,
    type: method.type as PaymentMethodWire["type"],
    status: method.status,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      bin: card.bin,
      issuer: card.issuer,
      country: card.country,
      funding: card.funding,
      fingerprint: card.fingerprint,
    },
    bank: method.bank && {
      country: method.bank.country,
      last4: method.bank.last4,
      bank_code: method.bank.bankCode,
    },
    network_token: method.networkToken,
    reusable: method.reusable,
    customer: method.customerId,
  };
}
