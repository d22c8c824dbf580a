import { runPrepared, runShared } from "./client.ts";
import { sqlState } from "./transact.ts";

/** How a statement is run: `runShared` for several calls, `runPrepared` for one that goes alone. */
export type Run = typeof runPrepared;

type Call<Item, Result> = {
  item: Item;
  identity: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

export type Grouping<Item, Result> = {
  /** Does the work of all items in one statement, by `run`; answers their results in the same order. */
  work(items: readonly Item[], run: Run): Promise<readonly Result[]>;
  /**
   * What an item is about, where two about the same must not share a statement (the second waits for
   * the first to be done). Items are handed to `work` sorted by it, so that statements that take locks
   * take them in one order.
   */
  identityOf?(item: Item): string;
  /** Most items of one statement. */
  most: number;
  /** Most statements on their way at a time. */
  inFlight: number;
};

/**
 * Lets calls that come together share one statement, and so one round trip and one commit. A call that
 * comes alone goes at once; those that come while statements are on their way form the next one, in
 * the order of their coming. A call is answered when its statement has committed, never before.
 *
 * A statement that the database refuses is done again item by item, so that an item at fault fails
 * alone and its neighbours do not notice; so is one that waited too long for a lock. When the server itself is at fault (gone, stopping, out of
 * room), all of its calls fail as each would have by itself.
 */
export function groupCalls<Item, Result>({
  work,
  identityOf,
  most,
  inFlight,
}: Grouping<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Call<Item, Result>[] = [];
  const underWay = new Set<string>();
  let running = 0;
  let scheduled = false;

  const take = (): Call<Item, Result>[] => {
    if (!identityOf) return waiting.splice(0, most);
    const batch: Call<Item, Result>[] = [];
    const rest: Call<Item, Result>[] = [];
    for (const call of waiting) {
      const goes = batch.length < most && !underWay.has(call.identity);
      if (goes) underWay.add(call.identity);
      (goes ? batch : rest).push(call);
    }
    waiting = rest;
    return batch.sort((a, b) => (a.identity < b.identity ? -1 : 1));
  };

  const start = async () => {
    scheduled = false;
    const batch = take();
    if (batch.length === 0) return;
    running++;
    // Requests that were read in the same turn of the event loop may fill another one.
    schedule();
    await settle(batch, work);
    for (const { identity } of batch) underWay.delete(identity);
    running--;
    schedule();
  };

  const schedule = () => {
    if (scheduled || running >= inFlight || waiting.length === 0) return;
    scheduled = true;
    // After all that this turn of the event loop reads, so that it goes together.
    setImmediate(start);
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, identity: identityOf?.(item) ?? "", resolve, reject });
      schedule();
    });
}

type Work<Item, Result> = Grouping<Item, Result>["work"];

async function settle<Item, Result>(
  batch: readonly Call<Item, Result>[],
  work: Work<Item, Result>,
): Promise<void> {
  try {
    await attempt(batch, work, runShared);
  } catch (error) {
    if (isRefusal(error)) {
      await Promise.all(batch.map((call) => attempt([call], work, runPrepared).catch(call.reject)));
    } else {
      for (const call of batch) call.reject(error);
    }
  }
}

async function attempt<Item, Result>(
  batch: readonly Call<Item, Result>[],
  work: Work<Item, Result>,
  run: Run,
): Promise<void> {
  const results = await work(
    batch.map(({ item }) => item),
    run,
  );
  if (results.length !== batch.length) throw new Error("a group lost some of its results");
  for (const [i, call] of batch.entries()) call.resolve(results[i]!);
}

/** SQLSTATE classes that speak of the statement and what it met: bad data, broken constraints,
 *  deadlocks, locks that were not to be had in time. Such a statement has changed nothing. */
const REFUSALS = new Set(["21", "22", "23", "40", "55", "P0"]);

function isRefusal(error: unknown): boolean {
  return REFUSALS.has(sqlState(error).slice(0, 2));
}
