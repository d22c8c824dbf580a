import {
  and,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  like,
  lte,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers } from "#db/schema/customers.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds as r } from "#db/schema/refunds.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { within } from "#db/time-filters.ts";
import { shownStatus } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import type { RefundStatus } from "#lib/kernel/vocabulary/refunds.ts";
import type { RefundFilter, RefundListItem } from "./types.ts";

const LIST_ITEM = {
  id: r.id,
  status: r.status,
  amountMinor: r.amount,
  currency: r.currency,
  reason: r.reason,
  failureReason: r.failureReason,
  paymentId: r.paymentId,
  paymentAmountMinor: p.amount,
  paymentDescription: p.description,
  method: p.method,
  cardBrand: p.cardBrand,
  cardLast4: p.cardLast4,
  customerId: p.customerId,
  customerName: customers.name,
  customerEmail: customers.email,
  createdAt: r.createdAt,
  updatedAt: r.updatedAt,
};

const ofPayment = and(eq(p.accountId, r.accountId), eq(p.id, r.paymentId));
const ofCustomer = and(eq(customers.accountId, p.accountId), eq(customers.id, p.customerId));

/** Returns one page of the refunds that match the filter, newest first. Takes no lock. */
export function listRefundItems(
  ctx: Context,
  filter: RefundFilter,
  page: KeysetPage,
): Promise<KeysetSlice<RefundListItem>> {
  return readPage(
    r.id,
    page,
    (bound, order, take) =>
      db()
        .select(LIST_ITEM)
        .from(r)
        .innerJoin(p, ofPayment)
        .leftJoin(customers, ofCustomer)
        .where(and(matching(ctx, filter), bound))
        .orderBy(order)
        .limit(take),
    { own: and(eq(r.accountId, ctx.accountId), eq(r.mode, ctx.mode)), keys: { amount: BY_AMOUNT } },
  );
}

/** Amounts compare only within a currency. */
const BY_AMOUNT = [
  { by: r.currency, type: "text" },
  { by: r.amount, type: "bigint" },
] as const;

const WITH_PAYMENT = sql`${r} join ${p} on ${ofPayment} left join ${customers} on ${ofCustomer}`;

/** Returns count and sum of the refunds that match the filter, by currency, bounded. Takes no lock. */
export function sumRefunds(ctx: Context, filter: RefundFilter): Promise<ListSums> {
  return sumListed(r, WITH_PAYMENT, matching(ctx, filter));
}

/** Returns the exact number of refunds that match the filter. Takes no lock. */
export async function countRefundItems(ctx: Context, filter: RefundFilter): Promise<number> {
  const joined = filter.search && !/^(re|pay)_/.test(filter.search);
  const counted = db().select({ total: count() }).from(r).$dynamic();
  const [row] = await (joined
    ? counted.innerJoin(p, ofPayment).leftJoin(customers, ofCustomer)
    : counted
  ).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Returns the refunds of one payment, newest first. Takes no lock. */
export function refundItemsOf(ctx: Context, paymentId: Id<"pay">): Promise<RefundListItem[]> {
  return db()
    .select(LIST_ITEM)
    .from(r)
    .innerJoin(p, ofPayment)
    .leftJoin(customers, ofCustomer)
    .where(and(eq(r.accountId, ctx.accountId), eq(r.mode, ctx.mode), eq(r.paymentId, paymentId)))
    .orderBy(desc(r.id));
}

export type RefundFacts = Awaited<ReturnType<typeof selectRefundFacts>>[number];

function selectRefundFacts(ctx: Context, id: Id<"re">) {
  return db()
    .select({
      ...LIST_ITEM,
      metadata: r.metadata,
      requestId: r.requestId,
      railReference: r.railReference,
      railCheckAt: r.railCheckAt,
      settlementId: r.settlementId,
      paymentStatus: shownStatus(ctx),
      paymentAmountCapturedMinor: p.amountCaptured,
      paymentAmountRefundedMinor: p.amountRefunded,
      paymentCreatedAt: p.createdAt,
    })
    .from(r)
    .innerJoin(p, ofPayment)
    .leftJoin(customers, ofCustomer)
    .where(and(eq(r.accountId, ctx.accountId), eq(r.mode, ctx.mode), eq(r.id, id)));
}

/** Returns all stored facts of one refund, or null if this account has no such refund in this mode. Takes no lock. */
export async function findRefundFacts(ctx: Context, id: Id<"re">): Promise<RefundFacts | null> {
  const [facts] = await selectRefundFacts(ctx, id);
  return facts ?? null;
}

function matching(ctx: Context, filter: RefundFilter): SQL | undefined {
  const { amount, search } = filter;
  return and(
    eq(r.accountId, ctx.accountId),
    eq(r.mode, ctx.mode),
    filter.statuses?.length ? inArray(r.status, [...filter.statuses] as RefundStatus[]) : undefined,
    filter.reasons?.length ? inArray(r.reason, [...filter.reasons]) : undefined,
    filter.currencies?.length ? inArray(r.currency, [...filter.currencies]) : undefined,
    filter.created ? within(r.createdAt, filter.created) : undefined,
    amount ? eq(r.currency, amount.currency) : undefined,
    amount && amount.minMinor !== null ? gte(r.amount, amount.minMinor) : undefined,
    amount && amount.maxMinor !== null ? lte(r.amount, amount.maxMinor) : undefined,
    filter.paymentId ? eq(r.paymentId, filter.paymentId as Id<"pay">) : undefined,
    search ? meaning(search) : undefined,
  );
}

function meaning(text: string): SQL | undefined {
  if (text.startsWith("re_")) return like(r.id, beginning(text));
  if (text.startsWith("pay_")) return eq(r.paymentId, text as Id<"pay">);
  return or(
    inArray(customers.email, [text, text.toLowerCase()]),
    ilike(customers.name, containing(text)),
    ilike(p.description, containing(text)),
    eq(p.cardLast4, text),
  );
}
