/** Released versions of the API, oldest first (service.md §9, decisions §4). */
export const RELEASED_VERSIONS = ["2025-04-01", "2025-10-01", "2026-04-01"] as const;

export type ReleasedVersion = (typeof RELEASED_VERSIONS)[number];

/** The next version, not released: no account or endpoint can be pinned to it. With the setting `UPCOMING_VERSION`, a
 *  request in test mode can name it in its header. */
export const UPCOMING_VERSION = "2026-12-01";

/** A version in which a response can be served. */
export type Version = ReleasedVersion | typeof UPCOMING_VERSION;

/** The version of service.md; new accounts and endpoints are pinned to it. */
export const NEWEST_VERSION: ReleasedVersion = "2026-04-01";

export function isReleased(version: string): version is ReleasedVersion {
  return (RELEASED_VERSIONS as readonly string[]).includes(version);
}

/** Minimum time that a version can be called after its successor's release (service.md §9.8). */
const SUPPORT_MONTHS = 24;

/** The day until which a version is guaranteed to be callable; null for the newest, which has no successor. */
export function supportedUntil(version: ReleasedVersion): string | null {
  const successor = RELEASED_VERSIONS[RELEASED_VERSIONS.indexOf(version) + 1];
  if (!successor) return null;
  const [year, ...rest] = successor.split("-");
  return [Number(year) + SUPPORT_MONTHS / 12, ...rest].join("-");
}

/** The announced end of a version's support. From the day `announced` the changelog shows it, and the owners of accounts
 *  that still use the version get an e-mail. */
export type AnnouncedEnd = { announced: string; ends: string };

/** Announced ends, never before `supportedUntil` and with at least a year's notice. */
export const ENDS_OF_SUPPORT: Readonly<Partial<Record<ReleasedVersion, AnnouncedEnd>>> = {
  "2025-04-01": { announced: "2026-10-01", ends: "2027-10-01" },
};
