import { and, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { paymentMethods as t } from "#db/schema/payment-methods.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { RecordOf } from "#lib/kernel/record-rows.ts";
import type { CardFacts } from "#lib/rails/index.ts";
import type { ListPaymentMethodsRequest } from "./payment-methods.ts";
import type { PaymentMethod } from "./types.ts";

type Row = typeof t.$inferSelect;

/** Inserts a tokenised payment method. */
export async function insert(tx: Tx, method: PaymentMethod): Promise<void> {
  const { card } = method;
  await tx.insert(t).values({
    accountId: method.accountId,
    id: method.id,
    mode: method.mode,
    type: method.type,
    railToken: method.railToken,
    cardBrand: card?.brand,
    cardLast4: card?.last4,
    cardBin: card?.bin,
    cardExpMonth: card?.expMonth,
    cardExpYear: card?.expYear,
    cardIssuer: card?.issuer,
    cardCountry: card?.country,
    cardFunding: card?.funding,
    cardFingerprint: card?.fingerprint,
    bankCountry: method.bank?.country,
    bankLast4: method.bank?.last4,
    bankCode: method.bank?.bankCode,
    customerId: method.customerId,
    networkToken: method.networkToken,
    metadata: method.metadata,
    createdAt: method.createdAt,
  });
}

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Returns a payment method of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<PaymentMethod | null> {
  return (await findMany(ctx, [id]))[0] ?? null;
}

/** Locks and returns a payment method of the account and mode until the transaction ends; null if there is none. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<PaymentMethod | null> {
  const [row] = await tx
    .select()
    .from(t)
    .where(and(own(ctx), eq(t.id, id as Id<"pm">)))
    .for("update");
  return row ? toPaymentMethod(row) : null;
}

/** Updates customer and metadata of a locked payment method. */
export async function update(tx: Tx, method: PaymentMethod): Promise<void> {
  const { accountId, id, customerId, metadata } = method;
  await tx
    .update(t)
    .set({ customerId, metadata })
    .where(and(eq(t.accountId, accountId), eq(t.id, id)));
}

/** Detaches the active payment methods of a customer. Locks them. */
export async function detachOfCustomer(tx: Tx, ctx: Context, customerId: string): Promise<void> {
  await tx
    .update(t)
    .set({ status: "detached" })
    .where(and(own(ctx), eq(t.customerId, customerId as Id<"cus">), eq(t.status, "active")));
}

/** Returns the existing payment methods among `ids`, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<PaymentMethod[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"pm">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPaymentMethod);
}

/** Returns one page, newest first. Takes no lock. */
export async function list(
  ctx: Context,
  request: ListPaymentMethodsRequest,
): Promise<Page<PaymentMethod>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(
      and(
        own(ctx),
        request.customer === undefined
          ? undefined
          : eq(t.customerId, request.customer as Id<"cus">),
        request.type === undefined ? undefined : eq(t.type, request.type),
        createdWithin(t.createdAt, request.created),
        k.where,
      ),
    )
    .orderBy(k.orderBy)
    .limit(k.limit);
  return mapPage(pageOf(rows, request), toPaymentMethod);
}

function toPaymentMethod(row: Row): PaymentMethod {
  return {
    id: row.id,
    accountId: row.accountId,
    mode: row.mode,
    type: row.type,
    status: row.status,
    railToken: row.railToken,
    card: cardOf(row),
    bank: bankOf(row),
    customerId: row.customerId,
    networkToken: row.networkToken,
    reusable: row.reusable,
    metadata: row.metadata,
    createdAt: row.createdAt,
  };
}

function bankOf(row: Row): PaymentMethod["bank"] {
  if (row.bankLast4 === null) return null;
  return {
    country: row.bankCountry ?? "",
    last4: row.bankLast4,
    bankCode: row.bankCode ?? "",
  };
}

function cardOf(row: Row): PaymentMethod["card"] {
  if (row.cardLast4 === null) return null;
  return {
    brand: row.cardBrand ?? "",
    last4: row.cardLast4,
    bin: row.cardBin ?? "",
    issuer: row.cardIssuer ?? "",
    country: row.cardCountry ?? "",
    funding: row.cardFunding as NonNullable<PaymentMethod["card"]>["funding"],
    expMonth: row.cardExpMonth ?? 0,
    expYear: row.cardExpYear ?? 0,
    fingerprint: row.cardFingerprint ?? "",
  };
}

/** Columns of `payment_methods` for hand-written inserts. */
export const PAYMENT_METHOD_COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["type", "text"],
  ["rail_token", "text"],
  ["card_brand", "text"],
  ["card_last4", "text"],
  ["card_bin", "text"],
  ["card_exp_month", "smallint"],
  ["card_exp_year", "smallint"],
  ["card_issuer", "text"],
  ["card_country", "text"],
  ["card_funding", "text"],
  ["card_fingerprint", "text"],
  ["network_token", "boolean"],
  ["customer_id", "text"],
  ["created_at", "timestamptz"],
] as const;

/** The payment method as a record of `PAYMENT_METHOD_COLUMNS`. */
export function paymentMethodRow(method: PaymentMethod): RecordOf<typeof PAYMENT_METHOD_COLUMNS> {
  const card: Partial<CardFacts> = method.card ?? {};
  return {
    account_id: method.accountId,
    id: method.id,
    mode: method.mode,
    type: method.type,
    rail_token: method.railToken,
    card_brand: card.brand,
    card_last4: card.last4,
    card_bin: card.bin,
    card_exp_month: card.expMonth,
    card_exp_year: card.expYear,
    card_issuer: card.issuer,
    card_country: card.country,
    card_funding: card.funding,
    card_fingerprint: card.fingerprint,
    network_token: method.networkToken,
    customer_id: method.customerId,
    created_at: method.createdAt,
  };
}
