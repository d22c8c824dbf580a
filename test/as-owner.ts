import pg from "pg";
import { env } from "#lib/kernel/env.ts";

/** Runs `work` on its own connection as the table owner, for statements that the service's role may not run. */
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

/** Runs one statement as the table owner. */
export async function askOwner(text: string, values: readonly unknown[] = []) {
  return await asOwner((client) => client.query(text, [...values]));
}
