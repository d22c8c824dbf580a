import { ApiError } from "#lib/kernel/errors.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import type { Exchange } from "./exchange.ts";

/** Whether a route exists in test mode only. */
export const isOfSandbox = ({ path }: Pick<Route, "path">): boolean => path.startsWith("/v1/test/");

/** Throws `resource_missing` for a sandbox route under a live key, before its parameters are read, like for an object
 * of the other mode. */
export function checkMode({ bearer, route }: Exchange): void {
  if (bearer!.mode === "live" && isOfSandbox(route)) {
    throw new ApiError(
      "resource_missing",
      `${route.path} exists in test mode only. Use a test key.`,
    );
  }
}
