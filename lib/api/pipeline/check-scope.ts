import { permits } from "#lib/domain/keys/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Exchange } from "./exchange.ts";

/** Refuses publishable keys on server calls, secret keys on browser calls, and restricted keys outside their scopes
 * (service.md §5, decisions §1). */
export function checkScope({ bearer, route, compiled }: Exchange): void {
  const { kind } = bearer!;
  if (kind === "publishable" && !compiled.acceptsPublishable) {
    throw new ApiError(
      "key_scope",
      "A publishable key cannot make this call. Make it from your server.",
    );
  }
  if (kind === "secret" && !compiled.acceptsSecret) {
    throw new ApiError("key_scope", "Only publishable keys can make this call.");
  }
  if (kind === "secret" && route.scope !== null && !permits(bearer!, route.scope)) {
    throw new ApiError("key_scope", `This restricted key does not have the scope ${route.scope}.`);
  }
}
