import { BESIDE_INDEXES, switchedOff } from "./plan-settings.ts";
import { preparedTransaction, type RunPrepared } from "./prepared-transaction.ts";

/**
 * For statements that begin with few rows of a very large table, where "from here on" tells the planner
 * nothing of how few: they go by the indexes, always, and are never compiled first or shared among workers,
 * which take longer to start than these statements take. A plan that read ten million payments to find the
 * last hundred would be right only on paper.
 */
const BY_INDEXES = `
  ${switchedOff(BESIDE_INDEXES)}
  set local jit = off;
  set local max_parallel_workers_per_gather = 0;`;

const limitOf = (unhurried: boolean) => (unhurried ? "set local statement_timeout = 0;" : "");

/**
 * Runs reads that must all be of one moment, by the indexes. Their plans are `kept`, for statements that are
 * small or whose only way is the right one; or made `anew` for each run's own values, for those where which
 * index is right depends on how long a range is. With `unhurried` no statement is cut off. Takes no lock.
 */
export function snapshot<T>(
  { plans, unhurried = false }: { plans: "kept" | "anew"; unhurried?: boolean },
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const mode = plans === "kept" ? "force_generic_plan" : "force_custom_plan";
  return preparedTransaction(
    `begin isolation level repeatable read, read only; ${BY_INDEXES}
     set local plan_cache_mode = ${mode}; ${limitOf(unhurried)}`,
    work,
  );
}

/** What follows in the transaction is planned for its own values. */
export async function planAnew(run: RunPrepared): Promise<void> {
  await run("db.plan_anew", "select set_config('plan_cache_mode', 'force_custom_plan', true)", []);
}

/** Runs `work` in one transaction, each statement seeing what was committed before it, by the indexes.
 *  With `unhurried` no statement is cut off. */
export function transactByIndexes<T>(
  { unhurried = false }: { unhurried?: boolean },
  work: (run: RunPrepared) => Promise<T>,
): Promise<T> {
  const plans = "set local plan_cache_mode = force_generic_plan;";
  return preparedTransaction(`begin; ${BY_INDEXES} ${plans} ${limitOf(unhurried)}`, work);
}
