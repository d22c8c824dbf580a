import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { isReleased, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import * as store from "./store.ts";
import type { PinChange } from "./types.ts";

/** A mode's version pin and how it came to be; no change when it is the one of the account's making. */
export type Pin = { version: string; lastChange: PinChange | null };

/** Throws `resource_missing`. */
export async function getPin(ctx: Context): Promise<Pin> {
  const [version, lastChange] = await Promise.all([
    store.findPin(ctx),
    store.findLastPinChange(ctx),
  ]);
  if (version === null) throw missing("account", ctx.accountId);
  return { version, lastChange };
}

/**
 * Pins this mode of the account to a released version, and keeps what it was before. Every request
 * reads the pin with its key, so the next one in any process is served in it; endpoints have pins of
 * their own and keep them. `from` is the pin that whoever decides was looking at. Throws
 * `version_unknown`, and `state_invalid` when the pin is another by now or that one already. Locks the
 * account's row.
 */
export async function pinVersion(
  ctx: Context,
  { version, from }: { version: string; from: string },
): Promise<Pin> {
  if (!isReleased(version)) {
    throw new ApiError(
      "version_unknown",
      `This is not a released version. Released are ${RELEASED_VERSIONS.join(", ")}.`,
      { param: "version" },
    );
  }
  if (version === from) {
    throw new ApiError("state_invalid", `The ${ctx.mode} mode is pinned to ${version} already.`);
  }
  const change: PinChange = {
    fromVersion: from,
    toVersion: version,
    changedBy: actorOf(ctx),
    changedAt: now(),
  };
  await transact(async (tx) => {
    if (!(await store.movePin(tx, ctx, from, version))) {
      throw new ApiError(
        "state_invalid",
        `The pin is not ${from} any more: somebody changed it meanwhile. Look at it again.`,
      );
    }
    await store.recordPinChange(tx, ctx, change);
    await recordChangeIn(tx, ctx, {
      action: "version.pinned",
      subject: { id: ctx.accountId },
      before: { version: from },
      after: { version },
    });
  });
  return { version, lastChange: change };
}

function actorOf({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
