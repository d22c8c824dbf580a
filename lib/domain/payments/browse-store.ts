import {
  and,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNull,
  like,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers } from "#db/schema/customers.ts";
import { disputes } from "#db/schema/disputes.ts";
import { events } from "#db/schema/events.ts";
import { payments as p } from "#db/schema/payments.ts";
import { refunds } from "#db/schema/refunds.ts";
import { beginning, containing, withParams } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { hasTag } from "#db/tags.ts";
import { within } from "#db/time-filters.ts";
import { readTogether, sqlState } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import { type DisputeStatus, OPEN_DISPUTES } from "#lib/kernel/vocabulary/disputes.ts";
import type { ShownPaymentStatus } from "#lib/kernel/vocabulary/payments.ts";
import {
  type AmountTerm,
  CHARGE_TRAITS,
  PAYMENT_TRAITS,
  type PaymentFilter,
  type PaymentListItem,
  type SearchTerms,
} from "./payment-filter.ts";
import { chargeTraitIs, liabilityIs, traitIs } from "./traits-store.ts";

/** The status that the dashboard shows, in SQL over the table `payments`: divides `succeeded` by its dispute, then by how
 *  much was refunded. `account` is an SQL expression: Citus does not derive it from the payment. */
export const shownStatusSql = (account: string) => `case
  when payments.status <> 'succeeded' then payments.status
  when payments.disputed then coalesce(
    (select case d.status when 'won' then 'dispute_won' when 'lost' then 'dispute_lost' end
       from disputes d
      where d.account_id = ${account} and d.payment_id = payments.id), 'disputed')
  when payments.amount_refunded = 0 then payments.status
  when payments.amount_refunded < payments.amount_captured then 'partially_refunded'
  else 'refunded' end`;

/** The same for the query builder. */
export const shownStatus = ({ accountId }: Context) =>
  sql<ShownPaymentStatus>`${withParams(shownStatusSql("$1"), [accountId])}`;

export const listItemColumns = (ctx: Context) => ({
  id: p.id,
  status: shownStatus(ctx),
  amountMinor: p.amount,
  amountRefundedMinor: p.amountRefunded,
  currency: p.currency,
  method: p.method,
  cardBrand: p.cardBrand,
  cardLast4: p.cardLast4,
  description: p.description,
  declineCode: p.declineCode,
  disputed: p.disputed,
  acquirerResponse: p.acquirerResponse,
  customerId: p.customerId,
  customerName: customers.name,
  customerEmail: customers.email,
  createdAt: p.createdAt,
});

export const joinsCustomer = and(
  eq(customers.accountId, p.accountId),
  eq(customers.id, p.customerId),
);

/** Returns one page of the payments that match the filter, newest first. Takes no lock. */
export function listItems(
  ctx: Context,
  filter: PaymentFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PaymentListItem>> {
  return readPage(
    p.id,
    page,
    (bound, order, take) =>
      db()
        .select(listItemColumns(ctx))
        .from(p)
        .leftJoin(customers, joinsCustomer)
        .where(and(matching(ctx, filter), bound))
        .orderBy(order)
        .limit(take),
    { own: and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode)), keys: { amount: BY_AMOUNT } },
  );
}

/** Amounts compare only within a currency. */
const BY_AMOUNT = [
  { by: p.currency, type: "text" },
  { by: p.amount, type: "bigint" },
] as const;

/** Returns count and sum of the payments that match the filter, by currency, bounded. Takes no lock. */
export function sumItems(ctx: Context, filter: PaymentFilter): Promise<ListSums> {
  const { currency, amount, amountCaptured: captured } = p;
  return sumListed({ currency, amount, captured }, p, matching(ctx, filter));
}

/** Returns the exact number of payments that match the filter. Takes no lock. */
export async function countItems(ctx: Context, filter: PaymentFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(p).where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Counting more takes longer than a number beside a tab is worth. */
const COUNTED_FOR_MS = 500;
const OUT_OF_TIME = "57014";

/** Returns how many payments match the filter, at most `most`; null if counting them takes more than 500 ms. */
export async function countUpTo(
  ctx: Context,
  filter: PaymentFilter,
  most: number,
): Promise<number | null> {
  try {
    return await readTogether(async (tx) => {
      await tx.execute(
        sql`select set_config('statement_timeout', ${String(COUNTED_FOR_MS)}, true)`,
      );
      const some = tx
        .select({ id: p.id })
        .from(p)
        .where(matching(ctx, filter))
        .limit(most)
        .as("some");
      const [row] = await tx.select({ total: count() }).from(some);
      return Number(row?.total ?? 0);
    });
  } catch (error) {
    if (sqlState(error) === OUT_OF_TIME) return null;
    throw error;
  }
}

/** The ids of up to `limit` declined payments since `from` that match the filter, newest first. Takes no lock. */
export async function newestDeclined(
  ctx: Context,
  filter: PaymentFilter,
  { from, limit }: { from: Date; limit: number },
): Promise<Id<"pay">[]> {
  const rows = await db()
    .select({ id: p.id })
    .from(p)
    .where(and(matching(ctx, filter), eq(p.outcome, "declined"), gte(p.createdAt, from)))
    .orderBy(desc(p.createdAt), desc(p.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

function matching(ctx: Context, filter: PaymentFilter): SQL | undefined {
  const { amount, search } = filter;
  const among = <T>(values: readonly T[] | undefined) => (values?.length ? [...values] : null);
  const [methods, currencies] = [among(filter.methods), among(filter.currencies)];
  const declines = among(filter.declineCodes);
  return and(
    eq(p.accountId, ctx.accountId),
    eq(p.mode, ctx.mode),
    filter.statuses?.length
      ? or(...filter.statuses.map((status) => statusIs(ctx, status)))
      : undefined,
    methods ? inArray(p.method, methods) : undefined,
    currencies ? inArray(p.currency, currencies) : undefined,
    filter.created ? within(p.createdAt, filter.created) : undefined,
    filter.hour ? isInHour(filter.hour) : undefined,
    amount ? eq(p.currency, amount.currency) : undefined,
    amount && amount.minMinor !== null ? gte(p.amount, amount.minMinor) : undefined,
    amount && amount.maxMinor !== null ? lte(p.amount, amount.maxMinor) : undefined,
    filter.customerId ? eq(p.customerId, filter.customerId as Id<"cus">) : undefined,
    filter.paymentMethodId ? eq(p.paymentMethodId, filter.paymentMethodId as Id<"pm">) : undefined,
    filter.mandateId ? eq(p.mandateId, filter.mandateId) : undefined,
    filter.last4 ? eq(p.cardLast4, filter.last4) : undefined,
    declines ? and(eq(p.status, "failed"), declinedFor(declines)) : undefined,
    filter.outcomes?.length ? inArray(p.outcome, [...filter.outcomes]) : undefined,
    ...PAYMENT_TRAITS.map((trait) => traitIs(trait, filter.traits?.[trait])),
    ...CHARGE_TRAITS.map((trait) => chargeTraitIs(ctx, trait, filter.chargeTraits?.[trait])),
    liabilityIs(filter.liability),
    hasTag(ctx, "payment", p, filter.tags),
    search ? or(...searchConditions(ctx, search)) : undefined,
  );
}

/** No index: see `traitIs`. */
const isInHour = ({ hour, zone }: { hour: number; zone: string }): SQL =>
  sql`extract(hour from ${p.createdAt} at time zone ${zone})::int = ${hour}`;

/** `unknown` finds payments without a decline code. */
function declinedFor(codes: string[]): SQL | undefined {
  const known = inArray(p.declineCode, codes);
  return codes.includes("unknown") ? or(known, isNull(p.declineCode)) : known;
}

/** Compares the status column itself, so that the index by status serves it. */
function statusIs(ctx: Context, status: ShownPaymentStatus): SQL | undefined {
  const succeeded = eq(p.status, "succeeded");
  const undisputed = and(succeeded, eq(p.disputed, false));
  switch (status) {
    case "succeeded":
      return and(undisputed, eq(p.amountRefunded, 0n));
    case "refunded":
      return and(
        undisputed,
        sql`${p.amountRefunded} > 0 and ${p.amountRefunded} = ${p.amountCaptured}`,
      );
    case "partially_refunded":
      return and(
        undisputed,
        sql`${p.amountRefunded} > 0 and ${p.amountRefunded} < ${p.amountCaptured}`,
      );
    case "disputed":
    case "dispute_won":
    case "dispute_lost":
      return and(succeeded, inArray(p.id, ofDisputes(ctx, DISPUTES[status])));
    default:
      return eq(p.status, status);
  }
}

/** The statuses of a dispute by the status that its payment shows. */
const DISPUTES: Record<"disputed" | "dispute_won" | "dispute_lost", readonly DisputeStatus[]> = {
  disputed: OPEN_DISPUTES,
  dispute_won: ["won"],
  dispute_lost: ["lost"],
};

/** Payments by their dispute: a merchant has few disputes, and their index finds them. */
function ofDisputes(ctx: Context, statuses: readonly DisputeStatus[]) {
  return db()
    .select({ id: disputes.paymentId })
    .from(disputes)
    .where(
      and(
        eq(disputes.accountId, ctx.accountId),
        eq(disputes.mode, ctx.mode),
        inArray(disputes.status, [...statuses]),
      ),
    );
}

function searchConditions(ctx: Context, search: SearchTerms): (SQL | undefined)[] {
  const { text, email } = search;
  return [
    search.paymentIdPrefix ? like(p.id, beginning(search.paymentIdPrefix)) : undefined,
    search.customerId ? eq(p.customerId, search.customerId as Id<"cus">) : undefined,
    search.paymentMethodId ? eq(p.paymentMethodId, search.paymentMethodId as Id<"pm">) : undefined,
    search.refundId ? inArray(p.id, paymentOfRefund(ctx, search.refundId)) : undefined,
    search.eventId ? inArray(p.id, paymentOfEvent(ctx, search.eventId)) : undefined,
    email ? ofCustomers(ctx, inArray(customers.email, [email, email.toLowerCase()])) : undefined,
    search.last4 ? eq(p.cardLast4, search.last4) : undefined,
    ...(search.amounts ?? []).map(amountIs),
    text ? ilike(p.description, containing(text)) : undefined,
    text ? ofCustomers(ctx, ilike(customers.name, containing(text))) : undefined,
  ].filter((meaning) => meaning !== undefined);
}

function amountIs({ amountMinor, only, except }: AmountTerm): SQL | undefined {
  return and(
    eq(p.amount, amountMinor),
    only ? inArray(p.currency, only) : undefined,
    except ? notInArray(p.currency, except) : undefined,
  );
}

function ofCustomers(ctx: Context, condition: SQL): SQL {
  return inArray(
    p.customerId,
    db()
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.accountId, ctx.accountId), eq(customers.mode, ctx.mode), condition)),
  );
}

function paymentOfRefund(ctx: Context, refundId: string) {
  return db()
    .select({ id: refunds.paymentId })
    .from(refunds)
    .where(and(eq(refunds.accountId, ctx.accountId), eq(refunds.id, refundId as Id<"re">)));
}

function paymentOfEvent(ctx: Context, eventId: string) {
  return db()
    .select({ id: sql<Id<"pay">>`${events.objectId}` })
    .from(events)
    .where(and(eq(events.accountId, ctx.accountId), eq(events.id, eventId as Id<"evt">)));
}
