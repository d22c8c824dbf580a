import { findCustomers } from "#lib/domain/customers/index.ts";
import { findEvents } from "#lib/domain/events/index.ts";
import { findInvoices } from "#lib/domain/invoices/index.ts";
import { findMandates } from "#lib/domain/mandates/index.ts";
import { findPaymentMethods } from "#lib/domain/payment-methods/index.ts";
import { findPayments } from "#lib/domain/payments/index.ts";
import { findPayoutBatches } from "#lib/domain/payouts/index.ts";
import { findPlans } from "#lib/domain/plans/index.ts";
import { findSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { findEndpoints } from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { toAnyPaymentWire } from "../serializers/bank-payments.ts";
import { toCustomerWire, toDeletedCustomerWire } from "../serializers/customers.ts";
import { toEventWire } from "../serializers/events.ts";
import { toInvoiceWire } from "../serializers/invoices.ts";
import { toMandateWire } from "../serializers/mandates.ts";
import { toPaymentMethodWire } from "../serializers/payment-methods.ts";
import { toPayoutBatchWire } from "../serializers/payouts.ts";
import { toPlanWire } from "../serializers/plans.ts";
import { toSubscriptionWire } from "../serializers/subscriptions.ts";
import {
  toDeletedWebhookEndpointWire,
  toWebhookEndpointWire,
} from "../serializers/webhook-endpoints.ts";
import type { Wire } from "../versions/index.ts";

/** How related objects of one kind are fetched: all of a page in one query. */
export type Expander = {
  /** What a restricted key needs to see them. */
  scope: `${string}:read`;
  load(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Wire>>;
};

/** One line per kind of object that `EXPANDABLE` points to. */
export const EXPANDERS: Readonly<Record<string, Expander>> = {
  event: {
    scope: "events:read",
    async load(ctx, ids) {
      const found = await findEvents(ctx, ids);
      return new Map([...found].map(([id, event]) => [id, toEventWire(event)]));
    },
  },
  webhook_endpoint: {
    scope: "webhook_endpoints:read",
    async load(ctx, ids) {
      const found = await findEndpoints(ctx, ids);
      return new Map(
        [...found].map(([id, { endpoint, deleted }]) => [
          id,
          deleted ? toDeletedWebhookEndpointWire(endpoint) : toWebhookEndpointWire(endpoint),
        ]),
      );
    },
  },
  customer: {
    scope: "customers:read",
    async load(ctx, ids) {
      const found = await findCustomers(ctx, ids);
      return new Map(
        [...found].map(([id, customer]) => [
          id,
          customer.deleted ? toDeletedCustomerWire(customer) : toCustomerWire(customer),
        ]),
      );
    },
  },
  mandate: {
    scope: "mandates:read",
    async load(ctx, ids) {
      const found = await findMandates(ctx, ids);
      return new Map([...found].map(([id, mandate]) => [id, toMandateWire(mandate)]));
    },
  },
  payment: {
    scope: "payments:read",
    async load(ctx, ids) {
      const found = await findPayments(ctx, ids);
      return new Map([...found].map(([id, payment]) => [id, toAnyPaymentWire(payment)]));
    },
  },
  payout_batch: {
    scope: "payouts:read",
    async load(ctx, ids) {
      const found = await findPayoutBatches(ctx, ids);
      return new Map([...found].map(([id, batch]) => [id, toPayoutBatchWire(batch)]));
    },
  },
  payment_method: {
    scope: "payment_methods:read",
    async load(ctx, ids) {
      const found = await findPaymentMethods(ctx, ids);
      return new Map([...found].map(([id, method]) => [id, toPaymentMethodWire(method)]));
    },
  },
  plan: {
    scope: "plans:read",
    async load(ctx, ids) {
      const found = await findPlans(ctx, ids);
      return new Map([...found].map(([id, plan]) => [id, toPlanWire(plan)]));
    },
  },
  subscription: {
    scope: "subscriptions:read",
    async load(ctx, ids) {
      const found = await findSubscriptions(ctx, ids);
      return new Map([...found].map(([id, sub]) => [id, toSubscriptionWire(sub)]));
    },
  },
  invoice: {
    scope: "invoices:read",
    async load(ctx, ids) {
      const found = await findInvoices(ctx, ids);
      return new Map([...found].map(([id, invoice]) => [id, toInvoiceWire(invoice)]));
    },
  },
};
