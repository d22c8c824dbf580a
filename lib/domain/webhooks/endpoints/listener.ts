import { latestEventId } from "#lib/domain/events/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";

const SECRET_BYTES = 24;

export type Listener = {
  accountId: Id<"acct">;
  mode: Mode;
  secret: string;
  latestEvent: Id<"evt"> | null;
};

/** What a developer's machine needs to receive the account's events without an endpoint: where the
 *  events stand now, and a signing secret of its own, which is the same for ever and signs nothing
 *  that this service sends. Takes no lock. */
export async function getListener(ctx: Context): Promise<Listener> {
  const { accountId, mode } = ctx;
  const hash = keyedHash("listener-secret", `${accountId} ${mode}`).subarray(0, SECRET_BYTES);
  return {
    accountId,
    mode,
    secret: `whsec_${hash.toString("base64url")}`,
    latestEvent: await latestEventId(ctx),
  };
}
