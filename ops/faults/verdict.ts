import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { disagreements } from "#test/books-agree.ts";
import { brokenPromises, unfinished } from "#tools/crash/books.ts";
import type { Arrivals } from "./arrivals.ts";
import { type Tally, tally } from "./charge.ts";
import type { Charges } from "./charges.ts";

const REST_MS = 120_000;

export type Verdict = Tally & {
  events: number;
  undelivered: number;
  /** Events that arrived more than once, and the most that one did. */
  repeated: number;
  mostArrivals: number;
  /** Everything that must not be, in words. */
  problems: string[];
};

/** Waits until no work is open; returns what still is in the end. */
async function comeToRest(patienceMs: number): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const open = await unfinished().catch((error: unknown) => [String(error)]);
    if (open.length === 0 || performance.now() > deadline) return open.slice(0, 20);
    await sleep(250);
  }
}

/** Compares what clients were told with the database, the books and what arrived, once no work is open. Each offered charge
 * must have been acknowledged. */
export async function judge(
  charges: Charges | readonly Charges[],
  arrivals: Pick<Arrivals, "counts">,
  patienceMs = REST_MS,
): Promise<Verdict> {
  const loads = [charges].flat();
  const problems = await comeToRest(patienceMs);
  for (const load of loads) {
    const open = load.report().offered - load.acknowledged.size;
    if (open > 0) problems.push(`${open} charges had no final answer`);
  }
  const orders = loads.flatMap((load) => load.orders);
  problems.push(...(await brokenPromises(orders)));
  problems.push(...(await disagreements()));
  const { rows } = await getPool().query<{ id: string }>("select id from events");
  const undelivered = rows.filter(({ id }) => !arrivals.counts.has(id)).length;
  if (undelivered > 0) problems.push(`${undelivered} events did not arrive`);
  const more = [...arrivals.counts.values()].filter((count) => count > 1);
  return {
    ...(await tally(orders, async (sql) => (await getPool().query(sql)).rows)),
    ...{ events: rows.length, undelivered, repeated: more.length },
    mostArrivals: Math.max(0, ...more, rows.length > 0 ? 1 : 0),
    problems: [...new Set(problems)],
  };
}
