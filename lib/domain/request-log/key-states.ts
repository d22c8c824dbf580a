import { type KeyState, keyIn, keyStatesOf } from "#lib/domain/idempotency/index.ts";
import { listKeys } from "#lib/domain/keys/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { RequestListItem } from "./types.ts";

async function publishableKeyIds(ctx: Context): Promise<ReadonlySet<Id<"key">>> {
  const keys = await listKeys(ctx);
  return new Set(keys.filter(({ kind }) => kind === "publishable").map(({ id }) => id));
}

/** What is stored of the idempotency keys of some requests, by request; nothing for a key older than 24 hours.
 *  Takes no lock. */
export async function keyStatesOfRequests(
  ctx: Context,
  requests: readonly RequestListItem[],
): Promise<ReadonlyMap<Id<"req">, KeyState>> {
  const publishable = await publishableKeyIds(ctx);
  const named = requests.flatMap(({ id, keyId, idempotencyKey }) =>
    idempotencyKey === null
      ? []
      : [{ id, key: keyIn(publishable.has(keyId) ? "publishable" : "secret", idempotencyKey) }],
  );
  const keys = named.map(({ key }) => key);
  const states = await keyStatesOf(ctx, keys);
  return new Map(
    named.flatMap(({ id, key }) => {
      const state = states.get(key);
      return state ? [[id, state] as const] : [];
    }),
  );
}
