import { transact } from "#db/transact.ts";
import { recordChangeIn } from "#lib/domain/audit/index.ts";
import { dateFromMs, HOUR_MS, now } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { ApiError, missing } from "#lib/kernel/errors.ts";
import { isReleased, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import * as store from "./store.ts";
import type { PinChange } from "./types.ts";

/** How long after an upgrade it can be rolled back, in real time. */
const ROLLBACK_MS = 72 * HOUR_MS;

/** A mode's version pin. */
export type Pin = {
  version: string;
  /** Null if the pin is still the one from the account's creation. */
  lastChange: PinChange | null;
  /** The oldest version that the pin may move to; null if any. */
  oldest: string | null;
  /** Set after an upgrade, as long as it can be rolled back. */
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

/** The versions to which a pin may still move back. A pin that was never upgraded may move anywhere, because no code
 *  has been changed for a newer version. */
function wayBack(version: string, upgrade: PinChange | null): Pick<Pin, "oldest" | "rollback"> {
  if (!upgrade) return { oldest: null, rollback: null };
  const until = dateFromMs(upgrade.changedAt.getTime() + ROLLBACK_MS);
  if (until <= now()) return { oldest: version, rollback: null };
  const to = upgrade.fromVersion;
  return { oldest: to < version ? to : version, rollback: to < version ? { to, until } : null };
}

/**
 * Pins this mode of the account to a released version and records the previous pin. Every request reads the pin with
 * its key, so it applies from the next request in any process; endpoints have pins of their own and keep them. `from`
 * is the pin that the caller saw. Throws `version_unknown`, and `state_invalid` if the pin is no longer `from` or is
 * already `version`, or (`version`) if an upgrade can no longer be rolled back. Locks the account's row.
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
        `The pin is no longer ${from}: it was changed meanwhile. Reload and try again.`,
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

/** Throws `state_invalid` for a version to which the pin can no longer move back. */
function checkWayBack(version: string, from: string, upgrade: PinChange | null): void {
  const { oldest, rollback } = wayBack(from, upgrade);
  if (!upgrade || oldest === null || version >= oldest) return;
  const { fromVersion, toVersion, changedAt } = upgrade;
  const moved = `The pin was upgraded from ${fromVersion} to ${toVersion}`;
  const until = dateFromMs(changedAt.getTime() + ROLLBACK_MS).toISOString();
  const message = rollback
    ? `${moved}: it can be rolled back to ${rollback.to} until ${until}, but no further.`
    : `${moved}, which could be rolled back for 72 hours, until ${until}. Send an older version in the ` +
      "Service-Version header of the requests that still need it.";
  throw new ApiError("state_invalid", message, { param: "version" });
}

function actorOf({ actor }: Context): string {
  if (actor.type === "key") return actor.keyId;
  return actor.type === "member" ? actor.userId : actor.name;
}
