// Reports of a year of one account while others charge: the same rows and the same code on one PostgreSQL and on a cluster.

import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { migrate } from "#db/migrate.ts";
import type { Addresses } from "#db/roles.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  listMostExpensive,
  pairOldWeeks,
  readCauses,
  readCosts,
  readOutcomes,
  resolvePeriod,
  rollUp,
} from "#lib/domain/analytics/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { median } from "../../bench/figures.ts";
import { databaseClock, sumClock } from "../../bench/processor-time.ts";
import { load1 } from "../../bench/results.ts";
import { makeMerchant } from "../../bench/stage.ts";
import { type Charges, keepCharging } from "../charges.ts";
import { makeFolder } from "../faults/folder.ts";
import { MASTER_KEY } from "../faults/installation.ts";
import { type Server, startServer } from "../faults/server.ts";
import { startWeb, startWorker, switchDatabase } from "../support.ts";
import { startCluster } from "./cluster.ts";
import { moveToCluster } from "./move.ts";

const ZONE = "Europe/Berlin";
const DAYS = 365;
const CHARGING_ACCOUNTS = 4;
/** Few, because each day is a table on each shard. */
const DAILY = { daysBack: 2, daysAhead: 2 };
const WANTED = 1.2;

export type ReportOptions = { payments: number; workers: number; shards: number; reads: number };

/** Milliseconds: of a read, of processor time of the session that reads, and of what the nodes do for it. */
type Taken = { ms: number; processorMs: number; nodesMs: number };

async function yearOf(ctx: Context): Promise<Record<string, () => Promise<unknown>>> {
  const period = await resolvePeriod(ctx, { zone: ZONE, params: { days: DAYS } });
  const { from, to, interval } = period;
  const query = { from, to, interval, zone: ZONE, currency: "EUR", filters: {} };
  const byIssuer = { ...query, dimensions: ["issuer" as const] };
  const visa = { ...query, filters: { method: ["card"], scheme: ["visa"] } };
  return {
    "declines over time and by issuer": () => readOutcomes(ctx, [byIssuer]),
    "declines by everything": () => readOutcomes(ctx, [query]),
    "declines of all Visa cards": () => readOutcomes(ctx, [visa]),
    "causes of declines": () => readCauses(ctx, query),
    "costs by everything": () => readCosts(ctx, [query]),
    "the most expensive charges": () => listMostExpensive(ctx, query, 15),
  };
}

/** Added to a process of the coordinator: the name that its connections to nodes have. */
const BASE = "select citus_backend_gpid() - pg_backend_pid() as base";
const SERVING = `
  select pid, split_part(application_name, '=', 2)::bigint::float8 as session from pg_stat_activity
   where application_name like 'citus_internal gpid=%'`;

/** Reads the processor time so far of the connections to `nodes` that sessions of the coordinator have. */
function nodesClock(nodes: readonly Server[]): (pids: readonly number[]) => Promise<number> {
  const sum = sumClock();
  return async (pids) => {
    if (nodes.length === 0) return 0;
    const base = Number((await getPool().query<{ base: string }>(BASE)).rows[0]!.base);
    const sessions = new Set(pids.map((pid) => base + pid));
    const found = (await Promise.all(nodes.map((node) => node.ask(SERVING)))).flat();
    return sum(
      found.filter((row) => sessions.has(Number(row.session))).map((row) => Number(row.pid)),
    );
  };
}

/** Medians of each report, on sessions that have planned it before. */
async function measure(
  ctx: Context,
  nodes: readonly Server[],
  reads: number,
): Promise<Map<string, Taken>> {
  const clock = await databaseClock();
  const ofNodes = nodesClock(nodes);
  const found = new Map<string, Taken>();
  for (const [name, read] of Object.entries(await yearOf(ctx))) {
    for (let n = 0; n < 3; n++) await read();
    const times: number[] = [];
    const nodesBefore = await ofNodes(clock.pids());
    const before = clock.ownMs();
    for (let n = 0; n < reads; n++) {
      const began = performance.now();
      await read();
      times.push(performance.now() - began);
    }
    const own = clock.ownMs() - before;
    const nodesMs = ((await ofNodes(clock.pids())) - nodesBefore) / reads;
    found.set(name, { ms: median(times), processorMs: own / reads, nodesMs });
  }
  return found;
}

/** Measures while a web process charges for other accounts, one call each at a time, and a worker rolls up what they charge. */
async function whileCharging(
  at: Addresses & { workers?: readonly Server[] },
  others: readonly Merchant[],
  ctx: Context,
  reads: number,
): Promise<Map<string, Taken>> {
  await switchDatabase(at);
  const port = await freePort();
  const programs = [await startWeb({ PORT: String(port) }), await startWorker()];
  const loads: Charges[] = [];
  try {
    await rollUp();
    for (const { keys } of others) {
      loads.push(keepCharging({ port }, keys.test.secret, { lanes: 1 }));
    }
    const before = load1();
    const taken = await measure(ctx, at.workers ?? [], reads);
    await Promise.all(loads.map((load) => load.stop()));
    const charges = loads.reduce((sum, load) => sum + load.orders().length, 0);
    console.log(`${charges} charges meanwhile, load ${before} to ${load1()}`);
    return taken;
  } finally {
    for (const program of programs) await program.stop();
    await closeDb();
  }
}

const inMs = (ms: number) => `${ms.toFixed(1)} ms`;

function tell(name: string, one: Taken, there: Taken): void {
  const processor = there.processorMs + there.nodesMs;
  console.log(
    [
      `${name}: ${inMs(one.ms)}, cluster ${inMs(there.ms)}, ratio ${(there.ms / one.ms).toFixed(2)}`,
      `processor ${inMs(one.processorMs)}, cluster ${inMs(processor)} (coordinator ${inMs(there.processorMs)}, nodes ${inMs(there.nodesMs)}), ratio ${(processor / one.processorMs).toFixed(2)}`,
    ].join("; "),
  );
}

/** Prints each report on both, with the ratios of time and of processor time. Counts those that take more than 1.2 times as long
 *  on the cluster. */
export async function compareReports(options: ReportOptions): Promise<{ slow: number }> {
  const { payments, workers, shards, reads } = options;
  assignEnv({ PAYDESK_MASTER_KEY: MASTER_KEY });
  const settings = ["fsync=off", "max_connections=400", "autovacuum=off"];
  const one = await startServer({ folder: makeFolder("report-one"), settings });
  await migrate(one, DAILY);
  const folder = makeFolder("report-cluster");
  const cluster = await startCluster({ folder, workers, shards, settings });
  try {
    await switchDatabase(one);
    const { account } = await createMerchant({ country: "DE" });
    await writeVolume(account, { payments, days: DAYS, withLedger: false });
    await rollUp();
    await pairOldWeeks();
    const others: Merchant[] = [];
    for (let n = 0; n < CHARGING_ACCOUNTS; n++) others.push(await makeMerchant());
    await askOwner("vacuum analyze");
    const ctx = await systemContext({ accountId: account.id, mode: "test" }, "report");
    const say = (line: string) => console.log(line);
    for (const table of [
      "outcome_rollups",
      "outcome_kind_sums",
      "cost_rollups",
      "cost_kind_sums",
    ]) {
      const { rows } = await askOwner(`select count(*)::int as n from ${table}`);
      say(`${rows[0].n} rows of ${table}`);
    }
    await closeDb();
    const move = { from: one.ownerUrl, to: cluster, folder: makeFolder("report-dump") };
    await moveToCluster({ ...move, jobs: 2, days: DAILY, say });
    await one.ask("alter database paydesk reset default_transaction_read_only");
    const ofOne = await whileCharging(one, others, ctx, reads);
    const ofCluster = await whileCharging(cluster, others, ctx, reads);
    let slow = 0;
    for (const [name, taken] of ofOne) {
      const there = ofCluster.get(name)!;
      if (there.ms / taken.ms > WANTED) slow++;
      tell(name, taken, there);
    }
    return { slow };
  } finally {
    await cluster.stop();
    await one.unit.stop("SIGQUIT");
  }
}
