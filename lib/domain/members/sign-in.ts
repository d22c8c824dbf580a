import { at, MINUTE_MS, nowMs, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import { env } from "#lib/kernel/env.ts";
import { AUTH_BASE_PATH, getAuth } from "./auth.ts";
import { clearFailures, countAttempt } from "./store.ts";

export type SignInOutcome =
  | { outcome: "signed_in"; cookies: string[] }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/** Guesses at one person are slowed for longer than those of one place, where many may work. */
const PER_PERSON = { most: 10, windowMs: 10 * MINUTE_MS };
const PER_ADDRESS = { most: 30, windowMs: MINUTE_MS };

/**
 * Signs a person in. A wrong password and an unknown address are one answer and take as long, so
 * neither tells who has an account. Attempts are limited per address of the caller (30 a minute) and
 * per e-mail address (ten in ten minutes, forgotten on success), in the database: all processes count
 * together, and a window begins and ends whatever is tried in it.
 */
export async function signIn(
  given: { email: string; password: string },
  caller: Caller,
): Promise<SignInOutcome> {
  const email = given.email.trim().toLowerCase();
  const person = keyedHash("payload-hash", `sign-in ${email}`);
  const waitMs = Math.max(
    caller.address
      ? await countUp(keyedHash("payload-hash", `sign-in from ${caller.address}`), PER_ADDRESS)
      : 0,
    await countUp(person, PER_PERSON),
  );
  if (waitMs > 0) return { outcome: "too_many", retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) };
  const answer = await ask("/sign-in/email", caller, { email, password: given.password });
  if (answer.status >= 500) throw new Error(`sign-in answered ${answer.status}`);
  if (!answer.ok) return { outcome: "refused" };
  await clearFailures(person, at(nowMs() - PER_PERSON.windowMs));
  return { outcome: "signed_in", cookies: answer.headers.getSetCookie() };
}

/** Counts one more attempt, and says how long to wait when that is too many. */
async function countUp(
  subject: Buffer,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<number> {
  const attempt = await countAttempt(subject, at(nowMs()), windowMs);
  if (attempt.failures <= most) return 0;
  return Math.max(SECOND_MS, attempt.windowStartedAt.getTime() + windowMs - nowMs());
}

/** Ends the session of a cookie, for every process. Answers the cookies that clear it. */
export async function signOut(cookie: string | null): Promise<string[]> {
  const answer = await ask("/sign-out", { address: null, client: null }, {}, cookie);
  return answer.headers.getSetCookie();
}

/** Through the library's own handler, because its limits live there and not in its functions. */
async function ask(
  path: string,
  caller: Caller,
  body: object,
  cookie?: string | null,
): Promise<Response> {
  const headers = new Headers({ "content-type": "application/json", origin: env.publicUrl });
  if (caller.address) headers.set("x-forwarded-for", caller.address);
  if (caller.client) headers.set("user-agent", caller.client);
  if (cookie) headers.set("cookie", cookie);
  const url = new URL(`${AUTH_BASE_PATH}${path}`, env.publicUrl);
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return await getAuth().handler(new Request(url, init));
}
