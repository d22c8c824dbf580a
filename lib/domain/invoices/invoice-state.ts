import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";

/** All permitted transitions (decisions §3). */
export const INVOICE_MOVES: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ["open"],
  open: ["paid", "void", "uncollectible"],
  // The payer's bank took the payment back.
  paid: ["open"],
  void: [],
  uncollectible: [],
};
