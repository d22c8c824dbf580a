// What everybody else sees while something goes on: ordinary calls of other merchants at a fixed rate, the slowest
// answer of /healthz, and the memory of the web process.

import { setTimeout as sleep } from "node:timers/promises";
import type { LoadResult } from "./http-load.ts";
import type { Order } from "./load.ts";
import { load, type Running } from "./processes.ts";

export interface Watched {
  others: LoadResult;
  /** The slowest answer of /healthz; infinite when there was one that never came. */
  healthMs: number;
  /** The most resident memory. */
  memoryMb: number;
}

const PROBE_MS = 25;

/** Watches while an order of other merchants' calls runs, and `meanwhile` with it. */
export async function watchOthers(
  web: Running,
  order: Order,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<Watched> {
  let over = false;
  const seen = { healthMs: 0, memoryMb: 0 };
  const probe = async () => {
    while (!over) {
      const asked = performance.now();
      const response = await fetch(`http://127.0.0.1:${web.target.port}/healthz`);
      await response.text();
      if (!response.ok) throw new Error(`/healthz answered ${response.status}`);
      seen.healthMs = Math.max(seen.healthMs, performance.now() - asked);
      seen.memoryMb = Math.max(seen.memoryMb, web.rssMb());
      await sleep(PROBE_MS);
    }
  };
  const probing = probe();
  const [others] = await Promise.all([load(order), meanwhile()]).finally(() => {
    over = true;
  });
  await probing;
  return { others, ...seen };
}
