import { countSessions, joinSessions, type Session } from "#db/session.ts";
import { LANES } from "./arrivals-store.ts";

/** Advisory locks of the workers' sessions: every worker shares the first; each lane has one of the second. */
export const WORKERS_LOCK = 7_340_012;
const LANE_LOCK = 7_340_013;

/** Counts this session among the workers, until it ends. */
export const joinWorkers = (session: Session): Promise<void> => joinSessions(session, WORKERS_LOCK);

/** The number of workers that share the lanes of this database. */
export const countWorkers = (session: Session): Promise<number> =>
  countSessions(session, WORKERS_LOCK);

const TAKE = `
  select lane from (select generate_series(0, ${LANES - 1}) as lane offset 0) l
   where lane <> all ($1::int[]) and pg_try_advisory_lock(${LANE_LOCK}, lane)
   limit $2`;

/** Takes up to `limit` lanes that no worker has, beside those in `owned`. Does not wait. */
export async function takeLanes(
  session: Session,
  owned: readonly number[],
  limit: number,
): Promise<number[]> {
  const rows = await session.run<{ lane: number }>("webhooks.take_lanes", TAKE, [owned, limit]);
  return rows.map(({ lane }) => lane);
}

/** Lets another worker take the lane. */
export async function releaseLane(session: Session, lane: number): Promise<void> {
  await session.run("webhooks.release_lane", "select pg_advisory_unlock($1, $2)", [
    LANE_LOCK,
    lane,
  ]);
}
