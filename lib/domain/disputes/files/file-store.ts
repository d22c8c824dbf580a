import { and, asc, eq, getTableColumns, inArray } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, pageOf } from "#db/paging.ts";
import { disputeFiles as t } from "#db/schema/disputes.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Page, PageRequest } from "#lib/kernel/page.ts";
import type { DisputeFile } from "../types.ts";
import type { FileRef } from "./dispute-files.ts";

const { content: _, ...FACTS } = getTableColumns(t);

type Owner = Pick<Context, "accountId" | "mode">;

const ofDispute = ({ accountId, mode }: Owner, disputeId: string) =>
  and(eq(t.accountId, accountId), eq(t.mode, mode), eq(t.disputeId, disputeId as Id<"dp">));
const isFile = ({ accountId, mode }: Owner, { disputeId, id }: FileRef) =>
  and(
    eq(t.accountId, accountId),
    eq(t.mode, mode),
    eq(t.id, id as Id<"dpf">),
    disputeId === undefined ? undefined : eq(t.disputeId, disputeId as Id<"dp">),
  );

export async function insert(tx: Tx, file: DisputeFile & { content: Buffer }): Promise<void> {
  await tx.insert(t).values(file);
}

export async function remove(tx: Tx, file: DisputeFile): Promise<void> {
  await tx.delete(t).where(isFile(file, file));
}

/** Returns all files of a dispute without their content, oldest first. Takes no lock. */
export async function filesOf(owner: Owner, disputeId: string, tx?: Tx): Promise<DisputeFile[]> {
  return await (tx ?? db())
    .select(FACTS)
    .from(t)
    .where(ofDispute(owner, disputeId))
    .orderBy(asc(t.id));
}

/** Returns a file without its content, or null. Takes no lock. */
export async function find(ctx: Context, wanted: FileRef, tx?: Tx): Promise<DisputeFile | null> {
  const [row] = await (tx ?? db()).select(FACTS).from(t).where(isFile(ctx, wanted));
  return row ?? null;
}

/** Returns those of the files that exist, without their content. Takes no lock. */
export async function findMany(
  { accountId, mode }: Owner,
  ids: readonly string[],
): Promise<DisputeFile[]> {
  return await db()
    .select(FACTS)
    .from(t)
    .where(and(eq(t.accountId, accountId), eq(t.mode, mode), inArray(t.id, ids as Id<"dpf">[])));
}

/** Returns a file with its encrypted content, or null. Takes no lock. */
export async function findContent(
  ctx: Context,
  wanted: FileRef,
): Promise<(DisputeFile & { content: Buffer }) | null> {
  const [row] = await db().select().from(t).where(isFile(ctx, wanted));
  return row ?? null;
}

/** Returns one page of a dispute's files, newest first. Takes no lock. */
export async function list(
  ctx: Context,
  disputeId: string,
  request: PageRequest,
): Promise<Page<DisputeFile>> {
  const k = keyset(t.id, request);
  const rows = await db()
    .select(FACTS)
    .from(t)
    .where(and(ofDispute(ctx, disputeId), k.where))
    .orderBy(k.orderBy)
    .limit(k.limit);
  return pageOf(rows, request);
}
