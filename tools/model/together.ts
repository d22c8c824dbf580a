import { AsyncLocalStorage } from "node:async_hooks";
import type { BookRail, Plan } from "./book-rail.ts";

/** The schedule: which waiting call continues, and its plan; one entry for each call to the rail. */
export type Schedule = { next(): { value: { choice: number; plan: Plan } } };

const current = new AsyncLocalStorage<number>();

/**
 * Runs several tasks concurrently in the order of the schedule: each call to the rail waits until no other task is
 * running, and then one call continues at a time. A call that dies under its plan returns null; its signal stops a loop
 * that would otherwise continue. The same schedule gives the same order, so failures can be shrunk.
 */
export async function together<T>(
  rail: BookRail,
  schedule: Schedule,
  works: readonly ((death: AbortSignal) => Promise<T>)[],
): Promise<(T | null)[]> {
  const waiting: { work: number; goOn(plan: Plan): void }[] = [];
  const results: (T | null)[] = works.map(() => null);
  const ended = new Set<number>();
  const deaths = works.map(() => new AbortController());
  let changed = Promise.withResolvers<void>();
  const tell = () => {
    changed.resolve();
  };
  rail.nextPlan = () => {
    const work = current.getStore();
    // Calls of the final check belong to no task.
    if (work === undefined) return Promise.resolve("answers");
    return new Promise((goOn) => {
      waiting.push({ work, goOn });
      tell();
    });
  };
  const failures: unknown[] = [];
  works.forEach((work, index) => {
    current.run(index, () => {
      work(deaths[index]!.signal)
        .then((result) => {
          results[index] = result;
        })
        .catch((error) => failures.push(error))
        .finally(() => {
          ended.add(index);
          tell();
        });
    });
  });
  while (ended.size < works.length) {
    if (waiting.length + ended.size < works.length) {
      await changed.promise;
      changed = Promise.withResolvers();
      continue;
    }
    const { choice, plan } = schedule.next().value;
    const [chosen] = waiting.splice(choice % waiting.length, 1);
    if (!chosen) break;
    if (plan.startsWith("dies")) {
      ended.add(chosen.work);
      deaths[chosen.work]?.abort();
    }
    chosen.goOn(plan);
  }
  rail.nextPlan = async () => rail.plan;
  if (failures.length > 0) throw failures[0];
  return results;
}
