import { knowShards, runPrepared, runShared } from "./client.ts";
import { timeCommit } from "./commits.ts";
import { readSource } from "./read-source.ts";
import { areShardsKnown, isSharded, shardOf } from "./shards.ts";
import { sqlState } from "./transact.ts";

/** Runs a statement: `runShared` for several calls, `runPrepared` for a single one. */
export type Run = typeof runPrepared;

type Call<Item, Result> = {
  item: Item;
  identity: string;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

export type Grouping<Item, Result> = {
  /** Does the work of all items in one statement, by `run`; returns the results in the same order. */
  work(items: readonly Item[], run: Run): Promise<readonly Result[]>;
  /** The identity of an item, if two items with the same one must not share a statement (the second waits for the
   * first). `work` gets items sorted by identity, so that statements take locks in one order. */
  identityOf?(item: Item): string;
  /** The account of an item, if its statement touches tables that Citus distributes: there a statement gets the items of
   * one shard. */
  accountOf?(item: Item): string;
  /** The most items per statement. */
  most: number;
  /** The same on Citus, by default `most`. There a statement costs little more for each further item. */
  mostOfShard?: number;
  /** The most concurrent statements; on Citus, of each shard. */
  inFlight: number;
  /** The statement only reads, so it is not counted as a commit. */
  reads?: boolean;
};

/** Lets concurrent calls share one statement, and so one round trip and one commit. A single call runs immediately;
 * calls that arrive while statements run form the next one, in order. A call returns after its statement has
 * committed, never before.
 *
 * If the database refuses a statement, or it waited too long for a lock, it is repeated item by item, so that a
 * wrong item fails alone. If the server itself fails (gone, stopping, out of resources), all its calls fail. */
export function groupCalls<Item, Result>(
  grouping: Grouping<Item, Result>,
): (item: Item) => Promise<Result> {
  const { accountOf, reads } = grouping;
  const groups = new Map<number, (item: Item) => Promise<Result>>();
  const join = (item: Item) => {
    const shard = accountOf ? shardOf(accountOf(item)) : 0;
    const group = groups.get(shard) ?? groupOfShard(grouping);
    groups.set(shard, group);
    return group(item);
  };
  const call = (item: Item) =>
    accountOf && !areShardsKnown() ? knowShards().then(() => join(item)) : join(item);
  return reads ? call : (item) => timeCommit("grouped", () => call(item));
}

function groupOfShard<Item, Result>({
  work,
  identityOf,
  inFlight,
  ...sizes
}: Grouping<Item, Result>): (item: Item) => Promise<Result> {
  let waiting: Call<Item, Result>[] = [];
  const underWay = new Set<string>();
  let running = 0;
  let scheduled = false;

  const take = (): Call<Item, Result>[] => {
    const most = isSharded() ? (sizes.mostOfShard ?? sizes.most) : sizes.most;
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
    // Requests read in the same turn of the event loop can fill another group.
    schedule();
    // A group can be started by a read from a replica, and its calls can be others' writes.
    await readSource.run(undefined, () => settle(batch, work));
    for (const { identity } of batch) underWay.delete(identity);
    running--;
    schedule();
  };

  const schedule = () => {
    if (scheduled || running >= inFlight || waiting.length === 0) return;
    scheduled = true;
    // After everything that this turn of the event loop reads, so that it is grouped.
    setImmediate(start);
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
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

/** SQLSTATE classes of errors about the statement: invalid data, broken constraints, deadlocks, lock timeouts. Such a
 * statement has changed nothing. */
const REFUSALS = new Set(["21", "22", "23", "40", "55", "P0"]);

function isRefusal(error: unknown): boolean {
  return REFUSALS.has(sqlState(error).slice(0, 2));
}
