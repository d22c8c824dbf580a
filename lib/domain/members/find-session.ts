import { MINUTE_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { getAuth } from "./auth.ts";
import * as store from "./session-store.ts";
import type { SessionState, User } from "./types.ts";

export type Session = SessionState & { id: string; user: User; cookies: string[] };

/** "Last seen" is right to the minute: a page's dozen requests write it once. */
const SEEN_MS = MINUTE_MS;

/** Those of some who are still signed in and still members of the account they look at. */
export async function keepStanding<Looker extends { sessionId: string; accountId: string }>(
  lookers: readonly Looker[],
): Promise<Set<Looker>> {
  const standing = await store.findStanding(
    lookers.map(({ sessionId }) => sessionId),
    now(),
  );
  return new Set(
    lookers.filter(({ sessionId, accountId }) => standing.has(`${sessionId} ${accountId}`)),
  );
}

/**
 * Whose session a request's cookie is, or null. Asks the database each time: a session ended
 * anywhere is over everywhere. `mayRenew` lets a session in use live on, and says that its person was
 * seen; the renewed cookie is in the answer then, so it must reach a browser.
 */
export async function findSession(
  headers: Headers,
  { mayRenew }: { mayRenew: boolean },
): Promise<Session | null> {
  if (!headers.get("cookie")) return null;
  const found = await getAuth().api.getSession({
    headers,
    query: { disableRefresh: !mayRenew },
    returnHeaders: true,
  });
  if (!found.response) return null;
  const { user, session } = found.response;
  const state = await store.findState(session.id);
  const wasSeen = state.lastSeenAt && nowMs() - state.lastSeenAt.getTime() < SEEN_MS;
  if (mayRenew && !wasSeen) await store.touch(session.id, now(), headers.get("x-forwarded-for"));
  return {
    ...state,
    id: session.id,
    user: { id: user.id, name: user.name, email: user.email },
    cookies: found.headers.getSetCookie(),
  };
}
