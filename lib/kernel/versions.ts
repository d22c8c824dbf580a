/** Version dates of the API that are released, oldest first (service.md §9, decisions §4). */
export const RELEASED_VERSIONS = ["2025-04-01", "2025-10-01", "2026-04-01"] as const;

export type ReleasedVersion = (typeof RELEASED_VERSIONS)[number];

/** The next version. It is not released: no account or endpoint can be pinned to it. Where the operator sets
 *  `UPCOMING_VERSION`, a request in test mode can name it in its header. */
export const UPCOMING_VERSION = "2026-12-01";

/** A version that an answer can be served in. */
export type Version = ReleasedVersion | typeof UPCOMING_VERSION;

/** The shapes of service.md; new accounts and new endpoints are pinned to it. */
export const NEWEST_VERSION: ReleasedVersion = "2026-04-01";

export function isReleased(version: string): version is ReleasedVersion {
  return (RELEASED_VERSIONS as readonly string[]).includes(version);
}

/** How long a version stays callable at least after its successor (service.md §9.8). */
const SUPPORT_MONTHS = 24;

/** The day until which a version can be called for certain; null for the newest, which has no
 *  successor yet. */
export function supportedUntil(version: ReleasedVersion): string | null {
  const successor = RELEASED_VERSIONS[RELEASED_VERSIONS.indexOf(version) + 1];
  if (!successor) return null;
  const [year, ...rest] = successor.split("-");
  return [Number(year) + SUPPORT_MONTHS / 12, ...rest].join("-");
}

/** The end of a version's support, once it is decided: told on the changelog and, to the owners of accounts that
 *  still use it, by e-mail, both from the day on which it is announced. */
export type AnnouncedEnd = { announced: string; ends: string };

/** Ends that are announced. Never before `supportedUntil`; a year's notice at least. */
export const ENDS_OF_SUPPORT: Readonly<Partial<Record<ReleasedVersion, AnnouncedEnd>>> = {
  "2025-04-01": { announced: "2026-10-01", ends: "2027-10-01" },
};
