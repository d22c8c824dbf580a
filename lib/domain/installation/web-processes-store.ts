import { countSessions, joinSessions, openSession, type Session } from "#db/session.ts";

/** Advisory lock that every web process shares. */
const WEB_LOCK = 7_340_021;

/** A session that counts this process among the web processes of the installation until it ends. */
export async function joinWebProcesses(onLost: () => void): Promise<Session> {
  const session = await openSession("paydesk web", onLost);
  await joinSessions(session, WEB_LOCK);
  return session;
}

/** The web processes of the installation, this one included. */
export const countWebProcesses = (session: Session): Promise<number> =>
  countSessions(session, WEB_LOCK);
