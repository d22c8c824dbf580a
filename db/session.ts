import { knowShards } from "./client.ts";
import { connect } from "./notify.ts";
import { BESIDE_INDEXES_IN_KEPT_PLANS } from "./pool.ts";
import type { RunPrepared } from "./prepared.ts";
import { keptPlanMode } from "./shards.ts";
import { sqlState } from "./transact.ts";

/** A connection of its own, for locks that end with it. Its statements use indexes and kept plans. */
export type Session = {
  /** Runs one prepared statement. Throws once the connection is lost. */
  run: RunPrepared;
  close(): Promise<void>;
};

/** A connection without an answer for so long is lost. */
const PATIENCE_MS = 12_000;

const SETTINGS = [
  ...BESIDE_INDEXES_IN_KEPT_PLANS.map((name) => `${name}=off`),
  "jit=off",
  "statement_timeout=10s",
  // The server notices within 9 s that the machine of this process is gone, and frees the locks.
  "tcp_keepalives_idle=5",
  "tcp_keepalives_interval=2",
  "tcp_keepalives_count=2",
];

/** Opens a session. `onLost` is called once when its connection ends without `close`; PostgreSQL then frees its locks. With
 * `idleMs` it ends the session after so long without a statement: a process that hangs keeps its connection. */
export async function openSession(
  name: string,
  onLost: () => void,
  { idleMs = 0 }: { idleMs?: number } = {},
): Promise<Session> {
  let open = true;
  const lost = () => {
    if (open) onLost();
    open = false;
  };
  await knowShards();
  const settings = [
    ...SETTINGS,
    `plan_cache_mode=${keptPlanMode()}`,
    `idle_session_timeout=${idleMs}`,
  ];
  const options = settings.map((each) => `-c ${each}`).join(" ");
  const client = await connect(name, lost, { options, query_timeout: PATIENCE_MS });
  const end = async () => {
    await client.end().catch(() => {});
  };
  return {
    run: async (statement, text, values) => {
      if (!open) throw new Error("the session is closed");
      try {
        return (await client.query({ name: statement, text, values: [...values] })).rows;
      } catch (error) {
        // PostgreSQL refused the statement, or the connection is of no more use.
        if (!sqlState(error) || client.isSpent) {
          lost();
          void end();
        }
        throw error;
      }
    },
    close: async () => {
      open = false;
      await end();
    },
  };
}

/** Counts this session among those that share the advisory lock `lock`, until it ends. */
export async function joinSessions(session: Session, lock: number): Promise<void> {
  await session.run("db.join_sessions", "select pg_advisory_lock_shared($1, 0)", [lock]);
}

const COUNT = `
  select count(distinct pid)::int as n from pg_locks
   where locktype = 'advisory' and classid = $1 and granted
     and database = (select oid from pg_database where datname = current_database())`;

/** The number of sessions in this database that share the advisory lock `lock`. */
export async function countSessions(session: Pick<Session, "run">, lock: number): Promise<number> {
  const [row] = await session.run<{ n: number }>("db.count_sessions", COUNT, [lock]);
  return row!.n;
}
