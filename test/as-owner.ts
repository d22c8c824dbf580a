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

/** A fault that no code expects: a row of `table` for which `when` is true cannot be written. Returns its removal. */
export async function plantFault(table: string, when: string): Promise<() => Promise<void>> {
  const name = `fault_${crypto.randomUUID().slice(0, 8)}`;
  await askOwner(`alter table ${table} add constraint ${name} check (not (${when})) not valid`);
  return async () => {
    await askOwner(`alter table ${table} drop constraint ${name}`);
  };
}
