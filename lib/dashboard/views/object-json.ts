import { isReleased, NEWEST_VERSION, type Version } from "#lib/kernel/versions.ts";
import type { DashboardContext } from "../types.ts";

/** An object as the API answers it, in the version that the account is pinned to in this mode. */
export function objectJsonView(
  c: DashboardContext,
  render: (version: Version) => Record<string, unknown>,
): ObjectJsonView {
  const { testVersion, liveVersion } = c.get("membership");
  const pinned = c.get("ctx").mode === "live" ? liveVersion : testVersion;
  const version = isReleased(pinned) ? pinned : NEWEST_VERSION;
  return { version, object: render(version) };
}

export type ObjectJsonView = { version: string; object: Record<string, unknown> };
