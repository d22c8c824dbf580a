import type { InternalRoute } from "./internal-api.ts";

const ROUTES: readonly InternalRoute[] = [
  "GET /:mode/home",
  "GET /:mode/payments",
  "GET /:mode/payments/sums",
  "GET /:mode/refunds",
  "GET /:mode/refunds/sums",
  "GET /:mode/disputes",
  "GET /:mode/disputes/sums",
  "GET /:mode/customers",
  "GET /:mode/subscriptions",
  "GET /:mode/invoices",
  "GET /:mode/invoices/sums",
  "GET /:mode/balance",
  "GET /:mode/settlements",
  "GET /:mode/settlements/sums",
  "GET /:mode/settlements/:id/rows",
  "GET /:mode/payouts",
  "GET /:mode/payouts/sums",
  "GET /:mode/reports/declines",
  "GET /:mode/reports/declines/causes",
  "GET /:mode/reports/interchange",
  "GET /:mode/reports/interchange/most-expensive",
  "GET /:mode/deliveries",
  "GET /:mode/deliveries/reconciliation",
  "GET /:mode/events",
  "GET /:mode/logs",
  "GET /audit",
];

/** The routes that a replica may serve: lists of rows that grow without end, their sums, and figures. They only read, and
 *  run a second time on the primary if the replica fails. Everything else of the dashboard reads few rows. */
export const REPLICA_READS: ReadonlySet<string> = new Set(ROUTES);
