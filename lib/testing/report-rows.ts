import { and, eq, inArray } from "drizzle-orm";
import { db, schema } from "#db/client.ts";
import { at, DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Merchant } from "./merchant.ts";

/** Movements and settlements as history left them, for reports. */

type Entry = typeof schema.balanceTransactions.$inferInsert;
type Wishes<T> = Partial<T> & { mode?: Mode };

/** One movement: a card charge of 10.00 EUR unless told otherwise. */
export async function entryRow(merchant: Merchant, wishes: Wishes<Entry> = {}): Promise<Id<"txn">> {
  const createdAt = wishes.createdAt ?? at(nowMs());
  const id = newId("txn");
  const sourceId = wishes.sourceId ?? wishes.paymentId ?? newId("pay");
  await db()
    .insert(schema.balanceTransactions)
    .values({
      accountId: merchant.account.id,
      id,
      mode: "test",
      type: "charge",
      currency: "EUR",
      amount: 1_000n,
      availableOn: at((Math.floor(createdAt.getTime() / DAY_MS) + 1) * DAY_MS),
      paymentId: sourceId.startsWith("pay_") ? (sourceId as Id<"pay">) : null,
      ...wishes,
      sourceId,
      createdAt,
    });
  return wishes.id ?? id;
}

type Settlement = typeof schema.settlements.$inferInsert;

/** Sweeps movements into one settlement, whose sums are theirs. They must have a positive net. */
export async function settlementRow(
  merchant: Merchant,
  entries: readonly Id<"txn">[],
  wishes: Wishes<Settlement> & { arrivalDate: string },
): Promise<Id<"stl">> {
  const id = newId("stl");
  const mode = wishes.mode ?? "test";
  const t = schema.balanceTransactions;
  const swept = and(
    eq(t.accountId, merchant.account.id),
    eq(t.mode, mode),
    inArray(t.id, [...entries]),
  );
  const rows = await db().select().from(t).where(swept);
  const charges = rows.filter(({ type }) => type === "charge");
  const sum = <T>(list: readonly T[], read: (row: T) => bigint) =>
    list.reduce((total, row) => total + read(row), 0n);
  const ofType = (type: string) => rows.filter((row) => row.type === type);
  const others = rows.filter(({ type }) => !["charge", "refund", "dispute"].includes(type));
  const periodEnd =
    wishes.periodEnd ?? at(Date.parse(`${wishes.arrivalDate}T00:00:00Z`) - 2 * DAY_MS);
  await db()
    .insert(schema.settlements)
    .values({
      accountId: merchant.account.id,
      id,
      mode,
      status: "paid",
      currency: rows[0]?.currency ?? "EUR",
      gross: sum(charges, (row) => row.amount),
      interchange: sum(charges, (row) => row.interchange),
      schemeFee: sum(charges, (row) => row.schemeFee),
      markup: sum(charges, (row) => row.markup),
      commission: sum(charges, (row) => row.commission),
      refunds: -sum(ofType("refund"), (row) => row.amount),
      chargebacks: -sum(ofType("dispute"), (row) => row.net),
      adjustments: sum(others, (row) => row.net),
      net: sum(rows, (row) => row.net),
      transactionCount: rows.length,
      periodStart: at(periodEnd.getTime() - DAY_MS),
      periodEnd,
      bankAccountLast4: "3000",
      createdAt: periodEnd,
      ...wishes,
    });
  await db().update(t).set({ settlementId: id }).where(swept);
  return id;
}

/** Says that one payment tried another again. */
export async function retryRow(
  merchant: Merchant,
  paymentId: Id<"pay">,
  retryOf: Id<"pay">,
  recovered: boolean,
): Promise<void> {
  await db()
    .insert(schema.paymentRetries)
    .values({ accountId: merchant.account.id, mode: "test", paymentId, retryOf, recovered });
}
