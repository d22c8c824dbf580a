import { latestEventId } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { decryptSecret, encryptSecret, keyedHash, randomSecret } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

/** 32 letters and digits are standard base64 of 24 bytes, as Standard Webhooks wants it, without `+` and `/`, which shells and
 *  addresses would change. */
const SECRET_CHARS = 32;
const HINT_CHARS = 4;

/** Creates a signing secret; `stored` is encrypted and bound to the endpoint. */
export function newSecret(endpointId: Id<"we">): { secret: string; stored: Buffer; hint: string } {
  const secret = `whsec_${randomSecret(SECRET_CHARS)}`;
  return {
    secret,
    stored: encryptSecret(secret, endpointId),
    hint: hintOf(secret),
  };
}

/** The last characters of a secret, enough to tell one from another. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_CHARS);
}

/** The secrets that sign at `moment`, newest first; during an overlap the previous one as well. */
export function secretsInUse(
  endpoint: {
    id: Id<"we">;
    secret: Buffer;
    previousSecret: Buffer | null;
    previousSecretExpiresAt: Date | null;
  },
  moment: Date,
): string[] {
  const { id, secret, previousSecret, previousSecretExpiresAt } = endpoint;
  const current = decryptSecret(secret, id);
  const overlaps = previousSecret && previousSecretExpiresAt && previousSecretExpiresAt > moment;
  return overlaps ? [current, decryptSecret(previousSecret, id)] : [current];
}

const SECRET_BYTES = 24;

export type Listener = {
  accountId: Id<"acct">;
  mode: Mode;
  secret: string;
  latestEvent: Id<"evt"> | null;
};

/** Data that `npm run listen` needs to forward events without an endpoint: the latest event, and a signing
 *  secret that never changes and signs nothing that this service sends. Takes no lock. */
export async function getListener(ctx: Context): Promise<Listener> {
  const { accountId, mode } = ctx;
  const hash = keyedHash("listener-secret", `${accountId} ${mode}`).subarray(0, SECRET_BYTES);
  return {
    accountId,
    mode,
    // Letters and digits only: standard base64, which `base64url` is not with `-` and `_`.
    secret: `whsec_${hash.toString("base64url").replaceAll(/[-_]/g, "A")}`,
    latestEvent: await latestEventId(ctx),
  };
}
