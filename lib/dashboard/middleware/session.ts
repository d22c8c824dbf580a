import { getCookie } from "hono/cookie";
import { expectStream } from "#lib/domain/live/index.ts";
import { cookieName, findSession, listMemberships, rolesBelow } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { ApiError } from "#lib/kernel/errors.ts";
import { isMode } from "#lib/kernel/mode.ts";
import { DashboardError } from "../errors.ts";
import type { DashboardMiddleware } from "../types.ts";

/** Names the selected account. Checked against memberships at every request. */
export const accountCookie = () => cookieName("paydesk_account");

/** Names the role as which the member looks at the dashboard. It can only take permissions away. */
export const viewAsCookie = () => cookieName("paydesk_view_as");

/** Sets the person, their memberships and the selected account. Throws `session_missing` without a session or any
 *  membership, and `second_factor_missing`. */
export const session: DashboardMiddleware = async (c, next) => {
  const found = await findSession(c.req.raw.headers);
  if (!found || found.endedBy) {
    const message =
      "You are signed out. Sign in again, in another tab of this browser if this one has unsaved text.";
    throw new DashboardError("session_missing", message);
  }
  if (found.awaitsSecondFactor) {
    throw new DashboardError("second_factor_missing", "Enter the code of your authenticator.");
  }
  const memberships = await listMemberships(found.user.id);
  const wanted = getCookie(c, accountCookie());
  const own = memberships.find((one) => one.accountId === wanted) ?? memberships[0];
  if (!own) {
    throw new DashboardError("session_missing", "You are not a member of any account.");
  }
  const viewAs = getCookie(c, viewAsCookie());
  const role = rolesBelow(own.role).find((one) => one === viewAs) ?? own.role;
  const membership = { ...own, role };
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

/** Set by `withLiveCursor` on requests for screens, and passed on by their reads. */
const LIVE_HEADER = "x-paydesk-live";

/** Sets the context that every verb takes, from session, account and the mode in the path. Before the reads of a page,
 *  begins to keep the changes of the mode for the stream that the page will open. */
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
  if (c.req.header(LIVE_HEADER)) {
    expectStream({ accountId: c.get("membership").accountId, mode: named });
  }
  await next();
};

/** Open to members without a required second factor: see who they are, set it up, switch the account. */
const OPEN: ReadonlySet<string> = new Set([
  "GET /internal/session",
  "POST /internal/session/account",
  "POST /internal/security/confirm",
  "POST /internal/security/second-factor",
  "POST /internal/security/second-factor/enable",
]);

/** Throws `second_factor_required` at every other route if the account requires a second factor and the member has
 *  none. */
export const requiredFactor: DashboardMiddleware = async (c, next) => {
  const isMissing = c.get("membership").requiresSecondFactor && !c.get("session").hasSecondFactor;
  if (isMissing && !OPEN.has(`${c.req.method} ${c.req.path}`)) {
    throw new DashboardError(
      "second_factor_required",
      "This account requires a second factor. Reload the page to set yours up.",
    );
  }
  await next();
};
