import { and, count, eq, ilike, inArray, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { customers as c } from "#db/schema/customers.ts";
import { mandates as t } from "#db/schema/mandates.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { containing } from "#db/sql-text.ts";
import { within } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice } from "#lib/kernel/page.ts";
import type { MandateFacts, MandateFilter, MandateListItem } from "./types.ts";

const LIST_ITEM = {
  id: t.id,
  status: t.status,
  scheme: t.scheme,
  reference: t.reference,
  acceptedAt: t.acceptedAt,
  expiresAt: t.expiresAt,
  createdAt: t.createdAt,
  paymentMethodId: t.paymentMethodId,
  method: m.type,
  cardBrand: m.cardBrand,
  cardLast4: m.cardLast4,
  bankLast4: m.bankLast4,
  bankCountry: m.bankCountry,
  customerId: t.customerId,
  customerName: c.name,
  customerEmail: c.email,
};
const ofCustomer = and(eq(c.accountId, t.accountId), eq(c.id, t.customerId));
const ofMethod = and(eq(m.accountId, t.accountId), eq(m.id, t.paymentMethodId));
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

/** Returns one page of the mandates that match the filter, newest first. Takes no lock. */
export function listItems(
  ctx: Context,
  filter: MandateFilter,
  page: KeysetPage,
): Promise<KeysetSlice<MandateListItem>> {
  return readPage(t.id, page, (bound, order, take) =>
    db()
      .select(LIST_ITEM)
      .from(t)
      .leftJoin(c, ofCustomer)
      .leftJoin(m, ofMethod)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take),
  );
}

/** Returns the exact number of mandates that match the filter. Takes no lock. */
export async function countItems(ctx: Context, filter: MandateFilter): Promise<number> {
  const [row] = await db()
    .select({ total: count() })
    .from(t)
    .leftJoin(c, ofCustomer)
    .where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

/** Returns one mandate with the facts of its page, or null if this account has no such mandate in this mode. Takes no
 *  lock. */
export async function findFacts(ctx: Context, id: Id<"mdt">): Promise<MandateFacts | null> {
  const [facts] = await db()
    .select({
      ...LIST_ITEM,
      acceptedIp: t.acceptedIp,
      failureCode: t.failureCode,
      railReference: t.railReference,
      revocationSource: t.revocationSource,
      revocationCode: t.revocationCode,
      bankCode: m.bankCode,
      updatedAt: t.updatedAt,
    })
    .from(t)
    .leftJoin(c, ofCustomer)
    .leftJoin(m, ofMethod)
    .where(and(own(ctx), eq(t.id, id)));
  return facts ?? null;
}

function matching(ctx: Context, filter: MandateFilter): SQL | undefined {
  const { statuses, schemes, created, search } = filter;
  return and(
    own(ctx),
    statuses?.length ? inArray(t.status, [...statuses]) : undefined,
    schemes?.length ? inArray(t.scheme, [...schemes]) : undefined,
    created ? within(t.createdAt, created) : undefined,
    search ? found(search) : undefined,
  );
}

function found(text: string): SQL | undefined {
  if (text.startsWith("mdt_")) return eq(t.id, text as Id<"mdt">);
  if (text.startsWith("cus_")) return eq(t.customerId, text as Id<"cus">);
  if (text.startsWith("pm_")) return eq(t.paymentMethodId, text as Id<"pm">);
  const like = containing(text);
  return or(ilike(t.reference, like), ilike(c.email, like), ilike(c.name, like));
}
