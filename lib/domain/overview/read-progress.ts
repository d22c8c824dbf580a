import { type ApiKey, type KeyUse, keyStatus, listKeys } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import * as store from "./progress-store.ts";

export type QuickStart = store.Progress & {
  /** The secret key a first call can be made with: one that was used, or else the newest. */
  key: (ApiKey & { use: KeyUse }) | null;
  /** To be put into pages. */
  publishable: string | null;
};

/** What the first calls need of the account's own, and which of the first steps are done. Takes no
 *  lock. */
export async function readQuickStart(ctx: Context): Promise<QuickStart> {
  const [keys, progress] = await Promise.all([listKeys(ctx), store.readProgress(ctx)]);
  const working = keys.filter((key) => keyStatus(key) === "active");
  const secrets = working.filter(({ kind }) => kind === "secret");
  return {
    ...progress,
    key: secrets.find(({ use }) => use.lastUsedAt !== null) ?? secrets[0] ?? null,
    publishable: working.find(({ kind }) => kind === "publishable")?.publishableValue ?? null,
  };
}
