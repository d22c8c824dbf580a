import { at, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { AUTH_BASE_PATH, getAuth } from "./auth.ts";
import { clearFailures, countAttempt } from "./store.ts";

/** Where a sign-in comes from. The address is what the server knows, never what the caller says. */
export type Visitor = { address: string | null; userAgent: string | null };

export type SignInOutcome =
  | { outcome: "signed_in"; cookies: string[] }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

const MAX_ATTEMPTS = 10;
const WINDOW_MS = 10 * MINUTE_MS;

/**
 * Signs a person in. A wrong password and an unknown address are one answer and take as long, so
 * neither tells who has an account. Attempts are limited per address of the caller and per e-mail
 * address (ten in ten minutes, forgotten on success), in the database: all processes count together.
 */
export async function signIn(
  given: { email: string; password: string },
  visitor: Visitor,
): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase();
  const subject = keyedHash("payload-hash", `sign-in ${email}`);
  const attempt = await countAttempt(subject, at(nowMs()), WINDOW_MS);
  if (attempt.failures > MAX_ATTEMPTS) {
    const endsMs = attempt.windowStartedAt.getTime() + WINDOW_MS;
    const retryAfterSeconds = Math.max(1, Math.ceil((endsMs - nowMs()) / SECOND_MS));
    return { outcome: "too_many", retryAfterSeconds };
  }
  const answer = await ask("/sign-in/email", visitor, { email, password: given.password });
  if (answer.status === 429) {
    const retryAfterSeconds = Number(answer.headers.get("x-retry-after")) || 60;
    return { outcome: "too_many", retryAfterSeconds };
  }
  if (answer.status >= 500) throw new Error(`sign-in answered ${answer.status}`);
  if (!answer.ok) return { outcome: "refused" };
  await clearFailures(subject, at(nowMs() - WINDOW_MS));
  return { outcome: "signed_in", cookies: answer.headers.getSetCookie() };
}

/** Ends the session of a cookie, for every process. Answers the cookies that clear it. */
export async function signOut(cookie: string | null): Promise<string[]> {
  const answer = await ask("/sign-out", { address: null, userAgent: null }, {}, cookie);
  return answer.headers.getSetCookie();
}

/** Through the library's own handler, because its limits live there and not in its functions. */
async function ask(
  path: string,
  visitor: Visitor,
  body: object,
  cookie?: string | null,
): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json", origin: env.publicUrl });
  if (visitor.address) headers.set("x-forwarded-for", visitor.address);
  if (visitor.userAgent) headers.set("user-agent", visitor.userAgent);
  if (cookie) headers.set("cookie", cookie);
  const url = new URL(`${AUTH_BASE_PATH}${path}`, env.publicUrl);
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return await getAuth().handler(new Request(url, init));
}
