import { and, eq, isNull } from "drizzle-orm";
import { payments as t } from "#db/schema/payments.ts";
import { paymentOutcomes } from "#db/schema/reports.ts";
import type { Tx } from "#db/transact.ts";
import {
  isFreeFor,
  leaseColumns,
  NO_LEASE,
  type RailLease,
} from "#lib/domain/rail-leases/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Payment } from "./types.ts";

/** Records that a step begins, with the lease under which it is done; false, and nothing written, when somebody else
 *  holds the payment's lease. The payment was locked by the caller. */
export async function begin(
  tx: Tx,
  ctx: Context,
  { from, to, lease }: { from: Payment; to: Payment; lease: RailLease },
): Promise<boolean> {
  const begun = await tx
    .update(t)
    .set({
      step: to.step,
      captureAmount: to.captureMinor,
      railCheckAt: to.railCheckAt,
      ...leaseColumns(lease),
      updatedAt: businessNow(ctx),
    })
    .where(
      and(
        eq(t.accountId, from.accountId),
        eq(t.id, from.id),
        eq(t.status, from.status),
        isNull(t.step),
        isFreeFor(t, lease),
      ),
    )
    .returning({ id: t.id });
  return begun.length === 1;
}

/** Notes what became of a payment, for the rollups to read on from. Rows are only added. */
export async function recordOutcome(tx: Tx, payment: Payment): Promise<void> {
  const { accountId, mode, id: paymentId, outcome } = payment;
  if (outcome) await tx.insert(paymentOutcomes).values({ accountId, mode, paymentId, outcome });
}

/** Records that the step that was begun is over, and ends the payment's lease; false, and nothing written, when a
 *  rival recorded it first. Locks the payment's row. */
export async function conclude(tx: Tx, ctx: Context, from: Payment, to: Payment): Promise<boolean> {
  const concluded = await tx
    .update(t)
    .set({
      status: to.status,
      step: to.step,
      amountCaptured: to.amountCapturedMinor,
      outcome: to.outcome,
      railCheckAt: to.railCheckAt,
      redirectUrl: to.redirectUrl,
      expiresAt: to.expiresAt,
      ...NO_LEASE,
      updatedAt: businessNow(ctx),
    })
    .where(
      and(
        eq(t.accountId, from.accountId),
        eq(t.id, from.id),
        eq(t.status, from.status),
        from.step === null ? isNull(t.step) : eq(t.step, from.step),
        // A late answer to an earlier capture is not taken for the answer to this one.
        from.captureMinor === null
          ? isNull(t.captureAmount)
          : eq(t.captureAmount, from.captureMinor),
      ),
    )
    .returning({ id: t.id });
  return concluded.length === 1;
}

/** Inserts a payment that was not opened yet, with its lease. */
export async function insert(tx: Tx, payment: Payment, lease: RailLease): Promise<void> {
  const { amountMinor, amountCapturedMinor, amountRefundedMinor, captureMinor, ...columns } =
    payment;
  const { card, decline, ...plain } = columns;
  if (card || decline) throw new Error(`${payment.id}: cards are opened with their own statement`);
  await tx.insert(t).values({
    ...plain,
    ...leaseColumns(lease),
    amount: amountMinor,
    amountCaptured: amountCapturedMinor,
    amountRefunded: amountRefundedMinor,
    captureAmount: captureMinor,
  });
}

/** Marks a payment that succeeded as failed, provided that it is as it was read; false, and nothing
 *  written, when it is not. Locks the payment's row. */
export async function failLate(tx: Tx, ctx: Context, from: Payment, to: Payment): Promise<boolean> {
  const failed = await tx
    .update(t)
    .set({
      status: to.status,
      declineCode: to.decline?.declineCode,
      networkDeclineCode: to.decline?.networkCode,
      adviceCode: to.decline?.adviceCode,
      railCheckAt: null,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, from.accountId), eq(t.id, from.id), eq(t.status, from.status)))
    .returning({ id: t.id });
  return failed.length === 1;
}

/** Writes what is known of the bank of a locked payment. */
export async function setBankPayment(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(t)
    .set({ bankPayment: payment.bankPayment, updatedAt: businessNow(ctx) })
    .where(and(eq(t.accountId, payment.accountId), eq(t.id, payment.id)));
}
