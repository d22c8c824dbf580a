import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { migrate } from "#db/migrate.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { assignEnv, childEnv } from "#lib/kernel/env.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { hookBooks } from "./hooks-books.ts";
import { readJournal, STEPS, type Step, writeJournal } from "./hooks-journal.ts";
import { dice } from "./orders.ts";
import { KillablePostgres } from "./processes.ts";

export type HooksOptions = {
  /** Number of worker kills, at each step in turn. */
  kills: number;
  /** The database is killed with every nth of those. */
  databaseEvery: number;
  seed: number;
  leaseMs?: number;
  /** A worker does its step at most this often before it dies. */
  longestLife?: number;
  say?: (line: string) => void;
};

export type HooksReport = {
  seed: number;
  kills: Record<Step | "postgres", number>;
  events: number;
  deliveries: number;
  arrived: number;
  /** Number of repeated arrivals. */
  twice: number;
  seconds: number;
  problems: string[];
};

const SCRIPT = fileURLToPath(import.meta.resolve("#tools/crash/hooks-process.ts"));
const SHARED = {
  PAYDESK_MASTER_KEY: Buffer.alloc(32, "paydesk tests").toString("base64"),
  // Allows local receivers.
  WEBHOOK_ALLOW_PRIVATE: "1",
};
const WORKERS = 2;
const PATHS = ["a", "b", "c"];
/** The merchant waits when it is this many events ahead of the receiver; otherwise kills continue and
 *  deliveries pile up. */
const LONGEST_BACKLOG = 900;
const REST_MS = 120_000;
/** Longer than the timeout of an attempt, because the receiver may be late on a busy machine. */
const LEASE_MS = 12_000;

type Scene = {
  options: HooksOptions;
  journal: string;
  postgres: KillablePostgres;
  merchant: Merchant;
  receiver: Receiver;
  roll: () => number;
  kills: HooksReport["kills"];
  problems: string[];
  over: boolean;
};

/**
 * A merchant's events go to three endpoints while workers, and PostgreSQL too, are killed at every step of a delivery.
 * When no delivery is open any more, the database, the receiver and the workers' journal are compared.
 */
export async function runHooks(options: HooksOptions): Promise<HooksReport> {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "paydesk-hooks-"));
  const postgres = new KillablePostgres(folder, await freePort());
  const { ownerUrl, serviceUrl } = await postgres.start();
  await migrate({ ownerUrl, serviceUrl }, { daysBack: 1, daysAhead: 2 });
  await closeDb();
  assignEnv({
    ...SHARED,
    DATABASE_URL: serviceUrl,
    DATABASE_OWNER_URL: ownerUrl,
    LOG_LEVEL: "silent",
  });
  const receiver = await startReceiver();
  try {
    const merchant = await createMerchant();
    for (const path of PATHS) {
      await createEndpoint(merchant.ctx.test, { url: `${receiver.url}/${path}`, events: ["*"] });
    }
    receiver.reply({ status: 200, body: "ok", delayMs: 15 });
    const kills = { claimed: 0, sent: 0, answered: 0, recorded: 0, postgres: 0 };
    const scene: Scene = {
      ...{ options, postgres, merchant, receiver, kills, problems: [], over: false },
      journal: join(folder, "journal"),
      roll: dice(options.seed),
    };
    await run(scene);
    return await report(scene, started);
  } finally {
    await closeDb();
    await receiver.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(scene: Scene): Promise<void> {
  writeJournal(scene.journal, []);
  const emitting = emitAll(scene);
  await Promise.all(
    Array.from({ length: WORKERS }, (_, index) => killOneAfterAnother(scene, index)),
  );
  scene.over = true;
  await emitting;
  // A worker that is not killed delivers the rest.
  const last = start(scene, "claimed", Number.MAX_SAFE_INTEGER);
  await atRest(scene);
  const ended = new Promise((resolve) => last.once("exit", resolve));
  last.kill("SIGTERM");
  await ended;
}

const workerKills = ({ kills }: Scene) => STEPS.reduce((sum, step) => sum + kills[step], 0);

async function killOneAfterAnother(scene: Scene, index: number): Promise<void> {
  const { options, kills, roll } = scene;
  for (let n = index; n < options.kills; n += WORKERS) {
    const step = STEPS[n % STEPS.length]!;
    const child = start(scene, step, 1 + Math.floor(roll() * (options.longestLife ?? 100)));
    // It can die while the database is still down.
    const exited = new Promise<string>((resolve) => {
      child.once("exit", (code, by) => resolve(by ?? String(code)));
    });
    if (n % options.databaseEvery === options.databaseEvery - 1) await restartDatabase(scene);
    const signal = await exited;
    if (signal === "SIGKILL") kills[step]++;
    else scene.problems.push(`a worker ended by itself: ${signal}`);
    options.say?.(`${workerKills(scene)} of ${options.kills} kills`);
  }
}

function start({ options, journal }: Scene, step: Step, count: number): ChildProcess {
  const args = [String(options.leaseMs ?? LEASE_MS), journal, step, String(count)];
  return spawn(process.execPath, ["--no-warnings", SCRIPT, ...args], {
    env: childEnv({ NODE_TEST_CONTEXT: undefined }),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

async function restartDatabase({ postgres, journal, kills, roll }: Scene): Promise<void> {
  await sleep(300 + roll() * 1_500);
  writeJournal(journal, [{ what: "database down" }]);
  await postgres.kill();
  await sleep(roll() * 1_000);
  await postgres.start();
  writeJournal(journal, [{ what: "database up" }]);
  kills.postgres++;
}

/** Creates events one after the other, so that they are ordered by id. */
async function emitAll(scene: Scene): Promise<void> {
  const { merchant, receiver } = scene;
  const arrived = new Set<string>();
  let counted = 0;
  for (let n = 0; !scene.over; n++) {
    for (; counted < receiver.received.length; counted++) {
      const { path, headers } = receiver.received[counted]!;
      arrived.add(`${headers["service-event-id"]} ${path}`);
    }
    if (n * PATHS.length - arrived.size > LONGEST_BACKLOG) {
      await sleep(20);
      n--;
      continue;
    }
    const data = { id: `pay_${n}`, status: "succeeded" };
    const event = { type: "payment.succeeded", objectId: data.id, data } as const;
    // While the database is down it is unknown whether the event was written; the database tells later.
    await transact((tx) => emitEvent(tx, merchant.ctx.test, event)).catch(() => sleep(50));
    notifyDispatcher();
  }
}

async function atRest({ merchant, problems }: Scene): Promise<void> {
  const text = `select count(*)::int as n from all_deliveries
    where account_id = $1 and status <> 'delivered'`;
  const ends = performance.now() + REST_MS;
  for (;;) {
    const { rows } = await getPool().query<{ n: number }>(text, [merchant.account.id]);
    if (rows[0]!.n === 0) return;
    if (performance.now() > ends) {
      problems.push(`${rows[0]!.n} deliveries are still open`);
      return;
    }
    await sleep(100);
  }
}

async function report(scene: Scene, started: number): Promise<HooksReport> {
  const { merchant, receiver, kills, options, journal } = scene;
  const lines = readJournal(journal);
  const { account } = merchant;
  const books = await hookBooks(account.id, PATHS.length, receiver.received, lines);
  return {
    ...{ seed: options.seed, kills },
    events: books.deliveries / PATHS.length,
    ...{ deliveries: books.deliveries, arrived: books.arrived, twice: books.twice },
    seconds: Math.round((performance.now() - started) / 1_000),
    problems: [...new Set([...scene.problems, ...books.problems])],
  };
}
