import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { deriveKey } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./password.ts";
import { SESSION_ENDS } from "./session-ends.ts";
import { authDatabase } from "./store.ts";

export const AUTH_BASE_PATH = "/internal/auth";
const DAY_SECONDS = 86_400;

/** Cookies that name this host alone (`__Host-`) wherever the browser honours it: over TLS. */
export function cookieName(name: string): string {
  return isSecure() ? `__Host-${name}` : name;
}

export function isSecure(): boolean {
  return env.publicUrl.startsWith("https:");
}

type Auth = ReturnType<typeof build>;
let auth: Auth | undefined;

/** The sign-in library, configured on first use so that nothing reads the environment at import. */
export function getAuth(): Auth {
  auth ??= build();
  return auth;
}

/** Opens a session for somebody who has proved who they are without a password. It has no address: only this process
 *  can call it. */
const sessionOpener = {
  id: "session-opener",
  endpoints: {
    openSession: createAuthEndpoint(
      { method: "POST", body: z.object({ userId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error("a session for nobody");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { token: session.token };
      },
    ),
  },
} satisfies BetterAuthPlugin;

function build() {
  const attributes = { secure: isSecure(), sameSite: "lax", httpOnly: true, path: "/" } as const;
  const cookie = (name: string) => ({ name: cookieName(name), attributes });
  return betterAuth({
    appName: "Paydesk",
    baseURL: env.publicUrl,
    basePath: AUTH_BASE_PATH,
    secret: deriveKey("session").toString("base64url"),
    trustedOrigins: [...env.origins],
    database: authDatabase(),
    user: { modelName: "authUsers" },
    session: {
      modelName: "authSessions",
      // From the sign-in on: use does not make a session longer. What the accounts ask for ends it before.
      expiresIn: SESSION_ENDS.days.most * DAY_SECONDS,
      disableSessionRefresh: true,
    },
    account: { modelName: "authCredentials" },
    plugins: [sessionOpener],
    verification: { modelName: "authVerifications" },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by an operator or accepted by invitation, never by whoever finds the page.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "authRateLimits",
      // sign-in.ts counts: the library's window begins anew with every attempt, so that people of one
      // place who sign in one after another would shut each other out.
      customRules: { "/sign-in/email": false },
    },
    advanced: {
      // Our own prefix rule, above; the library's would be `__Secure-`, which does less.
      useSecureCookies: false,
      cookies: {
        session_token: cookie("paydesk_session"),
        session_data: cookie("paydesk_session_data"),
        dont_remember: cookie("paydesk_session_brief"),
      },
      // The server replaces this header with the caller's address before anyone reads it.
      ipAddress: { ipAddressHeaders: ["x-forwarded-for"] },
    },
    telemetry: { enabled: false },
    // Its warnings are mistyped passwords; what matters to an operator is an error.
    logger: {
      level: "error",
      log: (_level, message) => log.error("sign-in failed to work", { detail: message }),
    },
  });
}
