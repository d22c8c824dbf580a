import { setTimeout as sleep } from "node:timers/promises";
import type { FaultPlan } from "#lib/rails/process/faults.ts";
import { disagreements } from "#test/books-agree.ts";
import { brokenPromises, doubleCharges, eventIds, ledgerAgainst, unfinished } from "./books.ts";
import { type Counts, PatientClient } from "./client.ts";
import { dice, type Kind, Load } from "./orders.ts";
import type { KillableDatabase } from "./processes.ts";
import { buildWorld, type World } from "./world.ts";

export const REGIMES = ["plain", "faults", "database", "all"] as const;
export type Regime = (typeof REGIMES)[number];

export type CrashOptions = {
  regime: Regime;
  /** Number of kills of the web process, or of the database alone in its regime. */
  kills: number;
  seed: number;
  buyers?: number;
  /** Skips steps that take half a minute, and makes fewer kills if they are slow. */
  brief?: boolean;
  say?: (line: string) => void;
  keepLogs?: boolean;
  /** By default our own PostgreSQL. */
  database?: KillableDatabase;
};

export type CrashReport = {
  regime: Regime;
  seed: number;
  kills: Record<"web" | "worker" | "rail" | "postgres", number>;
  orders: number;
  writes: number;
  http: Counts;
  charges: number;
  /** Operations that reached the rail again and got the same answer. */
  repeatsAtRail: number;
  /** Queries to the rail about the outcome of interrupted calls. */
  askedAtRail: number;
  events: number;
  deliveriesReceived: number;
  seconds: number;
  /** All violations that were found. */
  problems: string[];
  folder: string;
};

const REST_MS = 90_000;
const LONGEST_LIFE_MS = 60_000;
/** The least number of kills of a brief run, which then continues until its time is over. */
const FEWEST_KILLS = 2;
const BRIEF_MS = 20_000;
const FAULTS: FaultPlan["rules"] = [
  { fault: "timeout_before", probability: 0.01 },
  { fault: "timeout_after", probability: 0.01 },
  { fault: "reset_before", probability: 0.02 },
  { fault: "reset_after", probability: 0.02 },
  { fault: "error_before", probability: 0.02 },
  { fault: "error_after", probability: 0.02 },
  { fault: "garbage", probability: 0.02 },
  { fault: "late_answer", probability: 0.01 },
  { fault: "late_action", probability: 0.01 },
  { fault: "duplicate", probability: 0.03 },
  { fault: "swap", probability: 0.03 },
];

/**
 * Merchants place orders continuously while processes are killed at random times. When no work is open any more, the
 * books are compared: the responses to merchants, our database, the rail's book and the receivers' deliveries.
 */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const started = performance.now();
  const world = await buildWorld(options.database);
  const client = new PatientClient(world.origin);
  const without: Kind[] = options.brief ? ["slow_refund"] : [];
  const load = new Load(client, world.shops, {
    seed: options.seed,
    receive: world.receive,
    without,
  });
  let failed = true;
  try {
    await setFaults(world, options);
    const running = load.run(options.buyers ?? 12);
    await killAround(world, load, options);
    load.stop();
    await running;
    await world.setFaults({ seed: 0, lateMs: 0, latencyMs: 0, rules: [] });
    const problems = await findProblems(world, load);
    const report = await reportOf(world, load, client, options, problems);
    failed = report.problems.length > 0;
    return { ...report, seconds: Math.round((performance.now() - started) / 1_000) };
  } finally {
    load.stop();
    await client.close();
    await world.stop({ keepLogs: failed || options.keepLogs === true });
  }
}

/** Delay of the rail, so that most calls are at the rail when their process dies. */
async function setFaults(world: World, { regime, seed }: CrashOptions): Promise<void> {
  const rules = regime === "faults" || regime === "all" ? FAULTS : [];
  await world.setFaults({ seed, lateMs: 1_500, latencyMs: 250, rules });
}

/** Kills the web process each time, and the others in turn by regime. In the database's own regime all other processes have to
 * survive each of its restarts. */
async function killAround(world: World, load: Load, options: CrashOptions): Promise<void> {
  const { regime, kills } = options;
  const roll = dice(options.seed + 1);
  const everything = regime === "all";
  const alone = regime === "database";
  const ends = performance.now() + (options.brief ? BRIEF_MS : Number.POSITIVE_INFINITY);
  for (let n = 1; n <= kills && (n <= FEWEST_KILLS || performance.now() < ends); n++) {
    await sleep(100 + roll() * 1_100);
    // Also on a slow machine, some work must complete between two kills.
    await untilAnswered(load, load.done.length + 1 + Math.floor(roll() * 8));
    const others: Promise<unknown>[] = [];
    if (alone || (everything && n % 3 === 1)) others.push(restartPostgres(world, roll() * 1_500));
    if (everything && n % 4 === 2) others.push(restart(world.worker, roll() * 500));
    if (everything && n % 5 === 2) others.push(restartRail(world, options, roll() * 500));
    // The database is down for a while before or after the web process dies.
    if (others.length > 0) await sleep(roll() * 1_000);
    if (!alone) await restart(world.web, 0);
    await Promise.all(others);
    options.say?.(`${n} of ${kills} kills`);
  }
  // The last calls must reach a running web process.
  await sleep(500);
}

async function untilAnswered(load: Load, count: number): Promise<void> {
  const ends = performance.now() + LONGEST_LIFE_MS;
  while (load.done.length < count && performance.now() < ends) await sleep(10);
}

async function restart(process: World["web"], pauseMs: number): Promise<void> {
  await process.kill();
  await sleep(pauseMs);
  await process.start();
}

async function restartRail(world: World, options: CrashOptions, pauseMs: number): Promise<void> {
  await restart(world.rail, pauseMs);
  await setFaults(world, options);
}

async function restartPostgres({ postgres }: World, pauseMs: number): Promise<void> {
  await postgres.kill();
  await sleep(pauseMs);
  await postgres.start();
}

async function findProblems(world: World, load: Load): Promise<string[]> {
  // A key whose call is never repeated stays open by design; our merchants repeat every call.
  const problems = await comeToRest(world);
  await load.replayAll();
  problems.push(...load.problems);
  const statement = await world.statement();
  problems.push(...(await brokenPromises(load.orders)));
  problems.push(...(await ledgerAgainst(statement)));
  problems.push(...(await disagreements()));
  problems.push(...doubleCharges(statement, load.orders));
  if (statement.conflicts > 0)
    problems.push(`${statement.conflicts} ids were used twice at the rail`);
  problems.push(...(await undelivered(world)));
  problems.push(...(await keptConnections(world)));
  for (const { name, deaths } of [world.web, world.worker, world.rail]) {
    if (deaths > 0) problems.push(`${name} ended by itself ${deaths} times`);
  }
  return problems;
}

/** Waits until no work is open any more; after a timeout, returns what still is. */
async function comeToRest(world: World): Promise<string[]> {
  const ends = performance.now() + REST_MS;
  for (;;) {
    const { untold } = await world.statement();
    const open = await unfinished();
    if (untold > 0) open.push(`${untold} credits are not answered for`);
    if (open.length === 0 || performance.now() > ends) return open;
    await sleep(250);
  }
}

/** Connections that are in use although no work is open, or that never came back. */
async function keptConnections({ operators }: World): Promise<string[]> {
  const ends = performance.now() + REST_MS;
  for (;;) {
    const kept: string[] = [];
    for (const { name, origin } of operators) {
      const metrics = await (await fetch(`${origin}/metrics`)).text();
      const idle = perPool(metrics, "paydesk_database_connections_idle");
      const pools = perPool(metrics, "paydesk_database_connections");
      if (pools.size === 0) kept.push(`${name} tells nothing of its connections`);
      for (const [pool, all] of pools) {
        const used = all - (idle.get(pool) ?? 0);
        if (used > 0)
          kept.push(`${name} does not give back ${used} of ${all} connections of ${pool}`);
      }
    }
    if (kept.length === 0 || performance.now() > ends) return kept;
    await sleep(50);
  }
}

const perPool = (metrics: string, name: string): Map<string, number> =>
  new Map(
    [...metrics.matchAll(new RegExp(`^${name}\\{pool="(.*)"\\} (\\d+)$`, "gm"))].map(
      ([, pool, value]) => [pool!, Number(value)],
    ),
  );

async function undelivered({ receiver }: World): Promise<string[]> {
  const perEndpoint = Map.groupBy(receiver.received, ({ path }) => path);
  const arrived = new Map<string, number>();
  for (const received of perEndpoint.values()) {
    const ids = new Set(received.map(({ headers }) => headers["service-event-id"] ?? ""));
    for (const id of ids) arrived.set(id, (arrived.get(id) ?? 0) + 1);
  }
  const ids = await eventIds();
  return [
    ...[...ids]
      .filter((id) => arrived.get(id) !== 2)
      .map((id) => `${id} reached not both endpoints`),
    ...[...arrived.keys()]
      .filter((id) => !ids.has(id))
      .map((id) => `${id} was sent and is no event`),
  ];
}

async function reportOf(
  world: World,
  load: Load,
  { counts }: PatientClient,
  { regime, seed }: CrashOptions,
  problems: string[],
): Promise<CrashReport> {
  const { lines, repeats, asked } = await world.statement();
  if (counts.hung > 0) problems.push(`${counts.hung} requests had no answer within 20 s`);
  const charges = lines.filter(({ kind }) => kind === "charge" || kind === "capture").length;
  return {
    regime,
    seed,
    kills: {
      web: world.web.kills,
      worker: world.worker.kills,
      rail: world.rail.kills,
      postgres: world.postgres.kills,
    },
    orders: load.orders.length,
    writes: load.done.length,
    http: counts,
    charges,
    repeatsAtRail: Object.values(repeats).reduce((sum, n) => sum + n, 0),
    askedAtRail: asked,
    events: (await eventIds()).size,
    deliveriesReceived: world.receiver.received.length,
    seconds: 0,
    problems: [...new Set(problems)],
    folder: world.folder,
  };
}
