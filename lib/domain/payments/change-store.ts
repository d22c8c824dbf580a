import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { payments as t } from "#db/schema/payments.ts";
import { paymentOutcomes } from "#db/schema/rollups.ts";
import { invoices } from "#db/schema/subscriptions.ts";
import { textOf } from "#db/shards.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import {
  isFreeFor,
  leaseColumns,
  NO_LEASE,
  type RailLease,
} from "#lib/domain/rail-leases/index.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { recordsValues } from "#lib/kernel/record-rows.ts";
import { insertRecordsSql } from "#lib/kernel/shard-sql.ts";
import { OPEN_COLUMNS, paymentRow } from "./open-sql.ts";
import { toPayment } from "./read-store.ts";
import type { Payment } from "./types.ts";

/** Locks and returns a payment of the account and mode until the transaction ends; null if there is none. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, id as Id<"pay">)))
    .for("no key update");
  return row ? toPayment(row) : null;
}

/** The time of a change that is no change of status. A declined payment keeps the time of its decline: by it figures and
 *  reports tell which later payments are its retries. */
const touched = (ctx: Context) => ({
  updatedAt: sql`case when ${t.outcome} = 'declined' then ${t.updatedAt} else ${businessNow(ctx)}::timestamptz end`,
});

/** Adds to the refunded amount of a locked payment. Throws if it changed after it was read, which is a bug. */
export async function addRefunded(
  tx: Tx,
  ctx: Context,
  payment: Payment,
  amountMinor: bigint,
): Promise<void> {
  const changed = await tx
    .update(t)
    .set({ amountRefunded: payment.amountRefundedMinor + amountMinor, ...touched(ctx) })
    .where(
      and(
        eq(t.accountId, payment.accountId),
        eq(t.id, payment.id),
        eq(t.amountRefunded, payment.amountRefundedMinor),
      ),
    )
    .returning({ id: t.id });
  if (changed.length !== 1) throw new Error(`${payment.id} changed while it was locked`);
}

export async function markDisputed(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(t)
    .set({ disputed: true, ...touched(ctx) })
    .where(and(eq(t.accountId, payment.accountId), eq(t.id, payment.id)));
}

/** Makes the rail be asked now whether a locked payment was taken back, also if it is being asked at this moment: that
 *  answer can be older. */
export async function makeWatchDue(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(t)
    .set({ railCheckAt: businessNow(ctx) })
    .where(
      and(eq(t.accountId, payment.accountId), eq(t.id, payment.id), eq(t.status, "succeeded")),
    );
}

/** Records that a step of a locked payment begins, with its lease. Returns false, and writes nothing, if another process
 *  holds the payment's lease. */
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

/** Adds the payment's outcome as a fact for the rollups. */
export async function recordOutcome(tx: Tx, payment: Payment): Promise<void> {
  const { accountId, mode, id: paymentId, outcome } = payment;
  if (outcome) await tx.insert(paymentOutcomes).values({ accountId, mode, paymentId, outcome });
}

/** Records that the step is over and ends the payment's lease. Returns false, and writes nothing, if another process
 *  recorded it first. Locks the payment's row. */
export async function conclude(tx: Tx, ctx: Context, from: Payment, to: Payment): Promise<boolean> {
  const concluded = await tx
    .update(t)
    .set({
      status: to.status,
      step: to.step,
      amountCaptured: to.amountCapturedMinor,
      acquirerResponse: to.acquirerResponse,
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
        // Otherwise a late answer to an earlier capture would pass as the answer to this one.
        from.captureMinor === null
          ? isNull(t.captureAmount)
          : eq(t.captureAmount, from.captureMinor),
      ),
    )
    .returning({ id: t.id });
  return concluded.length === 1;
}

/** Inserts a payment without card data, with its lease. */
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

/** Marks a succeeded payment as failed, and takes its approval back in the facts for the rollups. Returns false, and
 *  writes nothing, if its status changed after it was read. Locks the payment's row. */
export async function failLate(tx: Tx, ctx: Context, from: Payment, to: Payment): Promise<boolean> {
  const failed = await tx
    .update(t)
    .set({
      status: to.status,
      outcome: to.outcome,
      declineCode: to.decline?.declineCode,
      networkDeclineCode: to.decline?.networkCode,
      adviceCode: to.decline?.adviceCode,
      railCheckAt: null,
      updatedAt: businessNow(ctx),
    })
    .where(and(eq(t.accountId, from.accountId), eq(t.id, from.id), eq(t.status, from.status)))
    .returning({ id: t.id });
  if (failed.length !== 1) return false;
  const { accountId, mode, id: paymentId, outcome } = from;
  if (outcome) {
    await tx.insert(paymentOutcomes).values({ accountId, mode, paymentId, outcome, weight: -1 });
  }
  await recordOutcome(tx, to);
  return true;
}

/** Updates description and metadata of a locked payment. */
export async function setDetails(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  const { description, metadata } = payment;
  await tx
    .update(t)
    .set({ description, metadata, ...touched(ctx) })
    .where(and(eq(t.accountId, payment.accountId), eq(t.id, payment.id)));
}

/** Updates the bank data of a locked payment. */
export async function setBankPayment(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(t)
    .set({ bankPayment: payment.bankPayment, ...touched(ctx) })
    .where(and(eq(t.accountId, payment.accountId), eq(t.id, payment.id)));
}

const OPENED_COLUMNS = [
  ...OPEN_COLUMNS,
  ["initiator", "text"],
  ["mandate_id", "text"],
  ["subscription_id", "text"],
  ["invoice_id", "text"],
  ["retry_of", "text"],
] as const;
const INSERT_OPENED = insertRecordsSql("payments", OPENED_COLUMNS);

/** Inserts a payment that is charged after the commit, without a lease. */
export async function insertOpened(tx: Tx, payment: Payment): Promise<void> {
  const row = {
    ...paymentRow(payment),
    initiator: payment.initiator,
    mandate_id: payment.mandateId,
    subscription_id: payment.subscriptionId,
    invoice_id: payment.invoiceId,
    retry_of: payment.retryOf,
  };
  await tx.execute(withParams(textOf(INSERT_OPENED), recordsValues(OPENED_COLUMNS, [row])));
}

/** Whether a payment by this method has succeeded or was authorised before. Takes no lock. */
export async function wasCharged(tx: Tx, ctx: Context, method: Id<"pm">): Promise<boolean> {
  const [found] = await tx
    .select({ one: sql`1` })
    .from(t)
    .where(
      and(
        eq(t.accountId, ctx.accountId),
        eq(t.paymentMethodId, method),
        inArray(t.status, ["succeeded", "requires_capture"]),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Returns a payment of the account and mode as the transaction sees it, or null. Takes no lock. */
export async function find(tx: Tx, ctx: Context, id: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, id as Id<"pay">)));
  return row ? toPayment(row) : null;
}

/** Makes the invoice due whose latest attempt this payment is. Locks the invoice. */
export async function makeInvoiceDue(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
  await tx
    .update(invoices)
    .set({ dueAt: businessNow(ctx) })
    .where(
      and(
        eq(invoices.accountId, payment.accountId),
        eq(invoices.id, payment.invoiceId as Id<"in">),
        eq(invoices.paymentId, payment.id),
      ),
    );
}
