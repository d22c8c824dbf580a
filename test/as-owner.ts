import type pg from "pg";
import { onDatabase } from "#db/databases.ts";
import { env } from "#lib/kernel/env.ts";

/** Runs `work` on its own connection as the table owner, for statements that the service's role may not run. */
export async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await onDatabase(env.databaseOwnerUrl, work);
}

/** Runs one statement as the table owner. */
export async function askOwner(text: string, values: readonly unknown[] = []) {
  return await asOwner((client) => client.query(text, [...values]));
}
