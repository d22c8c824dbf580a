import type {
  CustomerDossier,
  CustomerLine,
  CustomerPaymentMethod,
} from "#lib/domain/customers/index.ts";
import type { PaymentLine } from "#lib/domain/payments/index.ts";
import type { SubscriptionLine } from "#lib/domain/subscriptions/index.ts";
import { subscriptionLineView } from "./billing.ts";
import { paymentLineView } from "./payments.ts";
import { iso, type SliceView } from "./shared.ts";

/** A customer as a line of a list. */
export function customerLineView(line: CustomerLine) {
  return {
    id: line.id,
    name: line.name,
    email: line.email,
    country: line.country,
    instrument: { method: "card", brand: line.cardBrand, last4: line.cardLast4 },
    payments: line.payments,
    lastPaymentAt: iso(line.lastPaymentAt),
    createdAt: line.createdAt.toISOString(),
  };
}

export type CustomerLineView = ReturnType<typeof customerLineView>;
export type CustomerListView = SliceView & { customers: CustomerLineView[] };

/** Everything the customer's page shows but the object's own JSON. */
export function customerView(
  { customer, totals, paymentMethods }: CustomerDossier,
  payments: { rows: PaymentLine[]; total: number },
  subscriptions: { rows: SubscriptionLine[]; total: number },
) {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    country: customer.country,
    metadata: customer.metadata,
    deleted: customer.deleted,
    createdAt: customer.createdAt.toISOString(),
    updatedAt: customer.updatedAt.toISOString(),
    totals: totals.map((total) => ({
      currency: total.currency,
      succeeded: total.succeeded,
      failed: total.failed,
      paid: String(total.paidMinor),
      refunded: String(total.refundedMinor),
    })),
    paymentMethods: paymentMethods.map((method) =>
      paymentMethodView(method, customer.defaultPaymentMethod),
    ),
    payments: payments.rows.map(paymentLineView),
    paymentsTotal: payments.total,
    subscriptions: subscriptions.rows.map(subscriptionLineView),
    subscriptionsTotal: subscriptions.total,
  };
}

export type CustomerView = ReturnType<typeof customerView>;

function paymentMethodView(method: CustomerPaymentMethod, defaultId: string | null) {
  return {
    id: method.id,
    type: method.type,
    status: method.status,
    isDefault: method.id === defaultId,
    brand: method.cardBrand,
    last4: method.cardLast4,
    expMonth: method.cardExpMonth,
    expYear: method.cardExpYear,
    issuer: method.cardIssuer,
    country: method.cardCountry,
    funding: method.cardFunding,
    networkToken: method.networkToken,
    createdAt: method.createdAt.toISOString(),
  };
}

export type PaymentMethodView = ReturnType<typeof paymentMethodView>;
