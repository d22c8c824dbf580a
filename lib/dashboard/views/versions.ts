import type { Pin } from "#lib/domain/accounts/index.ts";
import type { ShadowDiff } from "#lib/domain/events/index.ts";
import type { ApiKey, VersionDay, VersionUse } from "#lib/domain/keys/index.ts";
import type { Endpoint } from "#lib/domain/webhooks/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import {
  isReleased,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  supportedUntil,
  type Version,
} from "#lib/kernel/versions.ts";
import type { DashboardContext } from "../types.ts";

/** What can be looked at in two versions. */
export const SUBJECTS = ["declined_payment", "payment", "refund", "list", "event"] as const;
export type SubjectName = (typeof SUBJECTS)[number];

export type SubjectView = {
  /** Null for a list, and for what was made up. */
  id: string | null;
  /** Whether it is the merchant's own; made up where there is none yet. */
  isReal: boolean;
};

type Parts = {
  pin: Pin;
  changedBy: string | null;
  use: readonly VersionUse[];
  days: readonly VersionDay[];
  keys: readonly ApiKey[];
  endpoints: readonly Endpoint[];
};

/** `GET /internal/:mode/versions`: the pin, who uses which version, and for how long each is served. */
export function versionsView({ pin, changedBy, use, days, keys, endpoints }: Parts) {
  const { version, lastChange, oldest, rollback } = pin;
  return {
    pin: version,
    lastChange: lastChange && {
      from: lastChange.fromVersion,
      to: lastChange.toVersion,
      at: lastChange.changedAt.toISOString(),
      by: changedBy,
    },
    /** Until when the last upgrade can be taken back, and to what. */
    rollback: rollback && { to: rollback.to, until: rollback.until.toISOString() },
    /** The pin goes back no further; null where it goes to any version. */
    oldest,
    /** Newest first. */
    versions: [...RELEASED_VERSIONS]
      .reverse()
      .map((date) => ({ version: date as string, supportedUntil: supportedUntil(date) })),
    use: use.map((one) => ({ ...one })),
    /** The last 30 days by version; those without a request are left out. */
    days: days.map((one) => ({ ...one })),
    keys: keys.map(({ id, name, kind }) => ({ id, name, kind })),
    endpoints: endpoints.map(({ id, url, events, version }) => ({ id, url, events, version })),
  };
}

export type VersionsView = ReturnType<typeof versionsView>;

/** `GET /internal/:mode/versions/shadow`: everything of the last week that two versions write differently. */
export type ShadowView = Omit<ShadowDiff, "since"> & { since: string; from: string; to: string };

/** `GET /internal/:mode/versions/compare`: one object as two versions show it. */
export type CompareView = SubjectView & {
  about: SubjectName;
  from: string;
  to: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** `GET /internal/:mode/endpoints/:id/compare`: its own latest event of each type, as two versions show
 *  it. Made up where it got none yet. */
export type EndpointCompareView = {
  from: string;
  to: string;
  events: (SubjectView & {
    type: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  })[];
};

/** An object as the API answers it: in the version that the account is pinned to in this mode, or in
 *  the one that `version` of the address asks for. Throws `version_unknown`. */
export function objectJsonView(
  c: DashboardContext,
  render: (version: Version) => Record<string, unknown>,
): ObjectJsonView {
  const { testVersion, liveVersion } = c.get("membership");
  const pinned = c.get("ctx").mode === "live" ? liveVersion : testVersion;
  const pin = isReleased(pinned) ? pinned : NEWEST_VERSION;
  const version = c.req.query("version") || pin;
  if (!isReleased(version)) {
    throw new ApiError("version_unknown", `${version.slice(0, 40)} is not a released version.`);
  }
  return { version, pin, versions: [...RELEASED_VERSIONS].reverse(), object: render(version) };
}

export type ObjectJsonView = {
  version: string;
  pin: string;
  /** Newest first. */
  versions: string[];
  object: Record<string, unknown>;
};
