import { now } from "#lib/kernel/clock.ts";
import { type Caller, headersOf } from "#lib/kernel/context.ts";
import { env } from "#lib/kernel/env.ts";
import { AUTH_BASE_PATH, getAuth } from "./auth.ts";
import { openState } from "./session-store.ts";
import { keepRefusal, noteSignedIn, type SignInFrom } from "./sign-in-notes.ts";
import { countSignIn, noteSignIn } from "./throttle.ts";
import type { User } from "./types.ts";

/** The demo merchant's sign-in. It is public, so it works only while other machines cannot reach the installation (see
 *  `signIn`). */
export const DEMO_SIGN_IN = {
  email: "demo@paydesk.example",
  password: "lindenhof-demo",
} as const;

/** Whether these are the demo's credentials. Compared in the normal form that is hashed. */
function isDemoSignIn({ email, password }: { email: string; password: string }): boolean {
  return email === DEMO_SIGN_IN.email && password.normalize("NFKC") === DEMO_SIGN_IN.password;
}

export type SignInOutcome =
  | { outcome: "signed_in"; cookies: string[]; awaitsSecondFactor: boolean }
  | { outcome: "refused" }
  | { outcome: "too_many"; retryAfterSeconds: number };

/**
 * Signs a person in. A wrong password and an unknown e-mail address get the same answer after the same time, so neither
 * reveals who has an account. Attempts are limited by `countSignIn`. With a second factor, the session has no access until
 * it is given. Sessions and first refusals are recorded in the audit log. The demo's public password is refused if other
 * machines can reach the installation.
 */
export async function signIn(
  given: { email: string; password: string },
  from: SignInFrom,
): Promise<SignInOutcome> {
  const { caller } = from;
  const email = given.email.trim().toLowerCase();
  const origin = { address: caller.address, device: from.device };
  const { retryAfterSeconds, isFirst, stopsAfter } = await countSignIn(email, origin);
  if (stopsAfter !== null) await keepRefusal(email, from, { isStop: true, attempts: stopsAfter });
  if (retryAfterSeconds > 0) return { outcome: "too_many", retryAfterSeconds };
  const session = await openSession({ ...given, email }, caller);
  if (!session) {
    if (isFirst) await keepRefusal(email, from, { isStop: false, attempts: 1 });
    return { outcome: "refused" };
  }
  const { token, user, cookies } = session;
  await noteSignIn(email, origin);
  const state = { confirmedAt: now(), lastAddress: caller.address };
  const { awaitsSecondFactor } = await openState(token, state);
  if (!awaitsSecondFactor) await noteSignedIn(user, from, "password");
  return { outcome: "signed_in", cookies, awaitsSecondFactor };
}

/** Null for wrong credentials. */
async function openSession(given: { email: string; password: string }, caller: Caller) {
  if (env.exposed && isDemoSignIn(given)) return null;
  const answer = await ask("/sign-in/email", caller, given);
  if (answer.status >= 500) throw new Error(`sign-in answered ${answer.status}`);
  if (!answer.ok) return null;
  const { token, user } = (await answer.json()) as { token: string; user: User };
  return { token, user, cookies: answer.headers.getSetCookie() };
}

/** Ends the session of a cookie in every process. Returns the cookies that clear it. */
export async function signOut(cookie: string | null): Promise<string[]> {
  const answer = await ask("/sign-out", { address: null, client: null }, {}, cookie);
  return answer.headers.getSetCookie();
}

/** Calls the library's HTTP handler, because its rate limits apply there and not in its functions. */
async function ask(
  path: string,
  caller: Caller,
  body: object,
  cookie?: string | null,
): Promise<Response> {
  const headers = headersOf(caller);
  headers.set("content-type", "application/json");
  headers.set("origin", env.publicUrl);
  if (cookie) headers.set("cookie", cookie);
  const url = new URL(`${AUTH_BASE_PATH}${path}`, env.publicUrl);
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return await (await getAuth()).handler(new Request(url, init));
}
