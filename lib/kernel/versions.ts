/** Released versions of the API, oldest first (service.md §9, decisions §4). A date is released by the commit that adds it
 *  here together with its changes (`lib/wire/versions/changes`). */
export const RELEASED_VERSIONS = ["2025-04-01", "2025-10-01", "2026-04-01", "2026-12-01"] as const;

export type Version = (typeof RELEASED_VERSIONS)[number];

/** The newest version: new accounts and endpoints are pinned to it, and serializers know only its shapes. */
export const NEWEST_VERSION: Version = RELEASED_VERSIONS[RELEASED_VERSIONS.length - 1]!;

export function isReleased(version: string): version is Version {
  return (RELEASED_VERSIONS as readonly string[]).includes(version);
}

/** Minimum time that a version can be called after its successor's release (service.md §9.8). */
const SUPPORT_MONTHS = 24;

/** The day until which a version is guaranteed to be callable; null for the newest, which has no successor. */
export function supportedUntil(version: Version): string | null {
  const successor = RELEASED_VERSIONS[RELEASED_VERSIONS.indexOf(version) + 1];
  if (!successor) return null;
  const [year, ...rest] = successor.split("-");
  return [Number(year) + SUPPORT_MONTHS / 12, ...rest].join("-");
}

/** The announced end of a version's support. From the day `announced` the changelog shows it, and the owners of accounts
 *  that still use the version get an e-mail. */
export type AnnouncedEnd = { announced: string; ends: string };

/** Announced ends, never before `supportedUntil` and with at least a year's notice. */
export const ENDS_OF_SUPPORT: Readonly<Partial<Record<Version, AnnouncedEnd>>> = {
  "2025-04-01": { announced: "2026-10-01", ends: "2027-10-01" },
};
