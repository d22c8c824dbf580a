import { and, count, desc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { lockName } from "#db/lock-name.ts";
import { objectNotes as n } from "#db/schema/annotations.ts";
import { authUsers } from "#db/schema/auth.ts";
import type { Tx } from "#db/transact.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Note, ShownNote } from "./types.ts";

type Owner = Pick<Context, "accountId" | "mode">;

const own = ({ accountId, mode }: Owner) => and(eq(n.accountId, accountId), eq(n.mode, mode));

const COLUMNS = {
  id: n.id,
  kind: n.kind,
  objectId: n.objectId,
  authorId: n.authorId,
  text: n.text,
  mentions: n.mentions,
  createdAt: n.createdAt,
  editedAt: n.editedAt,
};

const shown = (tx: Tx | null) =>
  (tx ?? db())
    .select({ ...COLUMNS, authorName: authUsers.name })
    .from(n)
    .leftJoin(authUsers, eq(authUsers.id, n.authorId));

/** The notes about an object, newest first. Takes no lock. */
export async function listNotes(owner: Owner, objectId: Id, most: number): Promise<ShownNote[]> {
  return await shown(null)
    .where(and(own(owner), eq(n.objectId, objectId)))
    .orderBy(desc(n.id))
    .limit(most);
}

/** The number of notes about an object. Lets one transaction at a time count and then write. */
export async function lockAndCount(tx: Tx, owner: Owner, objectId: Id): Promise<number> {
  await lockName(tx, `notes ${owner.accountId} ${objectId}`);
  const [row] = await tx
    .select({ total: count() })
    .from(n)
    .where(and(own(owner), eq(n.objectId, objectId)));
  return Number(row?.total ?? 0);
}

/** A note, locked until the transaction ends, or null. */
export async function lockNote(tx: Tx, owner: Owner, id: string): Promise<Note | null> {
  const [row] = await tx
    .select(COLUMNS)
    .from(n)
    .where(and(own(owner), eq(n.id, id as Id<"note">)))
    .for("update");
  return row ?? null;
}

export async function insertNote(tx: Tx, { accountId, mode }: Owner, note: Note): Promise<void> {
  await tx.insert(n).values({ ...note, accountId, mode });
}

/** Writes text and mentions of a locked note. */
export async function updateNote(
  tx: Tx,
  owner: Owner,
  { id, text, mentions, editedAt }: Note,
): Promise<void> {
  await tx
    .update(n)
    .set({ text, mentions, editedAt })
    .where(and(own(owner), eq(n.id, id)));
}

export async function deleteNote(tx: Tx, owner: Owner, id: Id<"note">): Promise<void> {
  await tx.delete(n).where(and(own(owner), eq(n.id, id)));
}
