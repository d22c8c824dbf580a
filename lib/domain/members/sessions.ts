import { transact } from "#db/transact.ts";
import { now } from "#lib/kernel/clock.ts";
import { missing } from "#lib/kernel/errors.ts";
import { noteIn, type Person } from "./second-factor.ts";
import * as store from "./session-store.ts";
import type { PersonSession } from "./types.ts";

/** Everywhere that a person is signed in, last seen first. */
export async function listSessions(userId: string): Promise<PersonSession[]> {
  return await store.listSessions(userId, now());
}

/** Ends one of a person's own sessions, for every process at once. Throws `resource_missing`, also for
 *  another person's. */
export async function endSession(person: Person, id: string): Promise<void> {
  await transact(async (tx) => {
    if (!(await store.deleteSession(tx, person.session.user.id, id))) throw missing("session", id);
    await noteIn(tx, person, "sign_in.session_ended");
  });
}

/** Ends all of a person's sessions but this one; answers how many. */
export async function endOtherSessions(person: Person): Promise<number> {
  return await transact(async (tx) => {
    const { user, id } = person.session;
    const sessions = await store.deleteOtherSessions(tx, user.id, id);
    await noteIn(tx, person, "sign_in.sessions_ended", { sessions });
    return sessions;
  });
}
