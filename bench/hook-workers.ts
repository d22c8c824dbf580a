// Several workers on one queue: what they make together, and how soon another has the lanes of one that died.

import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { median } from "./figures.ts";
import { addEndpoint, deliver, urlOf } from "./hook-stage.ts";
import { type Running, startProcess } from "./processes.ts";
import { processorMs } from "./processor-time.ts";
import { makeMerchant } from "./stage.ts";
import type { HookScene } from "./webhooks.ts";

const COUNTS = [1, 2, 4] as const;
/** Many more than lanes, so that each lane has some. */
const ENDPOINTS = 64;

/** Deliveries/s and processor time of 1, 2 and 4 workers, and the time until the deliveries of a killed worker's lanes
 *  have come. */
export async function measureWorkers(scene: HookScene): Promise<void> {
  const { pace, receiver, worker, variables, say } = scene;
  const merchant = await makeMerchant();
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    endpoints.push(await addEndpoint(merchant, urlOf("a", receiver.target.port, `/${n}`)));
  }
  receiver.tell("ignore");
  const common = { limit: null, limitName: "", ratio: null, bound: null };
  const workers: Running[] = [worker];
  const run = (count: number) => deliver(merchant, receiver, endpoints, count);
  try {
    for (const count of COUNTS) {
      while (workers.length < count) {
        workers.push(await startProcess(WORKER_COMMAND, { port: 0, tls: false }, variables));
      }
      await run(pace.deliveries);
      const rates: number[] = [];
      const before = spentMs(workers);
      for (let i = 0; i < pace.rounds; i++) {
        rates.push((pace.deliveries * 1_000) / (await run(pace.deliveries)));
      }
      const spentUs = (spentMs(workers) - before) * 1_000;
      const each = spentUs / pace.rounds / pace.deliveries;
      say({ ...common, name: `Deliveries, ${count} workers`, unit: "/s", ours: median(rates) });
      say({ ...common, name: "processor time per delivery, all workers", unit: "µs", ours: each });
    }
    const times: number[] = [];
    for (const dying of workers.splice(1)) {
      process.kill(dying.pid, "SIGKILL");
      const began = performance.now();
      // One to each endpoint, so to all lanes.
      await run(ENDPOINTS);
      times.push((performance.now() - began) / 1_000);
    }
    const name = "All lanes deliver after a worker was killed, slowest of three";
    const bound = { kind: "at most", of: "value", value: 10 } as const;
    say({ ...common, name, unit: "s", ours: Math.max(...times), bound });
  } finally {
    for (const extra of workers.splice(1)) await extra.stop();
  }
}

const spentMs = (workers: readonly Running[]) =>
  workers.reduce((sum, { pid }) => sum + processorMs(pid), 0);
