import { and, count, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { lockName } from "#db/lock-name.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { accounts } from "#db/schema/accounts.ts";
import { webhookEndpoints } from "#db/schema/webhooks.ts";
import { createdWithin } from "#db/time-filters.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page } from "#lib/kernel/page.ts";
import { moveOldestToQueue } from "../dispatch/arrivals-store.ts";
import { endHolding, setWaitingAside } from "../dispatch/waiting-store.ts";
import type { Endpoint } from "../types.ts";
import type { ListEndpointsRequest } from "./read-endpoints.ts";

const {
  secret: _,
  previousSecret: __,
  deletedAt: ___,
  headers: ____,
  ...shown
} = getTableColumns(webhookEndpoints);

type Changes = Partial<typeof webhookEndpoints.$inferInsert>;

/** The tenant's endpoints that are not deleted. */
const own = (ctx: Context, id?: string) =>
  and(
    eq(webhookEndpoints.accountId, ctx.accountId),
    eq(webhookEndpoints.mode, ctx.mode),
    isNull(webhookEndpoints.deletedAt),
    id === undefined ? undefined : eq(webhookEndpoints.id, id as Id<"we">),
  );

export async function find(ctx: Context, id: string, tx?: Tx): Promise<Endpoint | null> {
  const [endpoint] = await (tx ?? db()).select(shown).from(webhookEndpoints).where(own(ctx, id));
  return endpoint ?? null;
}

export async function list(ctx: Context, request: ListEndpointsRequest): Promise<Page<Endpoint>> {
  const k = keyset(webhookEndpoints.id, request);
  const status = request.status ? eq(webhookEndpoints.status, request.status) : undefined;
  const created = createdWithin(webhookEndpoints.createdAt, request.created);
  const rows = await db()
    .select(shown)
    .from(webhookEndpoints)
    .where(and(own(ctx), status, created, k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows, request);
}

/** The endpoints of `ids`, deleted ones included: past deliveries still show theirs. Takes no lock. */
export async function findMany(
  ctx: Context,
  ids: readonly string[],
  tx?: Tx,
): Promise<Array<{ endpoint: Endpoint; deleted: boolean }>> {
  if (ids.length === 0) return [];
  const { accountId, mode, id, deletedAt } = webhookEndpoints;
  const rows = await (tx ?? db())
    .select({ endpoint: shown, deletedAt })
    .from(webhookEndpoints)
    .where(
      and(eq(accountId, ctx.accountId), eq(mode, ctx.mode), inArray(id, ids as Array<Id<"we">>)),
    );
  return rows.map((row) => ({ endpoint: row.endpoint, deleted: row.deletedAt !== null }));
}

/** Locks the row until the transaction ends. */
export async function lock(tx: Tx, ctx: Context, id: string): Promise<Endpoint | null> {
  const [endpoint] = await tx
    .select(shown)
    .from(webhookEndpoints)
    .where(own(ctx, id))
    .for("update");
  return endpoint ?? null;
}

/** The endpoint's own headers, encrypted. Call it with the row locked. */
export async function headersIn(tx: Tx, ctx: Context, id: string): Promise<Buffer | null> {
  const { headers } = webhookEndpoints;
  const [row] = await tx.select({ headers }).from(webhookEndpoints).where(own(ctx, id));
  return row?.headers ?? null;
}

export async function wasDeleted(tx: Tx, ctx: Context, id: Id<"we">): Promise<boolean> {
  const { accountId, mode, deletedAt } = webhookEndpoints;
  const [row] = await tx
    .select({ deletedAt })
    .from(webhookEndpoints)
    .where(and(eq(accountId, ctx.accountId), eq(mode, ctx.mode), eq(webhookEndpoints.id, id)));
  return Boolean(row?.deletedAt);
}

/** Counts the endpoints under an advisory lock, so that two creations cannot both pass the limit. */
export async function lockAndCount(tx: Tx, ctx: Context): Promise<number> {
  await lockName(tx, `webhook endpoints ${ctx.accountId} ${ctx.mode}`);
  const [row] = await tx.select({ n: count() }).from(webhookEndpoints).where(own(ctx));
  return row?.n ?? 0;
}

/** The version that the account is pinned to in this mode. */
export async function pinOf(tx: Tx, ctx: Context): Promise<string> {
  const pin = ctx.mode === "live" ? accounts.liveVersion : accounts.testVersion;
  const [row] = await tx.select({ pin }).from(accounts).where(eq(accounts.id, ctx.accountId));
  return row!.pin;
}

export async function insert(tx: Tx, row: typeof webhookEndpoints.$inferInsert): Promise<Endpoint> {
  const [endpoint] = await tx.insert(webhookEndpoints).values(row).returning(shown);
  return endpoint!;
}

export async function update(
  tx: Tx,
  ctx: Context,
  id: string,
  changes: Changes,
): Promise<Endpoint> {
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set(changes)
    .where(own(ctx, id))
    .returning(shown);
  return endpoint!;
}

/** Makes the current secret the previous one, or drops it without an overlap. */
export async function rotate(
  tx: Tx,
  ctx: Context,
  id: string,
  next: { secret: Buffer; secretHint: string; previousExpiresAt: Date | null },
): Promise<Endpoint> {
  const { secret, secretHint, previousExpiresAt } = next;
  const [endpoint] = await tx
    .update(webhookEndpoints)
    .set({
      secret,
      secretHint,
      previousSecret: previousExpiresAt ? sql`${webhookEndpoints.secret}` : null,
      previousSecretHint: previousExpiresAt ? sql`${webhookEndpoints.secretHint}` : null,
      previousSecretExpiresAt: previousExpiresAt,
    })
    .where(own(ctx, id))
    .returning(shown);
  return endpoint!;
}

const waitingOf = (ctx: Context, id: string) => ({ accountId: ctx.accountId, endpointId: id });

/** Holds the deliveries of a disabled endpoint that are not sent yet. */
export async function hold(tx: Tx, ctx: Context, id: string, at: Date): Promise<void> {
  await moveOldestToQueue(tx, { ...waitingOf(ctx, id), at });
  await setWaitingAside(tx, waitingOf(ctx, id), "held", at);
}

/** Makes held deliveries due now; those with attempts continue on their retry ladder. */
export const releaseHeld = (tx: Tx, ctx: Context, id: string, at: Date): Promise<void> =>
  endHolding(tx, waitingOf(ctx, id), "due", at);

/** Cancels the held deliveries of an endpoint that is being deleted. */
export const cancelHeld = (tx: Tx, ctx: Context, id: string, at: Date): Promise<void> =>
  endHolding(tx, waitingOf(ctx, id), "canceled", at);

/** Cancels the deliveries of a deleted endpoint that are not sent yet. */
export async function cancelPending(tx: Tx, ctx: Context, id: string, at: Date): Promise<void> {
  await moveOldestToQueue(tx, { ...waitingOf(ctx, id), at });
  await setWaitingAside(tx, waitingOf(ctx, id), "canceled", at);
  await cancelHeld(tx, ctx, id, at);
}
