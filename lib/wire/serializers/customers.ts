import type { Customer } from "#lib/domain/customers/index.ts";
import type { Mandate } from "#lib/domain/mandates/index.ts";
import type { PaymentMethod } from "#lib/domain/payment-methods/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { CustomerWire } from "../contract/customers.ts";
import type { MandateWire } from "../contract/mandates.ts";
import type { PaymentMethodWire } from "../contract/payment-methods.ts";

export function toCustomerWire(customer: Customer): CustomerWire {
  return {
    id: customer.id,
    object: "customer",
    livemode: customer.mode === "live",
    created: toIsoSeconds(customer.createdAt),
    metadata: customer.metadata,
    name: customer.name,
    email: customer.email,
    country: customer.country,
    default_payment_method: customer.defaultPaymentMethod,
  };
}

/** A deleted customer. */
export function toDeletedCustomerWire({ id }: Pick<Customer, "id">) {
  return { id, object: "customer", deleted: true } as const;
}

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

export function toMandateWire(mandate: Mandate): MandateWire {
  return {
    id: mandate.id,
    object: "mandate",
    livemode: mandate.mode === "live",
    created: toIsoSeconds(mandate.createdAt),
    metadata: mandate.metadata,
    status: mandate.status,
    scheme: mandate.scheme,
    reference: mandate.reference,
    customer: mandate.customerId,
    payment_method: mandate.paymentMethodId,
    accepted_at: toIsoSeconds(mandate.acceptedAt),
    accepted_ip: mandate.acceptedIp,
    failure_code: mandate.failureCode,
    revocation: mandate.revocation && { ...mandate.revocation },
    expires_at: mandate.expiresAt && toIsoSeconds(mandate.expiresAt),
  };
}
