import { and, eq, inArray, sql } from "drizzle-orm";
import { payments as t } from "#db/schema/payments.ts";
import { invoices } from "#db/schema/subscriptions.ts";
import { withParams } from "#db/sql-text.ts";
import type { Tx } from "#db/transact.ts";
import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { columnNames, recordsSql, recordsValues } from "#lib/kernel/record-rows.ts";
import { OPEN_COLUMNS, paymentRow } from "./open-sql.ts";
import { toPayment } from "./row-store.ts";
import type { Payment } from "./types.ts";

const COLUMNS = [
  ...OPEN_COLUMNS,
  ["initiator", "text"],
  ["mandate_id", "text"],
  ["subscription_id", "text"],
  ["invoice_id", "text"],
] as const;
const INSERT = `insert into payments (${columnNames(COLUMNS)})
  select ${columnNames(COLUMNS, "row_")} from ${recordsSql(1, "row_", COLUMNS)}`;

/** Inserts the payment of an invoice. */
export async function insert(tx: Tx, payment: Payment): Promise<void> {
  const row = {
    ...paymentRow(payment),
    initiator: payment.initiator,
    mandate_id: payment.mandateId,
    subscription_id: payment.subscriptionId,
    invoice_id: payment.invoiceId,
  };
  await tx.execute(withParams(INSERT, recordsValues(COLUMNS, [row])));
}

/** Whether a payment method was charged before. */
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

/** A payment of the account and mode as it stands, or null. Takes no lock. */
export async function read(tx: Tx, ctx: Context, id: string): Promise<Payment | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, id as Id<"pay">)));
  return row ? toPayment(row) : null;
}

/** Has the invoice looked at that a payment is the latest try to collect. Locks it. */
export async function wakeInvoice(tx: Tx, ctx: Context, payment: Payment): Promise<void> {
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
