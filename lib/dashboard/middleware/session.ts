import { getCookie } from "hono/cookie";
import { cookieName, findSession, listMemberships } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
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
