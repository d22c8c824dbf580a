import { and, eq, gte, inArray, lt, lte, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, keysetByTime, pageOf } from "#db/paging.ts";
import { payments as t } from "#db/schema/payments.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type { ListPaymentsRequest } from "./list-payments.ts";
import { toPayment } from "./row-store.ts";
import type { Payment } from "./types.ts";

/** One page, newest first. Served by the index of the narrowest filter. Takes no lock. `cursorTime` is
 *  when the cursor's payment was created. */
export async function list(
  ctx: Context,
  request: ListPaymentsRequest,
  cursorTime: Date | undefined,
): Promise<Page<Payment>> {
  const { where, orderBy, limit } = request.created
    ? keysetByTime({ time: t.createdAt, id: t.id }, request, cursorTime)
    : keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(matching(ctx, request), where))
    .orderBy(...[orderBy].flat())
    .limit(limit);
  return mapPage(pageOf(rows, request), toPayment);
}

/** The payments of some ids, in no order. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"pay">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPayment);
}

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

const FIRST_PAYMENT: Id<"pay"> = "pay_";

function matching(ctx: Context, f: ListPaymentsRequest): SQL | undefined {
  return and(
    own(ctx),
    // By the first letters of the ids: the index of the list serves it.
    f.kind === "bank_payment" ? lt(t.id, FIRST_PAYMENT) : gte(t.id, FIRST_PAYMENT),
    f.status && eq(t.status, f.status),
    f.method && eq(t.method, f.method),
    f.currency === undefined ? undefined : eq(t.currency, f.currency),
    f.customer === undefined ? undefined : eq(t.customerId, f.customer as Id<"cus">),
    f.paymentMethod === undefined ? undefined : eq(t.paymentMethodId, f.paymentMethod as Id<"pm">),
    f.amountMinor?.gte === undefined ? undefined : gte(t.amount, f.amountMinor.gte),
    f.amountMinor?.lte === undefined ? undefined : lte(t.amount, f.amountMinor.lte),
    createdWithin(t.createdAt, f.created),
  );
}
