import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { z } from "zod";
import { DEMO, findDemoAccount } from "#lib/domain/accounts/index.ts";
import { isSecure, signIn, signOut } from "#lib/domain/members/index.ts";
import { callerOf } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import { DashboardError } from "../errors.ts";
import { accountCookie } from "../middleware/session.ts";
import { readBody } from "../read-body.ts";
import type { DashboardEnv } from "../types.ts";
import { sessionView } from "../views/session.ts";

/** Before a session: what the sign-in page shows, signing in, signing out. */
export const signInRoutes = new Hono<DashboardEnv>();

const ACCOUNT_COOKIE_SECONDS = 365 * 86_400;

const credentials = z.object({
  email: z.string().min(1, "Enter your e-mail address.").max(254),
  password: z.string().min(1, "Enter your password.").max(1_000),
});

/** The demo merchant's sign-in, where one was seeded. */
signInRoutes.get("/sign-in", async (c) => {
  const demo = await findDemoAccount();
  return c.json({ demo: demo ? { email: DEMO.email, password: DEMO.password } : null });
});

signInRoutes.post("/session", async (c) => {
  const given = await readBody(c, credentials);
  const result = await signIn(given, callerOf(c.req.raw.headers));
  if (result.outcome === "too_many") {
    const minutes = Math.ceil(result.retryAfterSeconds / 60);
    throw new DashboardError(
      "too_many_attempts",
      `Too many attempts to sign in. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
      { "retry-after": String(result.retryAfterSeconds) },
    );
  }
  if (result.outcome === "refused") {
    throw new DashboardError(
      "sign_in_refused",
      "That e-mail address and password do not go together. Check both and try again.",
    );
  }
  for (const cookie of result.cookies) c.header("set-cookie", cookie, { append: true });
  return c.json({ signedIn: true });
});

/** Also without a session: whoever asks to be signed out is, afterwards. */
signInRoutes.delete("/session", async (c) => {
  const cookies = await signOut(c.req.header("cookie") ?? null);
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return c.json({ signedIn: false });
});

/** With a session: who is looking, and the switch between their accounts. */
export const sessionRoutes = new Hono<DashboardEnv>();

sessionRoutes.get("/", (c) =>
  c.json(sessionView(c.get("user"), c.get("memberships"), c.get("membership"))),
);

sessionRoutes.post("/account", async (c) => {
  const { account } = await readBody(c, z.object({ account: z.string().max(60) }));
  const chosen = c.get("memberships").find((one) => one.accountId === account);
  if (!chosen) throw missing("account", account, "account");
  setCookie(c, accountCookie(), chosen.accountId, {
    httpOnly: true,
    sameSite: "Lax",
    secure: isSecure(),
    path: "/",
    maxAge: ACCOUNT_COOKIE_SECONDS,
  });
  return c.json(sessionView(c.get("user"), c.get("memberships"), chosen));
});
