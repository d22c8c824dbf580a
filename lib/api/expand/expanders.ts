import { findCustomers } from "#lib/domain/customers/index.ts";
import { findDisputeFiles, findDisputes } from "#lib/domain/disputes/index.ts";
import { findEvents } from "#lib/domain/events/index.ts";
import { findInvoices } from "#lib/domain/invoices/index.ts";
import { findMandates } from "#lib/domain/mandates/index.ts";
import { findPaymentMethods } from "#lib/domain/payment-methods/index.ts";
import { findPayments } from "#lib/domain/payments/index.ts";
import { findPayoutBatches } from "#lib/domain/payouts/index.ts";
import { findPlans } from "#lib/domain/plans/index.ts";
import { findRefunds } from "#lib/domain/refunds/index.ts";
import { findDownloads, findSchedules } from "#lib/domain/reports/index.ts";
import { findSettlements } from "#lib/domain/settlements/index.ts";
import { findSubscriptions } from "#lib/domain/subscriptions/index.ts";
import { findDeliveries, findEndpoints } from "#lib/domain/webhooks/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Prefix } from "#lib/kernel/ids.ts";
import { toInvoiceWire, toPlanWire, toSubscriptionWire } from "#lib/wire/serializers/billing.ts";
import {
  toCustomerWire,
  toDeletedCustomerWire,
  toMandateWire,
  toPaymentMethodWire,
} from "#lib/wire/serializers/customers.ts";
import {
  toAnyPaymentWire,
  toDisputeFileWire,
  toDisputeWire,
  toRefundWire,
} from "#lib/wire/serializers/payments.ts";
import { toPayoutBatchWire } from "#lib/wire/serializers/payouts.ts";
import { toReportScheduleWire, toReportWire } from "#lib/wire/serializers/reports.ts";
import { toSettlementWire } from "#lib/wire/serializers/settlements.ts";
import {
  toDeletedWebhookEndpointWire,
  toDeliveryWire,
  toEventWire,
  toWebhookEndpointWire,
} from "#lib/wire/serializers/webhooks.ts";
import type { Wire } from "#lib/wire/versions/index.ts";
import type { Kind } from "./paths.ts";

/** Fetches related objects of one kind: all of a page in one query. */
export type Expander = {
  /** Prefixes of their ids. */
  prefixes: readonly Prefix[];
  /** The scope that a restricted key needs to read them. */
  scope: `${string}:read`;
  load(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, Wire>>;
};

/** One entry per kind of object that `EXPANDABLE` points to. */
export const EXPANDERS: Readonly<Record<Kind, Expander>> = {
  event: {
    prefixes: ["evt"],
    scope: "events:read",
    async load(ctx, ids) {
      const found = await findEvents(ctx, ids);
      return new Map([...found].map(([id, event]) => [id, toEventWire(event)]));
    },
  },
  webhook_endpoint: {
    prefixes: ["we"],
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
    prefixes: ["cus"],
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
    prefixes: ["mdt"],
    scope: "mandates:read",
    async load(ctx, ids) {
      const found = await findMandates(ctx, ids);
      return new Map([...found].map(([id, mandate]) => [id, toMandateWire(mandate)]));
    },
  },
  payment: {
    prefixes: ["pay", "bp"],
    scope: "payments:read",
    async load(ctx, ids) {
      const found = await findPayments(ctx, ids);
      return new Map([...found].map(([id, payment]) => [id, toAnyPaymentWire(payment)]));
    },
  },
  payout_batch: {
    prefixes: ["pob"],
    scope: "payouts:read",
    async load(ctx, ids) {
      const found = await findPayoutBatches(ctx, ids);
      return new Map([...found].map(([id, batch]) => [id, toPayoutBatchWire(batch)]));
    },
  },
  payment_method: {
    prefixes: ["pm"],
    scope: "payment_methods:read",
    async load(ctx, ids) {
      const found = await findPaymentMethods(ctx, ids);
      return new Map([...found].map(([id, method]) => [id, toPaymentMethodWire(method)]));
    },
  },
  plan: {
    prefixes: ["plan"],
    scope: "plans:read",
    async load(ctx, ids) {
      const found = await findPlans(ctx, ids);
      return new Map([...found].map(([id, plan]) => [id, toPlanWire(plan)]));
    },
  },
  subscription: {
    prefixes: ["sub"],
    scope: "subscriptions:read",
    async load(ctx, ids) {
      const found = await findSubscriptions(ctx, ids);
      return new Map([...found].map(([id, sub]) => [id, toSubscriptionWire(sub)]));
    },
  },
  invoice: {
    prefixes: ["in"],
    scope: "invoices:read",
    async load(ctx, ids) {
      const found = await findInvoices(ctx, ids);
      return new Map([...found].map(([id, invoice]) => [id, toInvoiceWire(invoice)]));
    },
  },
  delivery: {
    prefixes: ["dlv"],
    scope: "deliveries:read",
    async load(ctx, ids) {
      const found = await findDeliveries(ctx, ids);
      return new Map([...found].map(([id, delivery]) => [id, toDeliveryWire(delivery)]));
    },
  },
  dispute: {
    prefixes: ["dp"],
    scope: "disputes:read",
    async load(ctx, ids) {
      const found = await findDisputes(ctx, ids);
      return new Map([...found].map(([id, dispute]) => [id, toDisputeWire(dispute)]));
    },
  },
  dispute_file: {
    prefixes: ["dpf"],
    scope: "disputes:read",
    async load(ctx, ids) {
      const found = await findDisputeFiles(ctx, ids);
      return new Map([...found].map(([id, file]) => [id, toDisputeFileWire(file)]));
    },
  },
  refund: {
    prefixes: ["re"],
    scope: "refunds:read",
    async load(ctx, ids) {
      const found = await findRefunds(ctx, ids);
      return new Map([...found].map(([id, refund]) => [id, toRefundWire(refund)]));
    },
  },
  report: {
    prefixes: ["dl"],
    scope: "reports:read",
    async load(ctx, ids) {
      const found = await findDownloads(ctx, ids);
      return new Map([...found].map(([id, download]) => [id, toReportWire(download)]));
    },
  },
  report_schedule: {
    prefixes: ["rsc"],
    scope: "reports:read",
    async load(ctx, ids) {
      const found = await findSchedules(ctx, ids);
      return new Map([...found].map(([id, schedule]) => [id, toReportScheduleWire(schedule)]));
    },
  },
  settlement: {
    prefixes: ["stl"],
    scope: "settlements:read",
    async load(ctx, ids) {
      const found = await findSettlements(ctx, ids);
      return new Map([...found].map(([id, settlement]) => [id, toSettlementWire(settlement)]));
    },
  },
};

const KINDS = new Map(
  (Object.keys(EXPANDERS) as Kind[]).flatMap((kind) =>
    EXPANDERS[kind].prefixes.map((prefix): [string, Kind] => [prefix, kind]),
  ),
);

/** The kind of an object by its id; undefined for kinds that cannot be expanded. */
export function kindOfId(id: string): Kind | undefined {
  return KINDS.get(id.slice(0, Math.max(0, id.indexOf("_"))));
}
