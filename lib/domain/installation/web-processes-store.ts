import { openSession, type Session } from "#db/session.ts";

/** Advisory lock that every web process shares. */
const WEB_LOCK = 7_340_021;

const COUNT = `
  select count(distinct pid)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${WEB_LOCK} and granted
     and database = (select oid from pg_database where datname = current_database())`;

/** A session that counts this process among the web processes of the installation until it ends. */
export async function joinWebProcesses(onLost: () => void): Promise<Session> {
  const session = await openSession("paydesk web", onLost);
  await session.run("installation.join", "select pg_advisory_lock_shared($1, 0)", [WEB_LOCK]);
  return session;
}

/** The web processes of the installation, this one included. */
export async function countWebProcesses(session: Session): Promise<number> {
  const [row] = await session.run<{ n: number }>("installation.web_processes", COUNT, []);
  return row!.n;
}
