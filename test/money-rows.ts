import { db, schema } from "#db/client.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId, newIdAt } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Merchant } from "./merchant.ts";

/** Past rows, for reads. Verbs would need weeks to make them. Each has only what a test sets and the tables
 *  require. */

type Params<T extends { $inferInsert: object }> = Partial<T["$inferInsert"]> & { mode?: Mode };

export async function paymentRow(
  merchant: Merchant,
  params: Params<typeof schema.payments> = {},
): Promise<Id<"pay">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("pay", createdAt.getTime()) : newId("pay");
  const amount = params.amount ?? 1_000n;
  const status = params.status ?? "succeeded";
  await db()
    .insert(schema.payments)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      status,
      amount,
      currency: "EUR",
      method: "card",
      amountCaptured: status === "succeeded" ? amount : 0n,
      cardBrand: "visa",
      cardLast4: "4242",
      ...params,
      createdAt,
    });
  return params.id ?? id;
}

export async function refundRow(
  merchant: Merchant,
  paymentId: Id<"pay">,
  params: Params<typeof schema.refunds> = {},
): Promise<Id<"re">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("re", createdAt.getTime()) : newId("re");
  await db()
    .insert(schema.refunds)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      paymentId,
      status: "settled",
      amount: 500n,
      currency: "EUR",
      reason: "requested_by_customer",
      ...params,
      createdAt,
    });
  return id;
}

export async function disputeRow(
  merchant: Merchant,
  paymentId: Id<"pay">,
  params: Params<typeof schema.disputes> = {},
): Promise<Id<"dp">> {
  const createdAt = params.createdAt ?? dateFromMs(nowMs());
  const id = params.createdAt ? newIdAt("dp", createdAt.getTime()) : newId("dp");
  await db()
    .insert(schema.disputes)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      paymentId,
      status: "needs_response",
      amount: 1_000n,
      currency: "EUR",
      fee: 1_500n,
      reason: "fraudulent",
      networkReasonCode: "10.4",
      evidenceDueBy: dateFromMs(createdAt.getTime() + 14 * DAY_MS),
      ...params,
      createdAt,
    });
  return id;
}

export async function customerRow(
  merchant: Merchant,
  params: Params<typeof schema.customers> = {},
): Promise<Id<"cus">> {
  const id = newId("cus");
  await db()
    .insert(schema.customers)
    .values({ accountId: merchant.account.id, id, mode: "test", ...params });
  return id;
}

export async function paymentMethodRow(
  merchant: Merchant,
  params: Params<typeof schema.paymentMethods> = {},
): Promise<Id<"pm">> {
  const id = newId("pm");
  await db()
    .insert(schema.paymentMethods)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      type: "card",
      railToken: "sbx_success",
      cardBrand: "visa",
      cardLast4: "4242",
      ...params,
    });
  return id;
}
