import pg from "pg";
import type { KeyRecord } from "#lib/kernel/crypto.ts";

/** A database's record of its master key, for launchers, which have no pool; undefined before a process has served it. */
export async function findKeyRecord(url: string): Promise<KeyRecord | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: "paydesk key" });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<KeyRecord>(
      `select key_check as "keyCheck", carried_keys as "carriedKeys" from installation`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
