import { eq, getTableColumns } from "drizzle-orm";
import { db } from "#db/client.ts";
import { accounts } from "#db/schema/accounts.ts";
import type { Tx } from "#db/transact.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Account } from "./types.ts";

const { rateLimits, ...shown } = getTableColumns(accounts);

export async function insertAccount(tx: Tx, row: typeof accounts.$inferInsert): Promise<Account> {
  const [account] = await tx.insert(accounts).values(row).returning(shown);
  return account!;
}

export async function findAccount(id: Id<"acct">): Promise<Account | null> {
  const [account] = await db().select(shown).from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

export async function findDemoAccount(): Promise<Account | null> {
  const [account] = await db()
    .select(shown)
    .from(accounts)
    .where(eq(accounts.isDemo, true))
    .limit(1);
  return account ?? null;
}

export async function updateAccount(
  id: Id<"acct">,
  changes: Partial<Pick<Account, "name" | "timezone" | "defaultCurrency">>,
): Promise<Account | null> {
  const [account] = await db()
    .update(accounts)
    .set(changes)
    .where(eq(accounts.id, id))
    .returning(shown);
  return account ?? null;
}
