import { and, eq, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { dueAfterAnswer, dueQueue, isDueAsRead } from "#db/due.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { payoutApprovals as a } from "#db/schema/payout-approvals.ts";
import { payouts as t } from "#db/schema/payouts.ts";
import { textOf } from "#db/shards.ts";
import { selectList, withParams } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";

import { businessNow } from "#lib/kernel/business-time.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import { type RecordOf, recordsValues } from "#lib/kernel/record-rows.ts";
import { insertRecordsSql } from "#lib/kernel/shard-sql.ts";
import type { ListPayoutsRequest } from "./list-payouts.ts";
import { type Payout, toApproval } from "./types.ts";

type Row = typeof t.$inferSelect;
type RowWithApproval = { payout: Row; approval: typeof a.$inferSelect | null };

/** The columns that `toPayout` needs; join with `ITS_APPROVAL`. */
export const WITH_APPROVAL = { payout: t, approval: a };
/** Joins the approval of a payout or of its batch. */
export const ITS_APPROVAL = and(
  eq(a.accountId, t.accountId),
  sql`${a.id} = coalesce(${t.batchId}, ${t.id})`,
);
const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

const COLUMNS = [
  ["account_id", "text"],
  ["id", "text"],
  ["mode", "text"],
  ["status", "text"],
  ["amount", "bigint"],
  ["currency", "text"],
  ["beneficiary_name", "text"],
  ["iban", "text"],
  ["account_number", "text"],
  ["sort_code", "text"],
  ["bic", "text"],
  ["country", "text"],
  ["payee_verification", "text"],
  ["rail_requested", "text"],
  ["rail", "text"],
  ["reference", "text"],
  ["end_to_end_id", "text"],
  ["batch_id", "text"],
  ["batch_row", "int"],
  ["arrival_date", "date"],
  ["rail_check_at", "timestamptz"],
  ["not_before", "timestamptz"],
  ["metadata", "jsonb"],
  ["request_id", "text"],
  ["created_at", "timestamptz"],
] as const;
const INSERT = insertRecordsSql("payouts", COLUMNS, { updated_at: "created_at" });

/** Inserts new payouts in one statement. */
export async function insert(tx: Tx, payouts: readonly Payout[]): Promise<void> {
  await tx.execute(withParams(textOf(INSERT), recordsValues(COLUMNS, payouts.map(toRow))));
}

function toRow(payout: Payout): RecordOf<typeof COLUMNS> {
  const { beneficiary } = payout;
  return {
    account_id: payout.accountId,
    id: payout.id,
    mode: payout.mode,
    status: payout.status,
    amount: payout.amountMinor,
    currency: payout.currency,
    beneficiary_name: beneficiary.name,
    iban: beneficiary.iban,
    account_number: beneficiary.accountNumber,
    sort_code: beneficiary.sortCode,
    bic: beneficiary.bic,
    country: beneficiary.country,
    payee_verification: payout.payeeVerification,
    rail_requested: payout.railRequested,
    rail: payout.rail,
    reference: payout.reference,
    end_to_end_id: payout.endToEndId,
    batch_id: payout.batchId,
    batch_row: payout.batchRow,
    arrival_date: payout.arrivalDate,
    rail_check_at: payout.railCheckAt,
    not_before: payout.notBefore,
    metadata: payout.metadata,
    request_id: payout.requestId,
    created_at: payout.createdAt,
  };
}

/** Moves a payout if its status and rail are still as read, else returns false. Locks its row until the transaction
 *  ends. */
export async function move(tx: Tx, ctx: Context, from: Payout, to: Payout): Promise<boolean> {
  const moved = await tx
    .update(t)
    .set({
      status: to.status,
      rail: to.rail,
      fallbackReason: to.fallbackReason,
      reasonCode: to.reasonCode,
      arrivalDate: to.arrivalDate,
      sentAt: to.sentAt,
      railReference: to.railReference,
      railCheckAt: dueAfterAnswer(t.railCheckAt, from.railCheckAt, to.railCheckAt),
      updatedAt: businessNow(ctx),
    })
    .where(and(asRead(from), from.sentAt === null ? isNull(t.sentAt) : undefined))
    .returning({ id: t.id });
  return moved.length === 1;
}

const asRead = (payout: Payout) =>
  and(
    eq(t.accountId, payout.accountId),
    eq(t.mode, payout.mode),
    eq(t.id, payout.id),
    eq(t.status, payout.status),
    eq(t.rail, payout.rail),
  );

/** An approval of a payout or its batch that is not `approved`. */
const openApproval = () =>
  db()
    .select({ one: sql`1` })
    .from(a)
    .where(and(ITS_APPROVAL, ne(a.state, "approved")));

/** Records that a payout is being sent. Returns false if it was canceled or sent already, or needs an approval that it
 *  does not have. */
export async function markSent(to: Payout): Promise<boolean> {
  const { sentAt, payeeVerification, arrivalDate } = to;
  const marked = await db()
    .update(t)
    .set({ sentAt, payeeVerification, arrivalDate })
    .where(and(asRead(to), isNull(t.sentAt), notExists(openApproval())))
    .returning({ id: t.id });
  return marked.length === 1;
}

const byId = (ctx: Context, id: string) => and(own(ctx), eq(t.id, id as Id<"po">));

/** One payout of the account and mode, or null. Takes no lock. */
export async function find(ctx: Context, id: string): Promise<Payout | null> {
  const [row] = await db()
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(byId(ctx, id));
  return row ? toPayout(row) : null;
}

/** As `find`, locked until the transaction ends. Lock its approval first (`lockOfPayout`). */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Payout | null> {
  const [row] = await tx
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(byId(ctx, id))
    .for("no key update", { of: t });
  return row ? toPayout(row) : null;
}

/** One page, newest first. Takes no lock. */
export async function list(ctx: Context, request: ListPayoutsRequest): Promise<Page<Payout>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select(WITH_APPROVAL)
    .from(t)
    .leftJoin(a, ITS_APPROVAL)
    .where(and(matching(ctx, request), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows.map(toPayout), request);
}

function matching(ctx: Context, f: ListPayoutsRequest): SQL | undefined {
  return and(
    own(ctx),
    f.status && eq(t.status, f.status),
    f.currency === undefined ? undefined : eq(t.currency, f.currency),
    f.batch === undefined ? undefined : eq(t.batchId, f.batch as Id<"pob">),
    f.approval && eq(a.state, f.approval),
    createdWithin(t.createdAt, f.created),
  );
}

/** Payouts that are due to be sent or whose rail must be asked, by their account's clock. */
export const dueRows = dueQueue("payouts", selectList(t, "p"), (row: Row) =>
  toPayout({ payout: row, approval: null }),
);

/** Sets when the rail is asked again (null: never). Does nothing if the payout has changed or was made due since it was
 *  read, which was before the rail was asked. */
export async function postpone(payout: Payout, checkAt: Date | null): Promise<void> {
  await db()
    .update(t)
    .set({ railCheckAt: checkAt })
    .where(and(asRead(payout), isDueAsRead(t.railCheckAt, payout.railCheckAt)));
}

export function toPayout({ payout, approval }: RowWithApproval): Payout {
  const { amount, beneficiaryName, iban, accountNumber, sortCode, bic, country, ...rest } = payout;
  const { updatedAt, railHeldBy, railHeldUntil, ...columns } = rest;
  return {
    ...columns,
    approval: approval && toApproval(approval),
    amountMinor: amount,
    beneficiary: { name: beneficiaryName, iban, accountNumber, sortCode, bic, country },
  };
}
