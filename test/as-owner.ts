import pg from "pg";
import { env } from "#lib/kernel/env.ts";

/** Does `work` on a connection of its own as the owner of the tables: for what the service's role may not do. */
export async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: env.databaseOwnerUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One statement as the owner of the tables. */
export async function askOwner(text: string, values: readonly unknown[] = []) {
  return await asOwner((client) => client.query(text, [...values]));
}
