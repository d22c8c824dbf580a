import { limitConnections, runShared } from "./client.ts";

/** Connections of a process beside its pools: notifications heard and sent, and a session. */
const BESIDE = 3;
/** Connections that nobody's share has, so that a process that starts can connect and be counted. */
const SPARE = 4;
/** Fewer connections than this block each other. */
const LEAST = 5;

/** Each process's pools connect under a name of their own, so that processes can be counted (`db/pool.ts`). */
const ROOM = `
  select least(case when r.rolconnlimit >= 0 then r.rolconnlimit end,
               case when d.datconnlimit >= 0 then d.datconnlimit end,
               current_setting('max_connections')::int
                 - current_setting('superuser_reserved_connections')::int
                 - coalesce(current_setting('reserved_connections', true)::int, 0)) as room,
         (select count(distinct application_name)::int from pg_stat_activity
           where usename = current_user and application_name ~ '^paydesk [0-9a-f]{8}$') as processes
    from pg_roles r, pg_database d
   where r.rolname = current_user and d.datname = current_database()`;

/** The share of one of `processes` in `room` connections, for its pools. */
export function shareOf(room: number, processes: number): number {
  return Math.max(LEAST, Math.floor((room - SPARE) / Math.max(1, processes)) - BESIDE);
}

/** Limits the pools of this process to its share of the connections that the service's role may have, whatever
 * `DATABASE_POOL` allows. Called every few seconds, because processes come and go. */
export async function shareConnections(): Promise<void> {
  const [row] = await runShared<{ room: number; processes: number }>("db.room", ROOM, []);
  limitConnections(shareOf(row!.room, row!.processes));
}
