// Deliveries: rate, latency, effect on other accounts, and memory.

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { promisify } from "node:util";
import type { Event } from "#lib/domain/events/index.ts";
import { renderEventBody } from "#lib/wire/versions/index.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import type { Merchant } from "#test/merchant.ts";
import { BOSS_VERSION, installBoss, runBoss } from "./boss.ts";
import { type Figure, inTurns, median } from "./figures.ts";
import { measureLatency } from "./hook-latency.ts";
import { addEndpoint, deliver, SAMPLE, urlOf, wildcard } from "./hook-stage.ts";
import { measureWorkers } from "./hook-workers.ts";
import { measureIsolation, measurePruning } from "./isolation.ts";
import { type Running, startProcess } from "./processes.ts";
import { databaseClock, processorMs } from "./processor-time.ts";
import { makeMerchant, type Stage } from "./stage.ts";

export const HOOK_PARTS = [
  "cost",
  "speed",
  "workers",
  "latency",
  "isolation",
  "pruning",
  "memory",
] as const;

export interface HookPace {
  rounds: number;
  measureMs: number;
  /** Deliveries of one round. */
  deliveries: number;
  /** Deliveries of the memory measurement. */
  endpoints: number;
}

export interface HookScene {
  pace: HookPace;
  variables: Readonly<Record<string, string>>;
  receiver: Running;
  worker: Running;
  say(figure: Figure): void;
}

const PORT = 4510;
const ENDPOINTS = 16;

/** Measures the named parts, each on a fresh database with its own worker. */
export async function measureWebhooks(
  stage: Stage,
  pace: HookPace,
  parts: ReadonlySet<string>,
  say: (figure: Figure) => void,
): Promise<void> {
  const files = await wildcard();
  const script = `${import.meta.dirname}/hook-receiver.ts`;
  const receiver = await startProcess([script, ...files.paths], { port: PORT, tls: true }, {});
  try {
    for (const part of HOOK_PARTS) {
      if (!parts.has(part)) continue;
      const variables = await stage.useDatabase(`bench_hooks_${part}`);
      const production = { ...variables, NODE_ENV: "production" };
      const worker = await startProcess(WORKER_COMMAND, { port: 0, tls: false }, production);
      try {
        await MEASURES[part]({ pace, variables: production, receiver, worker, say });
      } finally {
        await worker.stop();
      }
    }
  } finally {
    await receiver.stop();
    files.remove();
  }
}

const MEASURES: Record<(typeof HOOK_PARTS)[number], (scene: HookScene) => Promise<void>> = {
  cost: measureCost,
  speed: measureSpeed,
  workers: measureWorkers,
  latency: measureLatency,
  isolation: measureIsolation,
  pruning: measurePruning,
  memory: measureMemory,
};

/** Processor time per delivery, of the database server and of the worker. */
async function measureCost(scene: HookScene): Promise<void> {
  const { pace, receiver, worker, say } = scene;
  const merchant = await makeMerchant();
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    endpoints.push(await addEndpoint(merchant, urlOf("a", receiver.target.port, `/${n}`)));
  }
  receiver.tell("ignore");
  const run = () => deliver(merchant, receiver, endpoints, pace.deliveries);
  await run();
  const database = await databaseClock();
  const spent = { database: [] as number[], worker: [] as number[] };
  for (let round = 0; round < pace.rounds; round++) {
    const before = { database: database.allMs(), worker: processorMs(worker.pid) };
    await run();
    const usEach = (ms: number) => (ms * 1_000) / pace.deliveries;
    spent.database.push(usEach(database.allMs() - before.database));
    spent.worker.push(usEach(processorMs(worker.pid) - before.worker));
  }
  const common = { unit: "µs", limit: null, limitName: "", ratio: null, bound: null };
  const name = "Processor time per delivery, event and delivery inserted, of PostgreSQL";
  say({ ...common, name, ours: median(spent.database) });
  say({ ...common, name: "the same of the worker", ours: median(spent.worker) });
}

async function measureSpeed(scene: HookScene): Promise<void> {
  const { pace, receiver, say } = scene;
  const merchant = await makeMerchant();
  const endpoints: string[] = [];
  for (let n = 0; n < ENDPOINTS; n++) {
    endpoints.push(await addEndpoint(merchant, urlOf("a", receiver.target.port, `/${n}`)));
  }
  receiver.tell("ignore");
  const ours = async () =>
    (pace.deliveries * 1_000) / (await deliver(merchant, receiver, endpoints, pace.deliveries));
  await ours();
  const atATime = await bestAtATime(scene);
  const pair = await inTurns(pace.rounds, ours, () => bare(scene, atATime, pace.measureMs));
  const bound = { kind: "at least", of: "ratio", value: 0.5 } as const;
  const limitName = `the same client's bare signed POST, ${atATime} at a time`;
  say({ name: "Deliveries, claimed to recorded", unit: "/s", ...pair, limitName, bound });
  await compareWithBoss(scene, ours);
}

/** The first differs from ours only in the queue; the second follows pg-boss's documentation. */
const BOSS_WAYS = [
  ["batched", "with our own sending and batched recording"],
  ["documented", "as documented: each job is posted by our client and recorded by itself"],
] as const;

async function compareWithBoss(scene: HookScene, ours: () => Promise<number>): Promise<void> {
  const { pace, receiver, variables, say } = scene;
  const folder = await installBoss();
  if (folder === null) {
    process.stdout.write("pg-boss could not be installed: there is no comparison with it\n");
    return;
  }
  const url = urlOf("a", receiver.target.port, "/boss");
  const order = {
    folder,
    url,
    deliveries: pace.deliveries,
    object: JSON.stringify(SAMPLE),
    variables,
  };
  try {
    const bound = { kind: "at least", of: "ratio", value: 2.5 } as const;
    for (const [way, label] of BOSS_WAYS) {
      const pair = await inTurns(pace.rounds, ours, () => runBoss({ ...order, way }));
      const limitName = `pg-boss ${BOSS_VERSION}, batch 500, localConcurrency 8, ${label}`;
      say({ name: "The same again", unit: "/s", ...pair, limitName, bound });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bestAtATime(scene: HookScene): Promise<number> {
  let best = { atATime: 0, perSecond: 0 };
  for (const atATime of [16, 64, 256]) {
    const perSecond = await bare(scene, atATime, 1_500);
    if (perSecond > best.perSecond) best = { atATime, perSecond };
  }
  return best.atATime;
}

async function bare({ receiver }: HookScene, atATime: number, ms: number): Promise<number> {
  const url = urlOf("a", receiver.target.port, "/bare");
  const args = [url, String(atATime), String(ms), bodyOfSample()];
  const script = `${import.meta.dirname}/bare-post.ts`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--no-warnings",
    script,
    ...args,
  ]);
  return Number(stdout);
}

/** The posted body, exact except for the ids. */
function bodyOfSample(): string {
  const event = { id: "evt_bench", type: "payment.succeeded", version: "2026-04-01", data: SAMPLE };
  const rest = { mode: "test", objectId: "pay_bench", createdAt: new Date(0) };
  return renderEventBody({ ...event, ...rest } as unknown as Event, "2026-04-01");
}

/** Two deliveries to each of very many receivers, each with its own host name. */
async function measureMemory(scene: HookScene): Promise<void> {
  const { pace, receiver, worker, say } = scene;
  const merchant: Merchant = await makeMerchant();
  const endpoints: string[] = [];
  for (let n = 0; n < pace.endpoints; n++) {
    endpoints.push(await addEndpoint(merchant, urlOf(`m${n}`, receiver.target.port, "/")));
  }
  receiver.tell("ignore");
  let most = worker.rssMb();
  const timer = setInterval(() => {
    most = Math.max(most, worker.rssMb());
  }, 100);
  for (const _ of [1, 2]) {
    await deliver(merchant, receiver, endpoints, pace.endpoints);
  }
  clearInterval(timer);
  const common = { limit: null, limitName: "", ratio: null, unit: "MB" };
  const bound = { kind: "at most", of: "value", value: 300 } as const;
  const name = `Memory of the worker at most, ${pace.endpoints} endpoints`;
  say({ ...common, name, ours: most, bound });
}
