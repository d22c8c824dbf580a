import { checkOfOpener, newestCheck, useKeysOf } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { find as findKeyRecord, findSecret, keepKeyCheck, limitRole, schemaAge } from "./store.ts";

/** Why a process must not serve, for operators. `final`: nothing that happens to the database makes it right. */
export type Refusal = { why: string; final: boolean };

const NEWER =
  "This database was upgraded by a newer version of this program. Start that version: this one does not know the schema.";
const OLDER = "This database has an older schema than this program. Run `npm run migrate`.";
const OTHER_KEY =
  "PAYDESK_MASTER_KEY is not the key that protects this database: API keys would be refused and secrets could not be read. Set the key that it was created with.";

/**
 * Why this process must not serve the database; null if it may. The first process that serves a database stores a value by
 * which later ones recognise its master key. If the database has secrets already, one of them must open with the key first. While
 * the key is rotated, the newest or the previous key must be the database's.
 */
export async function whyNotStart(): Promise<Refusal | null> {
  const age = await schemaAge();
  if (age === "newer") return { why: NEWER, final: true };
  if (age === "older") return { why: OLDER, final: false };
  if (env.databasePooled) await limitRole();
  const record = await keepKeyCheck(async () => {
    const secret = await findSecret();
    return secret ? checkOfOpener(secret.stored, secret.boundTo) : newestCheck();
  });
  return record && useKeysOf(record) ? null : { why: OTHER_KEY, final: true };
}

/** Uses the database's keys in a command that no launcher prepared (`useKeysOf`). */
export async function useInstallationKeys(): Promise<void> {
  const record = await findKeyRecord();
  if (record) useKeysOf(record);
}
