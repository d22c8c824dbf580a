import type {
  CustomerDetail,
  CustomerListItem,
  CustomerPaymentMethod,
} from "#lib/domain/customers/index.ts";
import type { PaymentListItem } from "#lib/domain/payments/index.ts";
import type { SubscriptionListItem } from "#lib/domain/subscriptions/index.ts";
import { subscriptionListItemView } from "./billing.ts";
import { paymentListItemView } from "./payments.ts";
import { iso, type Listed, type SliceView } from "./shared.ts";

export function customerListItemView(item: CustomerListItem) {
  return {
    id: item.id,
    name: item.name,
    email: item.email,
    country: item.country,
    instrument: { method: "card", brand: item.cardBrand, last4: item.cardLast4 },
    payments: item.payments,
    lastPaymentAt: iso(item.lastPaymentAt),
    createdAt: item.createdAt.toISOString(),
  };
}

export type CustomerListItemView = ReturnType<typeof customerListItemView>;
export type CustomerListView = SliceView & { customers: Listed<CustomerListItemView>[] };

/** The screen of a customer, without the object's JSON. */
export function customerView(
  { customer, totals, paymentMethods }: CustomerDetail,
  payments: { rows: PaymentListItem[]; total: number },
  subscriptions: { rows: SubscriptionListItem[]; total: number },
) {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    country: customer.country,
    metadata: customer.metadata,
    deleted: customer.deleted,
    erasureRequestedAt: iso(customer.erasureRequestedAt),
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
    payments: payments.rows.map(paymentListItemView),
    paymentsTotal: payments.total,
    subscriptions: subscriptions.rows.map(subscriptionListItemView),
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
