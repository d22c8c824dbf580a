import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, HOUR_MS, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { isReleased, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import * as store from "./store.ts";
import type { PinChange } from "./types.ts";

/** After an upgrade the way back stays open for so long, in real time. */
const ROLLBACK_MS = 72 * HOUR_MS;

/** A mode's version pin and how it came to be; no change when it is the one of the account's making. */
export type Pin = {
  version: string;
  lastChange: PinChange | null;
  /** The oldest version that it may be moved to; null where any may be. */
  oldest: string | null;
  /** After an upgrade, for as long as it can be taken back. */
  rollback: { to: string; until: Date } | null;
};

/** Throws `resource_missing`. */
export async function getPin(ctx: Context): Promise<Pin> {
  const [version, lastChange, upgrade] = await Promise.all([
    store.findPin(ctx),
    store.findLastPinChange(ctx),
    store.findLastUpgrade(null, ctx),
  ]);
  if (version === null) throw missing("account", ctx.accountId);
  return { version, lastChange, ...wayBack(version, upgrade) };
}

/** Where a pin may still go back to. One that was never moved up may go anywhere: no code has been changed
 *  for a newer version. */
function wayBack(version: string, upgrade: PinChange | null): Pick<Pin, "oldest" | "rollback"> {
  if (!upgrade) return { oldest: null, rollback: null };
  const until = dateFromMs(upgrade.changedAt.getTime() + ROLLBACK_MS);
  if (until <= now()) return { oldest: version, rollback: null };
  const to = upgrade.fromVersion;
  return { oldest: to < version ? to : version, rollback: to < version ? { to, until } : null };
}

/**
 * Pins this mode of the account to a released version, and keeps what it was before. Every request
 * reads the pin with its key, so the next one in any process is served in it; endpoints have pins of
 * their own and keep them. `from` is the pin that whoever decides was looking at. Throws
 * `version_unknown`, and `state_invalid` when the pin is another by now or that one already, and (`version`)
 * for an older one when an upgrade can be taken back no more. Locks the account's row.
 */
export async function pinVersion(
  ctx: Context,
  { version, from }: { version: string; from: string },
): Promise<void> {
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
    if (version < from) checkWayBack(version, from, await store.findLastUpgrade(tx, ctx));
    await store.recordPinChange(tx, ctx, change);
    await recordChangeIn(tx, ctx, {
      action: "version.pinned",
      subject: { id: ctx.accountId },
      before: { version: from },
      after: { version },
    });
  });
}

/** Throws `state_invalid` for a version that the pin cannot go back to any more. */
function checkWayBack(version: string, from: string, upgrade: PinChange | null): void {
  const { oldest, rollback } = wayBack(from, upgrade);
  if (!upgrade || oldest === null || version >= oldest) return;
  const { fromVersion, toVersion, changedAt } = upgrade;
  const moved = `The pin was moved up from ${fromVersion} to ${toVersion}`;
  const until = dateFromMs(changedAt.getTime() + ROLLBACK_MS).toISOString();
  const message = rollback
    ? `${moved}: it can be taken back to ${rollback.to} until ${until}, and no further.`
    : `${moved}, which could be taken back for 72 hours, until ${until}. Name an older version in the ` +
      "Service-Version header of the requests that still need it.";
  throw new ApiError("state_invalid", message, { param: "version" });
}

function actorOf({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
