import { desc } from "drizzle-orm";
import { db } from "#db/client.ts";
import { exclusively } from "#db/prepared.ts";
import { bookKeys as t } from "#db/schema/books.ts";

/** Key of the advisory lock of a process that makes a key. */
const MAKING_LOCK = 7_340_010;

export type KeyRow = typeof t.$inferSelect;

/** All keys, newest first. Takes no lock. */
export async function listKeys(): Promise<KeyRow[]> {
  return await db().select().from(t).orderBy(desc(t.createdAt), desc(t.id));
}

const ANY = "select id from book_keys limit 1";
const ADD = "insert into book_keys (id, public_key, private_key) values ($1, $2, $3)";

/** Adds a key; does nothing if there is one and `onlyFirst`. One process at a time. */
export async function addKey(
  { id, publicKey, privateKey }: Omit<KeyRow, "createdAt">,
  { onlyFirst }: { onlyFirst: boolean },
): Promise<void> {
  await exclusively(MAKING_LOCK, async (run) => {
    if (onlyFirst && (await run("books.any_key", ANY, [])).length > 0) return;
    await run("books.add_key", ADD, [id, publicKey, privateKey]);
  });
}
