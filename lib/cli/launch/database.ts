import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "#db/embedded/process-lock.ts";
import { startEmbedded } from "#db/embedded.ts";
import { migrate } from "#db/migrate.ts";
import { env } from "#lib/kernel/env.ts";
import { keepFile } from "./keep-file.ts";

/** The key that protects stored secrets, made once for an embedded database. Throws when the
 *  database exists without it: a new key would leave every stored secret unreadable. */
export async function masterKeyIn(dataDir: string): Promise<string> {
  const path = join(dataDir, "master.key");
  // Two first starts at once must end with one key.
  return await withLock(dataDir, "master-key", 10_000, async () => {
    if (existsSync(path)) return readFileSync(path, "utf8").trim();
    if (existsSync(join(dataDir, "postgres", "PG_VERSION"))) {
      throw new Error(
        `${path} is missing, and the secrets in the database beside it cannot be read without it. Restore the file, or set PAYDESK_MASTER_KEY.`,
      );
    }
    const key = randomBytes(32).toString("base64");
    keepFile(path, `${key}\n`);
    return key;
  });
}

export interface Database {
  /** Variables that child processes need to reach it. */
  variables: Record<string, string>;
  /** Resolves when an embedded server was lost. Never for a database of somebody else. */
  lost: Promise<void>;
  stop(): Promise<void>;
}

/** Opens the database this installation is set to use, the embedded one unless `DATABASE_URL`
 *  names another, and brings its schema up to date. */
export async function openDatabase(): Promise<Database> {
  if (env.hasDatabaseUrl) {
    void env.masterKey;
    await migrate({ ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl });
    return { variables: {}, lost: new Promise(() => {}), stop: async () => {} };
  }
  const key = env.hasMasterKey ? env.masterKey.toString("base64") : await masterKeyIn(env.dataDir);
  const server = await startEmbedded({ dataDir: env.dataDir, throwaway: env.throwaway });
  try {
    await migrate({ ownerUrl: server.url, serviceUrl: server.serviceUrl });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    variables: {
      DATABASE_URL: server.serviceUrl,
      DATABASE_OWNER_URL: server.url,
      PAYDESK_MASTER_KEY: key,
      PAYDESK_EMBEDDED: "1",
    },
    lost: server.lost,
    stop: async () => {
      await server.stop();
    },
  };
}
