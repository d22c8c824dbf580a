import { decryptSecret, encryptSecret, randomSecret } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";

const SECRET_CHARS = 32;
const HINT_CHARS = 4;

/** A new signing secret and how it is stored: encrypted, bound to its endpoint. */
export function newSecret(endpointId: Id<"we">): { secret: string; stored: Buffer; hint: string } {
  const secret = `whsec_${randomSecret(SECRET_CHARS)}`;
  return {
    secret,
    stored: encryptSecret(secret, endpointId),
    hint: hintOf(secret),
  };
}

/** What may be shown of a secret: enough to tell one from another. */
export function hintOf(secret: string): string {
  return secret.slice(-HINT_CHARS);
}

/** The secrets that sign at a moment, the newest first: during an overlap the previous one too. */
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
