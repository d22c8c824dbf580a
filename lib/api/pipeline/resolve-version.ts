import { ApiError } from "#lib/kernel/errors.ts";
import { isReleased, RELEASED_VERSIONS } from "#lib/kernel/versions.ts";
import type { Exchange } from "./exchange.ts";

/** The header overrides the account's pin for one request (service.md §9). Throws `version_unknown`
 *  for a date that was never released. */
export function resolveVersion(exchange: Exchange): void {
  const wanted = exchange.request.headers.get("service-version");
  if (wanted === null || wanted === "") return;
  if (!isReleased(wanted)) {
    throw new ApiError(
      "version_unknown",
      `This is not a released version. Released are ${RELEASED_VERSIONS.join(", ")}.`,
      { param: "Service-Version" },
    );
  }
  exchange.version = wanted;
}
