import { getCookie } from "hono/cookie";
import { cookieName, findSession, listMemberships } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Names the account being looked at. A wish, checked against memberships at every request. */
export const accountCookie = () => cookieName("paydesk_account");

/** Who is asking, which accounts they may open, and which one they are looking at. Throws
 *  `session_missing` for anyone not signed in or without any account. */
export const session: DashboardMiddleware = async (c, next) => {
  const found = await findSession(c.req.raw.headers);
  if (!found || found.endedBy) throw new DashboardError("session_missing", "Sign in to continue.");
  if (found.awaitsSecondFactor) {
    throw new DashboardError("second_factor_missing", "Give the code of your authenticator.");
  }
  const memberships = await listMemberships(found.user.id);
  const wanted = getCookie(c, accountCookie());
  const membership = memberships.find((one) => one.accountId === wanted) ?? memberships[0];
  if (!membership) {
    throw new DashboardError("session_missing", "You are not a member of any account.");
  }
  c.set("session", found);
  c.set("user", found.user);
  c.set("memberships", memberships);
  c.set("membership", membership);
  c.set("accountCtx", {
    accountId: membership.accountId,
    requestId: c.get("requestId"),
    actor: { type: "member", userId: found.user.id, name: found.user.name },
    caller: callerOf(c.req.raw.headers),
  });
  await next();
};

/** Turns person, account and the mode in the path into the context that every verb takes. */
export const mode: DashboardMiddleware = async (c, next) => {
  const named = c.req.param("mode") ?? "";
  if (!isMode(named)) throw new ApiError("resource_missing", "There is nothing at this address.");
  const { country, testClockAheadMs } = c.get("membership");
  c.set("ctx", {
    ...c.get("accountCtx"),
    mode: named,
    merchantCountry: country,
    clockAheadMs: named === "test" ? testClockAheadMs : 0,
  });
  await next();
};

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
