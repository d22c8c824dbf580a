import { AsyncLocalStorage } from "node:async_hooks";
import type { BookRail, Plan } from "./book-rail.ts";

/** Which call may go on, and how it goes: one for each time a call stands before the rail. */
export type Schedule = { next(): { value: { choice: number; plan: Plan } } };

const current = new AsyncLocalStorage<number>();

/**
 * Does several things at once, in an order that the schedule decides: whoever calls the rail waits
 * there until nobody else is at work, and is then let through one at a time. A call that dies under its
 * plan answers null; its signal stops a loop that would otherwise go on. The same schedule leads to the same order, so failures can be reduced.
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
    // What the check at the end asks is nobody's work.
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
