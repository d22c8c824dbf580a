/** Version dates of the API that are released, oldest first (service.md §9, decisions §4). */
export const RELEASED_VERSIONS = ["2025-04-01", "2025-10-01", "2026-04-01"] as const;

export type Version = (typeof RELEASED_VERSIONS)[number];

/** The shapes of service.md; new accounts and new endpoints are pinned to it. */
export const NEWEST_VERSION: Version = "2026-04-01";

export function isReleased(version: string): version is Version {
  return (RELEASED_VERSIONS as readonly string[]).includes(version);
}
