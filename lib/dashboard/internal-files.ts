/** Lists that can be exported: `GET …/export` is the CSV file. */
export type ListPath =
  | "/audit"
  | "/notifications"
  | "/team"
  | "/:mode/payments"
  | "/:mode/refunds"
  | "/:mode/disputes"
  | "/:mode/mandates"
  | "/:mode/customers"
  | "/:mode/plans"
  | "/:mode/subscriptions"
  | "/:mode/invoices"
  | "/:mode/balance"
  | "/:mode/settlements"
  | "/:mode/settlements/:id/rows"
  | "/:mode/payouts"
  | "/:mode/payout-batches"
  | "/:mode/keys"
  | "/:mode/deliveries"
  | "/:mode/endpoints"
  | "/:mode/replays"
  | "/:mode/bank-lines"
  | "/:mode/downloads"
  | "/:mode/closings/:id/corrections"
  | "/:mode/events"
  | "/:mode/logs";

/** Routes that answer a file or a stream instead of JSON. */
export type FileRoute =
  | `GET ${ListPath}/export`
  | "GET /:mode/reports/export"
  | "GET /:mode/dispute-files/:id/content"
  | "GET /:mode/downloads/:id/file"
  | "GET /:mode/closings/:id/file"
  | "GET /:mode/bank-statements/sandbox"
  | "GET /:mode/replays/:id/results.csv"
  | "GET /:mode/live";
