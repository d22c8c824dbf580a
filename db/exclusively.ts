import { BESIDE_INDEXES_IN_KEPT_PLANS, switchedOff } from "./plan-settings.ts";
import { preparedTransaction, type RunPrepared } from "./prepared-transaction.ts";

/** A process that was suspended while it held the lock must not stop the others. */
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs `work` in one transaction that holds the advisory lock `lock`: of all processes one at a
 * time, each seeing everything the ones before it committed. For prepared statements whose plans
 * are expensive: they are planned once per connection, and go by indexes, since a day's partition is
 * empty when the day begins. `work` must not wait for anything else.
 */
export function exclusively<T>(lock: number, work: (run: RunPrepared) => Promise<T>): Promise<T> {
  // Each statement takes its snapshot after the lock: with both in one, it would be taken before.
  return preparedTransaction(
    `begin;
     set local idle_in_transaction_session_timeout = ${LONGEST_PAUSE_MS};
     set local plan_cache_mode = force_generic_plan;
     ${switchedOff(BESIDE_INDEXES_IN_KEPT_PLANS)}
     select pg_advisory_xact_lock(${Math.trunc(lock)})`,
    work,
  );
}
