import type pg from "pg";
import { getPool, getReadPool, knowShards } from "./client.ts";
import { timeCommit } from "./commits.ts";
import { BESIDE_INDEXES, BESIDE_INDEXES_IN_KEPT_PLANS, switchedOff, tellNodes } from "./pool.ts";
import { isSharded, keptPlanMode } from "./shards.ts";

/** Runs one prepared statement in the transaction, planned once per connection under `name`. */
export type RunPrepared = <Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: readonly unknown[],
) => Promise<Row[]>;

/** Runs `work` in one transaction that begins with the texts `opening`; commits all of it or nothing. `pool` is
 * the service's by default; pass the owner's for work that the service's role may not do. */
export async function preparedTransaction<T>(
  opening: readonly string[],
  work: (run: RunPrepared) => Promise<T>,
  pool = getPool(),
): Promise<T> {
  return await timeCommit("indexed", () => inTransaction(pool, opening, work));
}

async function inTransaction<T>(
  pool: pg.Pool,
  opening: readonly string[],
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failed: Error | undefined;
  try {
    for (const text of opening) await client.query(text);
    const result = await work(async (name, text, values) => {
      const answer = await client.query({ name, text, values: [...values] });
      return answer.rows;
    });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => {
      failed = lost;
    });
    throw error;
  } finally {
    client.release(failed);
  }
}

/** For statements that need few rows of a very large table, where an open range tells the planner nothing about how
 * few. They always use indexes, without JIT and parallel workers, which take longer to start than these statements
 * run. */
const BY_INDEXES = `
  ${switchedOff(BESIDE_INDEXES)}
  set local max_parallel_workers_per_gather = 0;`;

/** Begins a transaction with these settings and `more`. The nodes of Citus, which plan the parts, are told of them. */
const beginByIndexes = (begin: string, more: string): string[] => {
  const settings = tellNodes(`${BY_INDEXES} ${more}`, "set local jit = off");
  return isSharded() ? [begin, settings] : [`${begin}; ${settings}`];
};

const limitOf = (unhurried: boolean) => (unhurried ? "set local statement_timeout = 0;" : "");

/** Runs reads on one snapshot, by index. `plans: "kept"` plans each statement once, for small statements or those
 * with only one sensible plan; `"anew"` plans for each run's values, if the right index depends on the length of a
 * range. `unhurried` lifts the statement time limit. `pool` is the service's by default, or the
 * replica's within `fromReplica`; files have their own. Takes no lock. */
export async function snapshot<T>(
  options: { plans: "kept" | "anew"; unhurried?: boolean; pool?: pg.Pool },
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const { plans, unhurried = false, pool = getReadPool() } = options;
  await knowShards();
  const mode = plans === "kept" ? keptPlanMode() : "force_custom_plan";
  return await preparedTransaction(
    beginByIndexes(
      "begin isolation level repeatable read, read only",
      `set local plan_cache_mode = ${mode}; ${limitOf(unhurried)}`,
    ),
    work,
    pool,
  );
}

const PLAN_MODE = "select set_config('plan_cache_mode', $1, true)";

/** Plans the following statements of the transaction for their own values. */
export async function planAnew(run: RunPrepared): Promise<void> {
  await run("db.plan_mode", PLAN_MODE, ["force_custom_plan"]);
}

/** Keeps the plans of the following statements of the transaction on Citus too: they read no table that is divided among nodes. */
export async function keepPlansHere(run: RunPrepared): Promise<void> {
  if (isSharded()) await run("db.plan_mode", PLAN_MODE, ["force_generic_plan"]);
}

/** Runs `work` in one transaction by index; each statement sees what was committed before it. `unhurried` lifts the
 * statement time limit. */
export async function transactByIndexes<T>(
  { unhurried = false }: { unhurried?: boolean },
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  await knowShards();
  const plans = `set local plan_cache_mode = ${keptPlanMode()};`;
  return await preparedTransaction(beginByIndexes("begin", `${plans} ${limitOf(unhurried)}`), work);
}

/** Ends the transaction of a process that was suspended while it held the lock. */
const LONGEST_PAUSE_MS = 5_000;

/** Runs `work` in one transaction that holds the advisory lock `lock`: one process at a time, each of which sees
 * everything that earlier holders committed. For prepared statements with expensive plans: they are planned once per
 * connection and use indexes, because a day's partition is empty when the day begins. `work` must not wait for
 * anything else. */
export async function exclusively<T>(
  lock: number,
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  await knowShards();
  // The lock is a separate statement, so that each statement of `work` takes its snapshot after it.
  return await preparedTransaction(
    [
      `begin;
       set local idle_in_transaction_session_timeout = ${LONGEST_PAUSE_MS};
       set local plan_cache_mode = ${keptPlanMode()};
       ${switchedOff(BESIDE_INDEXES_IN_KEPT_PLANS)}
       select pg_advisory_xact_lock(${Math.trunc(lock)})`,
    ],
    work,
  );
}
