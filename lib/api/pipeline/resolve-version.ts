import { env } from "#lib/kernel/env.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import {
  isReleased,
  RELEASED_VERSIONS,
  UPCOMING_VERSION,
  type Version,
} from "#lib/kernel/versions.ts";
import type { Exchange } from "./exchange.ts";

/** The header overrides the account's pin for one request (service.md §9). Throws `version_unknown` for a date that
 * is not a released version. */
export function resolveVersion(exchange: Exchange): void {
  const wanted = exchange.request.headers.get("service-version");
  if (wanted === null || wanted === "") return;
  if (!isCallable(wanted, exchange)) {
    throw new ApiError(
      "version_unknown",
      `Not a released version. Released versions are ${RELEASED_VERSIONS.join(", ")}.`,
      { param: "Service-Version" },
    );
  }
  exchange.version = wanted;
}

/** The upcoming version is available in test mode if the operator allows it. */
function isCallable(version: string, { ctx }: Exchange): version is Version {
  if (isReleased(version)) return true;
  return version === UPCOMING_VERSION && ctx.mode === "test" && env.upcomingVersion;
}
