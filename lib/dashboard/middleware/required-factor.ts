import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** What somebody without a second factor may do in an account that asks everybody for one: see who they
 *  are, set it up, and look at another account instead. */
const OPEN: ReadonlySet<string> = new Set([
  "GET /internal/session",
  "POST /internal/session/account",
  "POST /internal/security/confirm",
  "POST /internal/security/second-factor",
  "POST /internal/security/second-factor/enable",
]);

/** Throws `second_factor_required` for whoever has none in an account that asks everybody for one, at
 *  whatever address they ask. */
export const requiredFactor: DashboardMiddleware = async (c, next) => {
  const isMissing = c.get("membership").requiresSecondFactor && !c.get("session").hasSecondFactor;
  if (isMissing && !OPEN.has(`${c.req.method} ${c.req.path}`)) {
    throw new DashboardError(
      "second_factor_required",
      "This account asks everybody for a second factor. Load the page again to set yours up.",
    );
  }
  await next();
};
