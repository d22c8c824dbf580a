import { ApiError } from "#lib/kernel/errors.ts";
import {
  isReleased,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  type Version,
} from "#lib/kernel/versions.ts";
import type { DashboardContext } from "../types.ts";

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
