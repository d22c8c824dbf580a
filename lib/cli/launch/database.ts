import { randomBytes } from "node:crypto";
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { forgetRestored, isRestored, markHeld } from "#db/embedded/backup.ts";
import { isSwitching, refuseOtherMajor, switchToNewMajor } from "#db/embedded/new-major.ts";
import { isRecovering, recover } from "#db/embedded/point-in-time.ts";
import { withLock } from "#db/embedded/process-lock.ts";
import { startEmbedded } from "#db/embedded.ts";
import { findKeyRecord } from "#db/key-record.ts";
import { migrate } from "#db/migrate.ts";
import { carriedKeysOf } from "#lib/kernel/crypto.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { keyIn, previousKeyIn } from "./master-key.ts";

/** The key that encrypts stored secrets, created once for an embedded database. Throws if the database exists without
 * its key: a new key could not decrypt the stored secrets. */
export async function masterKeyIn(dataDir: string): Promise<string> {
  const path = join(dataDir, "master.key");
  // Two concurrent first starts must get the same key.
  return await withLock(dataDir, "master-key", 10_000, async () => {
    if (existsSync(path)) return await keyIn(path);
    if (existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
      throw new Error(
        `${path} is missing, and the secrets in its database cannot be decrypted without it. Restore the file, or set PAYDESK_MASTER_KEY.`,
      );
    }
    const key = randomBytes(32).toString("base64");
    keepFile(path, `${key}\n`);
    return key;
  });
}

export interface Database {
  /** Variables with which child processes connect to it. */
  variables: Record<string, string>;
  /** Resolves when an embedded server is lost; never for an external database. */
  lost: Promise<void>;
  stop(): Promise<void>;
}

/** Opens the configured database, the embedded one unless `DATABASE_URL` is set, and migrates it. */
export async function openDatabase(): Promise<Database> {
  if (env.hasDatabaseUrl) {
    void env.masterKey;
    await migrate({ ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseDirectUrl });
    const carried = await carriedVariable(env.databaseOwnerUrl);
    return { variables: carried, lost: new Promise(() => {}), stop: async () => {} };
  }
  const key = env.hasMasterKey ? env.masterKey.toString("base64") : await masterKeyIn(env.dataDir);
  const previous = await previousKeyIn(env.dataDir);
  const keys = {
    PAYDESK_MASTER_KEY: key,
    ...(previous === null ? {} : { PAYDESK_MASTER_KEY_PREVIOUS: previous }),
  };
  const { dataDir, throwaway } = env;
  if (isSwitching(dataDir)) switchToNewMajor(dataDir);
  refuseOtherMajor(dataDir);
  // A restore that was interrupted while it replayed the log goes on.
  const server = isRecovering(dataDir)
    ? (await recover(dataDir, { throwaway })).server
    : await startEmbedded({ dataDir, throwaway });
  let carried: Record<string, string>;
  try {
    await migrate({ ownerUrl: server.url, serviceUrl: server.serviceUrl });
    await holdIfRestored(env.dataDir, server.url);
    assignEnv(keys);
    carried = await carriedVariable(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    variables: {
      DATABASE_URL: server.serviceUrl,
      DATABASE_OWNER_URL: server.url,
      PAYDESK_EMBEDDED: "1",
      ...keys,
      ...carried,
    },
    lost: server.lost,
    stop: async () => {
      await server.stop();
    },
  };
}

/** Keys that earlier rotations of the master key carried on, encrypted, for commands. */
async function carriedVariable(ownerUrl: string): Promise<Record<string, string>> {
  const record = await findKeyRecord(ownerUrl);
  try {
    const carried = record && carriedKeysOf(record);
    return carried ? { PAYDESK_CARRIED_KEYS: carried.toString("base64") } : {};
  } catch {
    // With another database's key. Web and worker say so at their start (`whyNotStart`).
    return {};
  }
}

/** Tells the database that it was restored, before anything can send. */
async function holdIfRestored(dataDir: string, ownerUrl: string): Promise<void> {
  if (!isRestored(dataDir)) return;
  await markHeld(ownerUrl);
  forgetRestored(dataDir);
}

/** Writes a file atomically, readable by its owner only, and syncs it to disk. */
export function keepFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.new`, path);
}
