import { and, count, eq, gte, ilike, inArray, like, lte, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { readPage } from "#db/paging.ts";
import { payoutApprovals as a } from "#db/schema/payout-approvals.ts";
import { payoutBatches as b, payouts as t } from "#db/schema/payouts.ts";
import { beginning, containing } from "#db/sql-text.ts";
import { sumListed } from "#db/sums.ts";
import { hasTag } from "#db/tags.ts";
import { within } from "#db/time-filters.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { KeysetPage, KeysetSlice, ListSums } from "#lib/kernel/page.ts";
import type { Period } from "#lib/kernel/period.ts";
import type {
  ApprovalState,
  BatchStatus,
  PayoutRail,
  PayoutStatus,
} from "#lib/kernel/vocabulary/payouts.ts";

import * as batches from "./batches/batch-store.ts";
import { ITS_APPROVAL, toPayout, WITH_APPROVAL } from "./store.ts";
import type { Payout, PayoutBatch } from "./types.ts";

export type PayoutListItem = Payout & { updatedAt: Date };
export type BatchListItem = PayoutBatch & { updatedAt: Date };

/** One page of the payouts that match a filter, newest first. Takes no lock. */
export function listPayoutItems(
  ctx: Context,
  filter: PayoutFilter,
  page: KeysetPage,
): Promise<KeysetSlice<PayoutListItem>> {
  const read = async (bound: SQL | undefined, order: SQL, take: number) => {
    const rows = await db()
      .select(WITH_APPROVAL)
      .from(t)
      .leftJoin(a, ITS_APPROVAL)
      .where(and(matching(ctx, filter), bound))
      .orderBy(order)
      .limit(take);
    return rows.map(toListItem);
  };
  const own = and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));
  return readPage(t.id, page, read, { own, keys: { amount: BY_AMOUNT } });
}

/** Amounts compare only within a currency. */
const BY_AMOUNT = [
  { by: t.currency, type: "text" },
  { by: t.amount, type: "bigint" },
] as const;

/** Count and sum of the payouts that match a filter, by currency, bounded. Takes no lock. */
export function sumPayouts(ctx: Context, filter: PayoutFilter): Promise<ListSums> {
  const from = sql`${t} left join ${a} on ${ITS_APPROVAL}`;
  return sumListed(t, from, matching(ctx, filter));
}

/** The exact number of payouts that match a filter. Takes no lock. */
export async function countPayoutItems(ctx: Context, filter: PayoutFilter): Promise<number> {
  const query = db().select({ total: count() }).from(t).$dynamic();
  const joined = filter.approvals?.length ? query.leftJoin(a, ITS_APPROVAL) : query;
  const [row] = await joined.where(matching(ctx, filter));
  return Number(row?.total ?? 0);
}

const toListItem = (row: Parameters<typeof toPayout>[0]): PayoutListItem => ({
  ...toPayout(row),
  updatedAt: row.payout.updatedAt,
});

/** One list item, or null. Takes no lock. */
export async function findPayoutListItem(ctx: Context, id: string): Promise<PayoutListItem | null> {
  const [row] = await db()
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode), eq(t.id, id as Id<"po">)));
  return row ? toListItem(row) : null;
}

function matching(ctx: Context, filter: PayoutFilter): SQL | undefined {
  const { amount, statuses, rails, currencies, batchId, created, search, approvals } = filter;
  return and(
    eq(t.accountId, ctx.accountId),
    eq(t.mode, ctx.mode),
    statuses?.length ? inArray(t.status, [...statuses]) : undefined,
    rails?.length ? inArray(t.rail, [...rails]) : undefined,
    currencies?.length ? inArray(t.currency, [...currencies]) : undefined,
    created ? within(t.createdAt, created) : undefined,
    amount ? eq(t.currency, amount.currency) : undefined,
    amount && amount.minMinor !== null ? gte(t.amount, amount.minMinor) : undefined,
    amount && amount.maxMinor !== null ? lte(t.amount, amount.maxMinor) : undefined,
    batchId ? eq(t.batchId, batchId as Id<"pob">) : undefined,
    approvals?.length ? inArray(a.state, [...approvals]) : undefined,
    hasTag(ctx, "payout", t, filter.tags),
    search ? meaning(search) : undefined,
  );
}

function meaning(text: string): SQL | undefined {
  if (text.startsWith("po_")) return like(t.id, beginning(text));
  if (text.startsWith("pob_")) return eq(t.batchId, text as Id<"pob">);
  return or(
    eq(t.iban, text.replace(/\s+/g, "").toUpperCase()),
    eq(t.endToEndId, text),
    ilike(t.beneficiaryName, containing(text)),
    ilike(t.reference, containing(text)),
  );
}

/** One page of the batches that match a filter, newest first. Takes no lock. */
export function listBatchItems(
  ctx: Context,
  filter: BatchFilter,
  page: KeysetPage,
): Promise<KeysetSlice<BatchListItem>> {
  return readPage(b.id, page, async (bound, order, take) => {
    const rows = await db()
      .select(batches.WITH_APPROVAL)
      .from(b)
      .leftJoin(a, batches.ITS_APPROVAL)
      .where(and(ofBatch(ctx, filter), bound))
      .orderBy(order)
      .limit(take);
    return rows.map((row) => ({ ...batches.toBatch(row), updatedAt: row.batch.updatedAt }));
  });
}

/** The exact number of batches that match a filter. Takes no lock. */
export async function countBatchItems(ctx: Context, filter: BatchFilter): Promise<number> {
  const [row] = await db().select({ total: count() }).from(b).where(ofBatch(ctx, filter));
  return Number(row?.total ?? 0);
}

function ofBatch(ctx: Context, { statuses, created }: BatchFilter): SQL | undefined {
  return and(
    eq(b.accountId, ctx.accountId),
    eq(b.mode, ctx.mode),
    statuses?.length ? inArray(b.status, [...statuses]) : undefined,
    created ? within(b.createdAt, created) : undefined,
  );
}

/** Filters of the dashboard's list of payouts. */
export type PayoutFilter = {
  statuses?: readonly PayoutStatus[];
  approvals?: readonly ApprovalState[];
  rails?: readonly PayoutRail[];
  currencies?: readonly string[];
  created?: Period;
  amount?: { currency: string; minMinor: bigint | null; maxMinor: bigint | null };
  batchId?: string;
  tags?: readonly string[];
  /** A payout's or batch's id, an end-to-end id, an IBAN, or a part of a name or reference. */
  search?: string;
};

export type BatchFilter = { statuses?: readonly BatchStatus[]; created?: Period };
