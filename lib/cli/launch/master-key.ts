import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { fileKeyService, isWrapped, type KeyService, unwrapText } from "./key-service.ts";

/** The key service that `PAYDESK_KMS` names; null for none. */
export function keyService(): KeyService | null {
  return env.kms === null ? null : fileKeyService(env.kms.slice("file:".length));
}

/** The key in a file, unwrapped if it is wrapped. */
export async function keyIn(path: string): Promise<string> {
  const text = readFileSync(path, "utf8").trim();
  if (!isWrapped(text)) return text;
  const service = keyService();
  if (!service) throw new Error(`${path} holds a wrapped key: set PAYDESK_KMS to what unwraps it.`);
  return (await unwrapText(service, text)).toString("base64");
}

/** Reads the master keys that files hold into this process's settings, from where child processes get them. Throws if a file
 *  cannot be read or unwrapped. */
export async function readMasterKeys(): Promise<void> {
  const { newest, previous } = env.masterKeyFiles;
  if (newest) assignEnv({ PAYDESK_MASTER_KEY: await keyIn(newest) });
  if (previous) assignEnv({ PAYDESK_MASTER_KEY_PREVIOUS: await keyIn(previous) });
}

/** The key that an embedded database had before `master.key`, kept beside it while it is rotated; null if there is none. */
export async function previousKeyIn(dataDir: string): Promise<string | null> {
  if (env.previousMasterKey) return env.previousMasterKey.toString("base64");
  const path = join(dataDir, "master.key.previous");
  return existsSync(path) ? await keyIn(path) : null;
}
