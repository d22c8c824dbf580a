import type { Tx } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { InvoiceStatus } from "#lib/kernel/vocabulary/billing.ts";
import { wireOf } from "#lib/wire/index.ts";
import { INVOICE_MOVES } from "./invoice-state.ts";
import * as store from "./store.ts";
import type { Invoice } from "./types.ts";

/** Moves a locked invoice to a final status, and emits `invoice.paid` if it is paid. */
export async function moveInvoiceIn(
  tx: Tx,
  ctx: Context,
  from: Invoice,
  status: Exclude<InvoiceStatus, "draft" | "open">,
): Promise<Invoice> {
  if (!INVOICE_MOVES[from.status].includes(status)) {
    throw new Error(`${from.id} cannot move from ${from.status} to ${status}`);
  }
  const paid = status === "paid";
  const to: Invoice = {
    ...from,
    status,
    collecting: false,
    dueAt: null,
    amountPaidMinor: paid ? from.amountDueMinor : 0n,
    paidAt: paid ? businessNow(ctx) : null,
  };
  await store.update(tx, from, to);
  if (paid) await announce(tx, ctx, "invoice.paid", to);
  return to;
}

/**
 * Reopens a locked paid invoice because the payer's bank took the payment back, and emits `invoice.payment_failed`.
 * Refunds of that payment are deducted with an invoice line. Returns null and writes nothing if no amount is left.
 */
export async function reopenInvoiceIn(
  tx: Tx,
  ctx: Context,
  from: Invoice,
  refundedMinor: bigint,
): Promise<Invoice | null> {
  if (!INVOICE_MOVES[from.status].includes("open")) {
    throw new Error(`${from.id} is ${from.status} and cannot be opened again`);
  }
  const amountDueMinor = from.amountDueMinor - refundedMinor;
  if (amountDueMinor <= 0n) return null;
  const reopenedAt = businessNow(ctx);
  const period = { start: reopenedAt, end: reopenedAt };
  const refunded = {
    description: "Refunded",
    amountMinor: -refundedMinor,
    proration: false,
    period,
  };
  const to: Invoice = {
    ...from,
    status: "open",
    lines: refundedMinor > 0n ? [...from.lines, refunded] : from.lines,
    amountDueMinor,
    amountPaidMinor: 0n,
    paidAt: null,
    reopenedAt,
    dueAt: null,
  };
  await store.update(tx, from, to);
  await announce(tx, ctx, "invoice.payment_failed", to);
  return to;
}

/** Begins a dunning attempt for a locked open invoice, with the id of its payment, or null if no payment method can be
 *  charged. Throws if an attempt is running. */
export async function beginAttemptIn(
  tx: Tx,
  ctx: Context,
  invoice: Invoice,
  paymentId: Id<"pay"> | null,
): Promise<Invoice> {
  if (invoice.status !== "open" || invoice.collecting) {
    throw new Error(`${invoice.id} is ${invoice.status} or being collected`);
  }
  const attemptCount = invoice.attemptCount + 1;
  const dueAt = paymentId ? null : businessNow(ctx);
  const to: Invoice = { ...invoice, attemptCount, paymentId, collecting: true, dueAt };
  await store.update(tx, invoice, to);
  return to;
}

/** Records that the dunning attempt of a locked invoice failed, and emits `invoice.payment_failed`. */
export async function failAttemptIn(tx: Tx, ctx: Context, invoice: Invoice): Promise<Invoice> {
  const to: Invoice = { ...invoice, collecting: false, dueAt: null };
  await store.update(tx, invoice, to);
  await announce(tx, ctx, "invoice.payment_failed", to);
  return to;
}

/** Clears the due time: a locked invoice becomes due again when its payment changes. */
export async function restIn(tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.dueAt) await store.update(tx, invoice, { ...invoice, dueAt: null });
}

async function announce(
  tx: Tx,
  ctx: Context,
  type: "invoice.paid" | "invoice.payment_failed",
  invoice: Invoice,
): Promise<void> {
  await emitEvent(tx, ctx, { type, objectId: invoice.id, data: wireOf("invoice", invoice) });
}
