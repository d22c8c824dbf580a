import { and, eq } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { type Tx, transact } from "#db/transact.ts";
import { dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId, newIdAt } from "#lib/kernel/ids.ts";
import type { Merchant } from "./merchant.ts";
import { paymentRow } from "./money-rows.ts";

/** The rows that reports read, as the write path leaves them. */

type PaymentParams = Partial<(typeof schema.payments)["$inferInsert"]>;
type Outcome = NonNullable<PaymentParams["outcome"]>;

const STATUSES = {
  approved: "succeeded",
  declined: "failed",
  authentication_failed: "failed",
  abandoned: "canceled",
} as const;

/** A payment with its outcome and its fact for the rollups. */
export async function outcomeRow(
  merchant: Merchant,
  outcome: Outcome,
  params: PaymentParams = {},
): Promise<Id<"pay">> {
  const at = params.createdAt ? { updatedAt: params.createdAt } : {};
  const id = await paymentRow(merchant, { status: STATUSES[outcome], outcome, ...at, ...params });
  await transact((tx) => fact(tx, merchant, id, outcome, 1, params.mode));
  return id;
}

/** An approved payment that the bank reverses later. */
export async function failLater(merchant: Merchant, id: Id<"pay">): Promise<void> {
  const { payments } = schema;
  await transact(async (tx) => {
    await tx
      .update(payments)
      .set({
        status: "failed",
        outcome: "declined",
        declineCode: "insufficient_funds",
        updatedAt: dateFromMs(nowMs()),
      })
      .where(and(eq(payments.accountId, merchant.account.id), eq(payments.id, id)));
    await fact(tx, merchant, id, "approved", -1);
    await fact(tx, merchant, id, "declined", 1);
  });
}

async function fact(
  tx: Tx,
  merchant: Merchant,
  paymentId: Id<"pay">,
  outcome: Outcome,
  weight: number,
  mode: "test" | "live" = "test",
): Promise<void> {
  const accountId = merchant.account.id;
  await tx.insert(schema.paymentOutcomes).values({ accountId, mode, paymentId, outcome, weight });
}

/** The movement and cost of a charge. */
export async function chargeRow(
  merchant: Merchant,
  paymentId: Id<"pay">,
  params: Partial<(typeof schema.balanceTransactions)["$inferInsert"]> = {},
): Promise<Id<"txn">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("txn", createdAt.getTime()) : newId("txn");
  await db()
    .insert(schema.balanceTransactions)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      type: "charge",
      currency: "EUR",
      amount: 1_000n,
      sourceId: paymentId,
      paymentId,
      availableOn: createdAt,
      ...params,
      createdAt,
    });
  return id;
}
