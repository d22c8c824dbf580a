import { transact } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import type { Caller } from "#lib/kernel/context.ts";
import { missing } from "#lib/kernel/errors.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import { getAuth } from "./auth.ts";
import { noteIn, type Person } from "./second-factor.ts";
import * as store from "./session-store.ts";
import type { PersonSession, SessionState, User } from "./types.ts";

/** A person's active sessions, last seen first. */
export async function listSessions(userId: string): Promise<PersonSession[]> {
  return await store.listSessions(userId, now());
}

/** Ends one of a person's own sessions, in every process. Throws `resource_missing`, also for another person's. */
export async function endSession(person: Person, id: string): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.deleteSession(tx, person.session.user.id, id))) throw missing("session", id);
    await noteIn(tx, person, "sign_in.session_ended");
  });
}

/** Ends all of a person's sessions but this one. Returns their number. */
export async function endOtherSessions(person: Person): Promise<number> {
  return await transact(async (tx) => {
    const { user, id } = person.session;
    const sessions = await store.deleteOtherSessions(tx, user.id, id);
    await noteIn(tx, person, "sign_in.sessions_ended", { sessions });
    return sessions;
  });
}

export type Session = SessionState & { id: string; user: User };

/** Those of `lookers` that are still signed in and still members of the account that they look at, with their roles. */
export async function keepActiveSessions<Looker extends { sessionId: string; accountId: string }>(
  lookers: readonly Looker[],
): Promise<Map<Looker, Role>> {
  const active = await store.findActiveSessions(
    lookers.map(({ sessionId }) => sessionId),
    now(),
  );
  return new Map(
    lookers.flatMap((looker) => {
      const role = active.get(`${looker.sessionId} ${looker.accountId}`);
      return role ? [[looker, role]] : [];
    }),
  );
}

/**
 * The session of a request's cookie, or null. Queries the database every time, so a session ended in one process is ended
 * in all. A session whose `endedBy` is not null has no access.
 */
export async function findSession(headers: Headers): Promise<Session | null> {
  if (!headers.get("cookie")) return null;
  const found = await (await getAuth()).api.getSession({ headers });
  if (!found) return null;
  const { user, session } = found;
  const state = await store.findState(session.id);
  return { ...state, id: session.id, user: { id: user.id, name: user.name, email: user.email } };
}

/** Records activity in a session, which restarts its idle time. */
export async function noteSeen({ id }: Session, caller: Caller): Promise<void> {
  await store.touch(id, now(), caller.address);
}
