import type { Permission } from "#lib/domain/members/index.ts";
import type { ChangeCase, ExportTable, Request } from "./types.ts";
import type { World } from "./world.ts";

/** A list as a CSV file: the permission it needs, and the property with the rows in the screen's list. */
export type ListCase = ChangeCase & {
  rows: string;
  valid: (world: World) => Promise<Request>;
};

const file = (rows: string, may: Permission = "download_reports"): ListCase => ({
  rows,
  may,
  leaves: "list.exported",
  valid: async () => ({}),
});

/** Every list with a CSV export, and the route of its screen. */
export const EXPORTS = {
  "GET /audit/export": file("entries", "read_audit_log"),
  "GET /notifications/export": file("notifications", "read_mail"),
  "GET /team/export": file("members"),
  "GET /:mode/payments/export": file("payments"),
  "GET /:mode/refunds/export": file("refunds"),
  "GET /:mode/disputes/export": file("disputes"),
  "GET /:mode/mandates/export": file("mandates"),
  "GET /:mode/customers/export": file("customers"),
  "GET /:mode/plans/export": file("plans"),
  "GET /:mode/subscriptions/export": file("subscriptions"),
  "GET /:mode/invoices/export": file("invoices"),
  "GET /:mode/balance/export": file("entries"),
  "GET /:mode/settlements/export": file("settlements"),
  "GET /:mode/settlements/:id/rows/export": {
    ...file("entries"),
    valid: async (world: World) => ({ id: await world.settlement() }),
  },
  "GET /:mode/payouts/export": file("payouts"),
  "GET /:mode/payout-batches/export": file("batches"),
  "GET /:mode/bank-lines/export": file("lines"),
  "GET /:mode/keys/export": file("keys"),
  "GET /:mode/deliveries/export": file("deliveries"),
  "GET /:mode/endpoints/export": file("endpoints"),
  "GET /:mode/replays/export": file("replays"),
  "GET /:mode/downloads/export": file("downloads"),
  "GET /:mode/closings/:id/corrections/export": {
    ...file("corrections"),
    valid: async (world: World) => ({ id: await world.closing() }),
  },
  "GET /:mode/events/export": file("events"),
  "GET /:mode/logs/export": file("requests"),
} as const satisfies ExportTable;
