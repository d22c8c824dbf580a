import { setTimeout as sleep } from "node:timers/promises";
import { Charges, type ChargesReport } from "./charges.ts";
import { makeSlowDisk, type SlowDisk } from "./disk.ts";
import { makeFolder } from "./folder.ts";
import { type Installation, startInstallation } from "./installation.ts";
import type { Unit } from "./unit.ts";
import { judge, type Verdict } from "./verdict.ts";

type Scene = Installation & { disk: SlowDisk };

/** Injects a fault; resolves when its cause is over. `n` counts how often it happened. */
type Fault = (scene: Scene, n: number) => Promise<void>;

const AWAY_MS = 10_000;
const SLOW_MS = 15_000;
/** Delay of a flush to a slow disk. */
const FLUSH_MS = 250;

/** A delivery that fails twice is sent again after five minutes, and once more after thirty. */
const REST_MS = 8 * 60_000;

const inTurn = (units: readonly Unit[], n: number) => units[n % units.length]!;

async function crash(unit: Unit): Promise<void> {
  await unit.kill();
  await unit.ready();
}

/** The faults in the order in which they happen. A further one is a further line. */
const FAULTS: ReadonlyArray<readonly [name: string, fault: Fault]> = [
  ["kill -9 of a web process", ({ webs }, n) => crash(inTurn(webs, n))],
  ["kill -9 of a worker", ({ workers }, n) => crash(inTurn(workers, n))],
  ["kill -9 of PgBouncer", ({ pgbouncer }) => crash(pgbouncer!.unit)],
  ["Redis away for 10 s", ({ redis }) => awayFor(redis!)],
  ["disk slow for 15 s", slowFor],
  ["database restarted", ({ pair }) => pair!.primary().unit.restart("SIGINT")],
  ["kill -9 of the database", ({ pair }) => crash(pair!.primary().unit)],
  ["failover to the standby", failOver],
  ["web process restarted", ({ webs }, n) => inTurn(webs, n).restart()],
];

async function awayFor(unit: Unit): Promise<void> {
  await unit.stop();
  await sleep(AWAY_MS);
  await unit.start();
}

/** Fails over as an operator does, or Patroni with its callbacks: promotes the standby and switches PgBouncer; then the old
 * primary becomes its standby. */
async function failOver({ pair, pgbouncer }: Scene): Promise<void> {
  await pair!.failOver();
  pgbouncer!.pointTo(pair!.primary());
  await pair!.rebuild();
}

async function slowFor({ disk }: Scene): Promise<void> {
  disk.delay(FLUSH_MS);
  await sleep(SLOW_MS);
  disk.delay(0);
}

export type SoakOptions = {
  seconds: number;
  perSecond: number;
  /** A fault each so many seconds. */
  everySeconds: number;
  say?: (line: string) => void;
};

/** One fault and what clients noticed of it until the next one. */
export type Struck = {
  at: string;
  fault: string;
  /** Attempts that failed. */
  failed: number;
  /** The longest time without an acknowledged charge. */
  gapMs: number;
};

export type SoakReport = {
  struck: Struck[];
  charges: ChargesReport;
  verdict: Verdict;
  /** How long after the end of the load no work was open any more and the books were compared. */
  settledSeconds: number;
};

const clockOf = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, "0")}`;

async function strikeAll(scene: Scene, charges: Charges, options: SoakOptions): Promise<Struck[]> {
  const { seconds, everySeconds, say } = options;
  const started = performance.now();
  const struck: Struck[] = [];
  const count = Math.max(1, Math.floor(seconds / everySeconds) - 1);
  const untilSecond = (second: number) => sleep(started + second * 1_000 - performance.now());
  await untilSecond(everySeconds / 2);
  for (let n = 0; n < count; n++) {
    const [name, fault] = FAULTS[n % FAULTS.length]!;
    charges.takeGap();
    const failedBefore = charges.failed;
    const at = clockOf(performance.now() - started);
    await fault(scene, Math.floor(n / FAULTS.length));
    await untilSecond((n + 1.5) * everySeconds);
    const noticed = { failed: charges.failed - failedBefore, gapMs: charges.takeGap() };
    struck.push({ at, fault: name, ...noticed });
    say?.(`${at} ${name}: ${noticed.failed} attempts failed, longest gap ${noticed.gapMs} ms`);
  }
  await untilSecond(seconds);
  return struck;
}

/** Runs everything of production at once under load, with one fault after the other, and compares what clients were told with
 * what is in the books and what arrived. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const folder = makeFolder("soak");
  const disk = makeSlowDisk(folder);
  const it = await startInstallation({
    ...{ folder, webs: 2, workers: 2, standby: true, pgbouncer: true, redis: true },
    server: { variables: disk.variables },
  });
  try {
    const charges = new Charges({ ...it, perSecond: options.perSecond, repeats: true });
    const struck = await charges.during(() => strikeAll({ ...it, disk }, charges, options));
    const ended = performance.now();
    const verdict = await judge(charges, it.arrivals, REST_MS);
    verdict.problems.push(...[...it.webs, ...it.workers].flatMap(({ deaths }) => deaths));
    const settledSeconds = Math.round((performance.now() - ended) / 1_000);
    return { struck, charges: charges.report(), verdict, settledSeconds };
  } finally {
    await it.stop();
  }
}
