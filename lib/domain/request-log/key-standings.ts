import { type KeyStanding, keyIn, standingsOf } from "#lib/domain/idempotency/index.ts";
import { listKeys } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { RequestLine } from "./types.ts";

async function publishableKeyIds(ctx: Context): Promise<ReadonlySet<Id<"key">>> {
  const keys = await listKeys(ctx);
  return new Set(keys.filter(({ kind }) => kind === "publishable").map(({ id }) => id));
}

/** What is stored of the idempotency keys of some requests, by request; nothing for a key older than 24 hours.
 *  Takes no lock. */
export async function keyStandingsOf(
  ctx: Context,
  requests: readonly RequestLine[],
): Promise<ReadonlyMap<Id<"req">, KeyStanding>> {
  const publishable = await publishableKeyIds(ctx);
  const named = requests.flatMap(({ id, keyId, idempotencyKey }) =>
    idempotencyKey === null
      ? []
      : [{ id, key: keyIn(publishable.has(keyId) ? "publishable" : "secret", idempotencyKey) }],
  );
  const keys = named.map(({ key }) => key);
  const standings = await standingsOf(ctx, keys);
  return new Map(
    named.flatMap(({ id, key }) => {
      const standing = standings.get(key);
      return standing ? [[id, standing] as const] : [];
    }),
  );
}
