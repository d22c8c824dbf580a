import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";

/** Every move there is (decisions §3). */
export const INVOICE_MOVES: Readonly<Record<InvoiceStatus, readonly InvoiceStatus[]>> = {
  draft: ["open"],
  open: ["paid", "void", "uncollectible"],
  // A bank took back what had paid it.
  paid: ["open"],
  void: [],
  uncollectible: [],
};
