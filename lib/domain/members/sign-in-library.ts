import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { deriveKey } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { AUTH_BASE_PATH, cookieName, isSecure } from "./auth.ts";
import { authDatabase } from "./library-store.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "./password.ts";
import { SESSION_ENDS } from "./session-ends.ts";

const DAY_SECONDS = 86_400;

/** Opens a session for a person who has authenticated without a password. The endpoint has no path, so only this process
 *  can call it. */
const sessionOpener = {
  id: "session-opener",
  endpoints: {
    openSession: createAuthEndpoint(
      { method: "POST", body: z.object({ userId: z.string() }), requireHeaders: true },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error("cannot open a session: no such user");
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { token: session.token };
      },
    ),
  },
} satisfies BetterAuthPlugin;

export function configureLibrary() {
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
      // Counted from the sign-in: use does not extend a session. Limits set by the accounts end it earlier.
      expiresIn: SESSION_ENDS.days.most * DAY_SECONDS,
      disableSessionRefresh: true,
    },
    account: { modelName: "authCredentials" },
    plugins: [sessionOpener],
    verification: { modelName: "authVerifications" },
    emailAndPassword: {
      enabled: true,
      // The library's own sign-up stays off: users are created by an operator, an invitation or our sign-up.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
    },
    rateLimit: {
      enabled: true,
      storage: "database",
      modelName: "authRateLimits",
      // sign-in.ts limits attempts instead: the library's window restarts with every attempt, so people at one address
      // who sign in one after another would lock each other out.
      customRules: { "/sign-in/email": false },
    },
    advanced: {
      // `cookieName` sets the stricter `__Host-` prefix; the library would use `__Secure-`.
      useSecureCookies: false,
      cookies: {
        session_token: cookie("paydesk_session"),
        session_data: cookie("paydesk_session_data"),
        dont_remember: cookie("paydesk_session_brief"),
      },
      // The server overwrites this header with the caller's address.
      ipAddress: { ipAddressHeaders: ["x-forwarded-for"] },
    },
    telemetry: { enabled: false },
    // Its warnings are mistyped passwords, so only errors are logged.
    logger: {
      level: "error",
      log: (_level, message) => log.error("the sign-in library failed", { detail: message }),
    },
  });
}
