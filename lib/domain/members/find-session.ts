import { getAuth } from "./auth.ts";
import type { User } from "./types.ts";

export type Session = { user: User; cookies: string[] };

/**
 * Whose session a request's cookie is, or null. Asks the database each time: a session ended
 * anywhere is over everywhere. `mayRenew` lets a session in use live on; the renewed cookie is in
 * the answer then, so it must reach a browser.
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
  const { id, name, email } = found.response.user;
  return { user: { id, name, email }, cookies: found.headers.getSetCookie() };
}
