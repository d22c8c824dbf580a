import { rmSync } from "node:fs";
import { closeDb } from "#db/client.ts";
import { createTemplate, dropTemplate } from "#db/databases.ts";
import { startEmbedded } from "#db/embedded.ts";
import { throwawayFolder } from "#lib/cli/launch/throwaway-folder.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";

/** The tests' encryption key: fixed and not secret. */
const MASTER_KEY = Buffer.alloc(32, "paydesk tests").toString("base64");

const INTERRUPTIONS = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const;

/** Runs `work` on a new migrated database, which is dropped afterwards. Uses its own server, or the one that
 *  `DATABASE_URL` names. */
export async function onThrowawayDatabase<T>(work: () => Promise<T>): Promise<T> {
  const server = await openServer();
  // Stop the server if the script is interrupted.
  for (const [name, code] of INTERRUPTIONS) {
    process.once(name, () => {
      server.stop().finally(() => process.exit(code));
    });
  }
  const name = `paydesk_script_${process.pid}`;
  try {
    const { ownerUrl, serviceUrl } = await createTemplate(server.url, name);
    assignEnv({
      DATABASE_URL: serviceUrl,
      DATABASE_OWNER_URL: ownerUrl,
      PAYDESK_MASTER_KEY: MASTER_KEY,
      PAYDESK_EMBEDDED: "1",
      LOG_LEVEL: env.logLevel === "info" ? "silent" : env.logLevel,
    });
    try {
      return await work();
    } finally {
      await closeDb();
      await dropTemplate(server.url, name);
    }
  } finally {
    await server.stop();
  }
}

async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  if (env.hasDatabaseUrl) return { url: env.databaseOwnerUrl, stop: async () => {} };
  const dataDir = throwawayFolder("paydesk-script-");
  const server = await startEmbedded({ dataDir, throwaway: true });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
