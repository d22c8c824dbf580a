import { and, count, eq, gt, ilike, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { authUsers } from "#db/schema/auth.ts";
import { customers } from "#db/schema/customers.ts";
import { disputes as d } from "#db/schema/disputes.ts";
import { payments as p } from "#db/schema/payments.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { hasTag } from "#db/tags.ts";
import { within } from "#db/time-filters.ts";
import { shownStatus } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import type { DisputeFacts, DisputeFilter, DisputeListItem, DisputesDue } from "./types.ts";

const LIST_ITEM = {
  id: d.id,
  accountId: d.accountId,
  mode: d.mode,
  paymentId: d.paymentId,
  status: d.status,
  amountMinor: d.amount,
  currency: d.currency,
  feeMinor: d.fee,
  reason: sql<DisputeListItem["reason"]>`${d.reason}`,
  networkReasonCode: d.networkReasonCode,
  evidence: d.evidence,
  evidenceFiles: d.evidenceFiles,
  evidenceDueBy: d.evidenceDueBy,
  railCheckAt: d.railCheckAt,
  createdAt: d.createdAt,
  updatedAt: d.updatedAt,
  paymentAmountMinor: p.amount,
  paymentDescription: p.description,
  method: p.method,
  cardBrand: p.cardBrand,
  cardLast4: p.cardLast4,
  customerId: p.customerId,
  customerName: customers.name,
  customerEmail: customers.email,
};

const ofPayment = and(eq(p.accountId, d.accountId), eq(p.id, d.paymentId));
const ofCustomer = and(eq(customers.accountId, p.accountId), eq(customers.id, p.customerId));
const own = (ctx: Context) => and(eq(d.accountId, ctx.accountId), eq(d.mode, ctx.mode));

/** Returns one page of the disputes that match the filter, newest first. Takes no lock. */
export function listItems(
  ctx: Context,
  filter: DisputeFilter,
  page: KeysetPage,
): Promise<KeysetSlice<DisputeListItem>> {
  return readPage(
    d.id,
    page,
    (bound, order, take) =>
      db()
        .select(LIST_ITEM)
        .from(d)
        .innerJoin(p, ofPayment)
        .leftJoin(customers, ofCustomer)
        .where(and(matching(ctx, filter), statusIs(filter), bound))
        .orderBy(order)
        .limit(take),
    { own: own(ctx), keys: SORTS },
  );
}

const SORTS = {
  due: [{ by: d.evidenceDueBy, type: "timestamptz" }],
  // Amounts compare only within a currency.
  amount: [
    { by: d.currency, type: "text" },
    { by: d.amount, type: "bigint" },
  ],
} as const;

const WITH_PAYMENT = sql`${d} join ${p} on ${ofPayment} left join ${customers} on ${ofCustomer}`;

/** Returns count and sum of the disputes that match the filter, by currency, bounded. Takes no lock. */
export function sumDisputes(ctx: Context, filter: DisputeFilter): Promise<ListSums> {
  return sumListed(d, WITH_PAYMENT, and(matching(ctx, filter), statusIs(filter)));
}

/** Returns the number of disputes that match the filter. Takes no lock. */
export async function countItems(ctx: Context, filter: DisputeFilter): Promise<number> {
  const joined = filter.search && !/^(dp|pay)_/.test(filter.search);
  const counted = db().select({ total: count() }).from(d).$dynamic();
  const [row] = await (joined
    ? counted.innerJoin(p, ofPayment).leftJoin(customers, ofCustomer)
    : counted
  ).where(and(matching(ctx, filter), statusIs(filter)));
  return Number(row?.total ?? 0);
}

/** Returns one dispute with the facts of its page, or null if this account has no such dispute in this mode. Takes no
 *  lock. */
export async function findFacts(ctx: Context, id: Id<"dp">): Promise<DisputeFacts | null> {
  const [facts] = await db()
    .select({
      ...LIST_ITEM,
      paymentStatus: shownStatus(ctx),
      paymentCreatedAt: p.createdAt,
      paymentSca: p.sca,
      acquirerResponse: p.acquirerResponse,
      assignedTo: d.assignedTo,
      assigneeName: authUsers.name,
    })
    .from(d)
    .innerJoin(p, ofPayment)
    .leftJoin(customers, ofCustomer)
    .leftJoin(authUsers, eq(authUsers.id, d.assignedTo))
    .where(and(own(ctx), eq(d.id, id)));
  return facts ?? null;
}

/** Returns the dispute of a payment, or null. Takes no lock. */
export async function findOfPayment(
  ctx: Context,
  paymentId: Id<"pay">,
): Promise<{ id: Id<"dp">; status: string; evidenceDueBy: Date } | null> {
  const [found] = await db()
    .select({ id: d.id, status: d.status, evidenceDueBy: d.evidenceDueBy })
    .from(d)
    .where(and(own(ctx), eq(d.paymentId, paymentId)));
  return found ?? null;
}

/** Returns count and sum of the disputes that need a response by a future deadline, by currency, nearest deadline first.
 *  Takes no lock. */
export async function sumDue(ctx: Context, now: Date): Promise<DisputesDue[]> {
  const dueBy = sql<Date>`min(${d.evidenceDueBy})`.mapWith(d.evidenceDueBy);
  return await db()
    .select({
      currency: d.currency,
      count: sql<number>`count(*)::int`,
      amountMinor: sql<bigint>`sum(${d.amount})::bigint`,
      dueBy,
    })
    .from(d)
    .where(and(own(ctx), eq(d.status, "needs_response"), gt(d.evidenceDueBy, now)))
    .groupBy(d.currency)
    .orderBy(dueBy);
}

function statusIs({ statuses }: DisputeFilter): SQL | undefined {
  return statuses?.length ? inArray(d.status, [...statuses]) : undefined;
}

function matching(ctx: Context, filter: DisputeFilter): SQL | undefined {
  return and(
    own(ctx),
    filter.reasons?.length ? inArray(d.reason, [...filter.reasons]) : undefined,
    filter.currencies?.length ? inArray(d.currency, [...filter.currencies]) : undefined,
    filter.due ? within(d.evidenceDueBy, filter.due) : undefined,
    filter.created ? within(d.createdAt, filter.created) : undefined,
    hasTag(ctx, "dispute", d, filter.tags),
    filter.search ? meaning(filter.search) : undefined,
  );
}

function meaning(text: string): SQL | undefined {
  if (text.startsWith("dp_")) return like(d.id, beginning(text));
  if (text.startsWith("pay_")) return eq(d.paymentId, text as Id<"pay">);
  return or(
    inArray(customers.email, [text, text.toLowerCase()]),
    ilike(customers.name, containing(text)),
    ilike(p.description, containing(text)),
    eq(p.cardLast4, text),
  );
}
