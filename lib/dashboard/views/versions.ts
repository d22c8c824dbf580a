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
import type { ComparedSubject } from "#lib/kernel/vocabulary/versions.ts";
import { readParam } from "../list-params.ts";
import type { QueryContext } from "../typed-routes.ts";
import type { RequestMarkerView } from "./markers.ts";

export type SubjectView = {
  /** Null for a list and for a sample. */
  id: string | null;
  /** False for a sample, if the merchant has none yet. */
  isReal: boolean;
};

type Parts = {
  pin: Pin;
  changedBy: string | null;
  use: readonly VersionUse[];
  days: readonly VersionDay[];
  keys: readonly ApiKey[];
  endpoints: readonly Endpoint[];
  markers: RequestMarkerView[];
};

/** `GET /internal/:mode/versions`: the pin, use of versions, and until when each is supported. */
export function versionsView({ pin, changedBy, use, days, keys, endpoints, markers }: Parts) {
  const { version, lastChange, oldest, rollback } = pin;
  return {
    pin: version,
    lastChange: lastChange && {
      from: lastChange.fromVersion,
      to: lastChange.toVersion,
      at: lastChange.changedAt.toISOString(),
      by: changedBy,
    },
    /** Until when the last upgrade can be undone, and to which version. */
    rollback: rollback && { to: rollback.to, until: rollback.until.toISOString() },
    /** The oldest version to which the pin can go back; null: any. */
    oldest,
    /** Newest first. */
    versions: [...RELEASED_VERSIONS]
      .reverse()
      .map((date) => ({ version: date as string, supportedUntil: supportedUntil(date) })),
    use: use.map((one) => ({ ...one })),
    /** The last 30 days by version; days without a request are left out. */
    days: days.map((one) => ({ ...one })),
    keys: keys.map(({ id, name, kind }) => ({ id, name, kind })),
    endpoints: endpoints.map(({ id, url, events, version }) => ({ id, url, events, version })),
    markers,
  };
}

export type VersionsView = ReturnType<typeof versionsView>;

/** `GET /internal/:mode/versions/shadow`: all differences between two versions in the last week. */
export type ShadowView = Omit<ShadowDiff, "since"> & { since: string; from: string; to: string };

/** `GET /internal/:mode/versions/compare`: one object in two versions. */
export type CompareView = SubjectView & {
  about: ComparedSubject;
  from: string;
  to: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** `GET /internal/:mode/endpoints/:id/compare`: its latest event of each type in two versions, or a sample event. */
export type EndpointCompareView = {
  from: string;
  to: string;
  events: (SubjectView & {
    type: string;
    before: Record<string, unknown>;
    after: Record<string, unknown>;
  })[];
};

/** An object as the API returns it: in the pinned version of this mode, or in `version` of the query. Throws
 *  `version_unknown`. */
export function objectJsonView(
  c: QueryContext<"version">,
  render: (version: Version) => Record<string, unknown>,
): ObjectJsonView {
  const { testVersion, liveVersion } = c.get("membership");
  const pinned = c.get("ctx").mode === "live" ? liveVersion : testVersion;
  const pin = isReleased(pinned) ? pinned : NEWEST_VERSION;
  const version = readParam(c, "version") || pin;
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
