import { randomBytes } from "node:crypto";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { z } from "zod";
import { DEMO, findDemoAccount } from "#lib/domain/accounts/index.ts";
import { findLayouts } from "#lib/domain/list-layouts/index.ts";
import { findSettings } from "#lib/domain/member-settings/index.ts";
import {
  acceptInvitation,
  askForPasskey,
  cookieName,
  findSession,
  giveSecondFactor,
  isSecure,
  type Membership,
  noteSeen,
  passkeyHost,
  readInvitation,
  rolesBelow,
  type SignInFrom,
  type SignInOutcome,
  signIn,
  signInWithPasskey,
  signOut,
} from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { invalid, missing } from "#lib/kernel/errors.ts";
import { ROLES } from "#lib/kernel/vocabulary/roles.ts";
import { DashboardError, tooMany } from "../errors.ts";
import { accountCookie, viewAsCookie } from "../middleware/session.ts";
import { readBody } from "../read-body.ts";
import { type Reply, type RouteContext, reply, routesAt } from "../typed-routes.ts";
import type { DashboardContext } from "../types.ts";
import { type SignedInView, sessionView } from "../views/session.ts";
import { checkConfirmation } from "./security.ts";

/** Sign-in, sign-out and invitations: routes without a session. */
export const signInRoutes = routesAt("");

const DAY_SECONDS = 86_400;
const ACCOUNT_COOKIE_SECONDS = 365 * DAY_SECONDS;
const COOKIE = { httpOnly: true, sameSite: "Lax", path: "/" } as const;

/** Identifies the browser, to e-mail its person about sign-ins from another. Grants no access. */
const deviceCookie = () => cookieName("paydesk_device");
const DEVICE = /^[\w-]{43}$/;
/** The maximum that browsers allow. */
const DEVICE_SECONDS = 400 * DAY_SECONDS;

export const credentials = z.object({
  email: z.string().min(1, "Enter your e-mail address.").max(254),
  password: z.string().min(1, "Enter your password.").max(1_000),
});

/** The credentials of the demo merchant, if it exists and the installation is not exposed, and how far the sign-in of
 *  this browser is. */
signInRoutes.get("/sign-in", async (c) => {
  const [demo, session] = await Promise.all([
    env.exposed ? null : findDemoAccount(),
    findSession(c.req.raw.headers),
  ]);
  return reply(c, {
    demo: demo ? { email: DEMO.email, password: DEMO.password } : null,
    endedBy: session?.endedBy ?? null,
    passkeyHost: passkeyHost(),
    maySignUp: env.signUp === "open",
    awaitsSecondFactor: session?.endedBy ? false : (session?.awaitsSecondFactor ?? false),
  });
});

signInRoutes.post("/session", async (c) => {
  const given = await readBody(c, credentials);
  const from = fromOf(c);
  return signedIn(c, await signIn(given, from), from);
});

/** Throws as `askForPasskey`. */
signInRoutes.post("/session/passkey/options", async (c) => reply(c, await askForPasskey()));

/** The browser's answer; `signInWithPasskey` checks the rest of it. */
type SignedPasskey = { id: string; response: object };
export const signed: z.ZodType<unknown, SignedPasskey> = z.looseObject({
  id: z.string().max(2_000),
  response: z.looseObject({}),
});

/** Throws as `signInWithPasskey`'s answers. */
signInRoutes.post("/session/passkey", async (c) => {
  const response = await readBody(c, signed);
  const from = fromOf(c);
  return signedIn(c, await signInWithPasskey(response as never, from), from, PASSKEY_REFUSED);
});

export const secondStep = z.strictObject({ code: z.string().max(40) });

/** Throws as `confirmPerson`'s answers, and `session_missing` before the password was given. */
signInRoutes.post("/session/second-factor", async (c) => {
  const { code } = await readBody(c, secondStep);
  const session = await findSession(c.req.raw.headers);
  if (!session || session.endedBy)
    throw new DashboardError("session_missing", "Sign in with your password first.");
  checkConfirmation(await giveSecondFactor(session, code, fromOf(c)));
  return reply(c, { signedIn: true, awaitsSecondFactor: false });
});

export const link = z.object({ token: z.string().max(100) });
export const acceptance = link.extend({
  name: z.string().max(500),
  password: z.string().max(1_000),
});

/** Shows an invitation. A POST, so that the token is in no address. */
signInRoutes.post("/invitation", async (c) => {
  const { token } = await readBody(c, link);
  const { accountName: account, email, role, isKnown } = await readInvitation(token);
  return reply(c, { account, email, role, isKnown });
});

/** Throws as `acceptInvitation`. */
signInRoutes.post("/invitation/accept", async (c) => {
  const given = await readBody(c, acceptance);
  const from = fromOf(c);
  const { accountId, outcome } = await acceptInvitation(given, from);
  if (outcome.outcome === "signed_in") selectAccount(c, accountId);
  return signedIn(c, outcome, from);
});

/** Address and browser of a sign-in. A browser without the device cookie gets one when the sign-in succeeds. */
function fromOf(c: DashboardContext): SignInFrom {
  const kept = getCookie(c, deviceCookie());
  const device = kept && DEVICE.test(kept) ? kept : randomBytes(32).toString("base64url");
  return { caller: callerOf(c.req.raw.headers), requestId: c.get("requestId"), device };
}

const PASSWORD_REFUSED = "Wrong e-mail address or password. Check both and try again.";
const PASSKEY_REFUSED =
  "This passkey is not registered here. Use another one, or your e-mail address and password.";

function signedIn(
  c: RouteContext<SignedInView>,
  result: SignInOutcome,
  { device }: SignInFrom,
  refusal = PASSWORD_REFUSED,
): Reply<SignedInView> {
  if (result.outcome === "too_many") throw tooMany(result.retryAfterSeconds);
  if (result.outcome === "refused") {
    throw new DashboardError("sign_in_refused", refusal);
  }
  for (const cookie of result.cookies) c.header("set-cookie", cookie, { append: true });
  setCookie(c, deviceCookie(), device, { ...COOKIE, secure: isSecure(), maxAge: DEVICE_SECONDS });
  const { awaitsSecondFactor } = result;
  return reply(c, { signedIn: true, awaitsSecondFactor });
}

/** Works without a session, too. */
signInRoutes.delete("/session", async (c) => {
  const cookies = await signOut(c.req.header("cookie") ?? null);
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  if (getCookie(c, viewAsCookie())) forgetViewedRole(c);
  return reply(c, { signedIn: false });
});

/** The current session and the selection of an account. */
export const sessionRoutes = routesAt("/session");

sessionRoutes.get("/", async (c) => reply(c, await viewOf(c, c.get("membership"))));

async function viewOf(c: DashboardContext, active: Membership) {
  const session = c.get("session");
  const owner = { accountId: active.accountId, userId: session.user.id };
  const [layouts, settings] = await Promise.all([findLayouts(owner), findSettings(owner)]);
  return sessionView(session, c.get("memberships"), active, {
    layouts,
    ...settings,
    publicUrl: env.publicUrl,
  });
}

/** Restarts the idle time of the session, because a person uses the screen. */
sessionRoutes.post("/seen", async (c) => {
  await noteSeen(c.get("session"), callerOf(c.req.raw.headers));
  return reply(c, { seen: true });
});

export const accountChoice = z.object({ account: z.string().max(60) });

sessionRoutes.post("/account", async (c) => {
  const { account } = await readBody(c, accountChoice);
  const chosen = c.get("memberships").find((one) => one.accountId === account);
  if (!chosen) throw missing("account", account, "account");
  selectAccount(c, chosen.accountId);
  return reply(c, await viewOf(c, chosen));
});

export const viewedRole = z.strictObject({ role: z.enum(ROLES).nullable() });

/** Looks at the dashboard as a role with fewer permissions, until `null` or the end of the browser's session. The server
 *  holds the member to that role meanwhile. Throws `validation_error` for a role that may more. */
sessionRoutes.post("/view-as", async (c) => {
  const { role } = await readBody(c, viewedRole);
  const { accountId } = c.get("membership");
  const own = c.get("memberships").find((one) => one.accountId === accountId)!;
  if (role === null) {
    forgetViewedRole(c);
    return reply(c, await viewOf(c, own));
  }
  if (!rolesBelow(own.role).includes(role)) {
    throw invalid("role", "Choose a role that may do less than yours.");
  }
  setCookie(c, viewAsCookie(), role, { ...COOKIE, secure: isSecure() });
  return reply(c, await viewOf(c, { ...own, role }));
});

function forgetViewedRole(c: DashboardContext): void {
  deleteCookie(c, viewAsCookie(), { ...COOKIE, secure: isSecure() });
}

/** Selects the account of this browser. */
function selectAccount(c: DashboardContext, accountId: string): void {
  const options = { ...COOKIE, secure: isSecure(), maxAge: ACCOUNT_COOKIE_SECONDS };
  setCookie(c, accountCookie(), accountId, options);
}
