// The effect on others during a task: ordinary calls of other merchants at a fixed rate, the slowest response
// of /healthz, and the memory of the web process.

import { setTimeout as sleep } from "node:timers/promises";
import type { LoadResult } from "./http-load.ts";
import type { Order } from "./load.ts";
import { load, type Running } from "./processes.ts";

export interface Watched {
  others: LoadResult;
  /** The slowest response of /healthz; infinite if one never came. */
  healthMs: number;
  /** The maximum resident memory. */
  memoryMb: number;
}

const PROBE_MS = 25;

/** Measures while an order of other merchants' calls and `meanwhile` run. */
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
