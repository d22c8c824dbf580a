import { permits } from "#lib/domain/keys/index.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import type { Exchange } from "./exchange.ts";

/** Refuses a publishable key on a server's call, a secret one on a browser's, and a restricted key
 *  outside its scopes (service.md §5, decisions §1). */
export function checkScope({ bearer, route, compiled }: Exchange): void {
  const { kind } = bearer!;
  if (kind === "publishable" && !compiled.acceptsPublishable) {
    throw new ApiError(
      "key_scope",
      "A publishable key cannot make this call: move it to your server.",
    );
  }
  if (kind === "secret" && !compiled.acceptsSecret) {
    throw new ApiError("key_scope", "This call is for publishable keys only.");
  }
  if (kind === "secret" && route.scope !== null && !permits(bearer!, route.scope)) {
    throw new ApiError("key_scope", `This restricted key does not have the scope ${route.scope}.`);
  }
}
