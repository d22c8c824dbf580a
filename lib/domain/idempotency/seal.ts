import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";

/** An answer that shows a secret once is kept encrypted: the kept copy must not be a second place to
 *  read it. No JSON begins like this. */
const SEALED = "sealed:";

const boundTo = (ctx: Context, key: string) => `answer ${ctx.accountId} ${ctx.mode} ${key}`;

export function seal(ctx: Context, key: string, body: string): string {
  return SEALED + encryptSecret(body, boundTo(ctx, key)).toString("base64");
}

/** The body as it was answered, sealed or not. */
export function unseal(ctx: Context, key: string, stored: string): string {
  if (!stored.startsWith(SEALED)) return stored;
  const bytes = Buffer.from(stored.slice(SEALED.length), "base64");
  return decryptSecret(bytes, boundTo(ctx, key));
}
