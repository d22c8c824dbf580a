import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrate.ts";
import type { Counts } from "#lib/cli/launch/test-unit.ts";
import { numberOf, UsageError, wholeNumberOf } from "#lib/cli/usage.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { makeFolder } from "../faults/folder.ts";
import { startCluster } from "./cluster.ts";
import { figures } from "./figures.ts";
import { moveToCluster } from "./move.ts";
import { compareReports } from "./report.ts";
import { runSuite } from "./suite.ts";

/** What Citus logs when a part of a statement did not find the rows of another part. The statement goes on without them. */
const LOST_ROWS = "could not find the intermediate result file";

/** The number of statements that lost rows on servers with their logs in `folder`. */
const countLosses = (folder: string): number =>
  globSync(join(folder, "*", "postgres-*.log"))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => line.includes(LOST_ROWS)).length;

type Outcome = Pick<Counts, "passed" | "failed" | "skipped">;

/** `ops citus figures`: counts as one test. */
async function runFigures(args: string[]): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: {
      nodes: { type: "string", default: "none,0,1,2,3" },
      shards: { type: "string", default: "6" },
      accounts: { type: "string", default: "24" },
      connections: { type: "string", default: "768" },
      seconds: { type: "string", default: "12" },
    },
  });
  const nodes = values.nodes.split(",");
  await figures({
    nodes: nodes.map((each) => (each === "none" ? each : numberOf(each, "nodes"))),
    shards: numberOf(values.shards, "shards"),
    accounts: numberOf(values.accounts, "accounts"),
    connections: numberOf(values.connections, "connections"),
    seconds: numberOf(values.seconds, "seconds"),
  });
  return { passed: 1, failed: 0, skipped: 0 };
}

/** `ops citus report`: each report that takes longer than it may counts as failed. */
async function runReport(args: string[]): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: {
      payments: { type: "string", default: "300000" },
      workers: { type: "string", default: "2" },
      shards: { type: "string", default: "6" },
      reads: { type: "string", default: "15" },
    },
  });
  const { slow } = await compareReports({
    payments: wholeNumberOf(values.payments, "payments"),
    workers: wholeNumberOf(values.workers, "workers"),
    shards: wholeNumberOf(values.shards, "shards"),
    reads: wholeNumberOf(values.reads, "reads"),
  });
  return { passed: 1, failed: slow, skipped: 0 };
}

/** `ops citus move`: an installation that was stopped moves from one PostgreSQL onto a cluster. */
async function runMove(args: string[]): Promise<Outcome> {
  const { values } = parseArgs({
    args,
    options: { from: { type: "string" }, folder: { type: "string" }, jobs: { type: "string", default: "4" } },
  });
  const { from, folder } = values;
  if (from === undefined || folder === undefined) throw new UsageError("Name --from and --folder.");
  await moveToCluster({
    ...{ from, folder, jobs: wholeNumberOf(values.jobs, "jobs") },
    to: { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseDirectUrl },
    say: (line) => console.log(line),
  });
  return { passed: 1, failed: 0, skipped: 0 };
}

const OTHERS: Readonly<Record<string, (args: string[]) => Promise<Outcome>>> = {
  figures: runFigures,
  report: runReport,
  move: runMove,
};

/** `ops citus start` and `ops citus test`: a cluster of Citus on this machine, to use or to run tests on. */
export async function citus(args: string[]): Promise<Outcome> {
  const other = OTHERS[args[0] ?? ""];
  if (other) return await other(args.slice(1));
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workers: { type: "string", default: "2" },
      shards: { type: "string", default: "4" },
    },
  });
  const [verb, ...patterns] = positionals;
  if (verb !== "start" && verb !== "test") throw new UsageError("citus start, test, figures, report or move");
  const folder = makeFolder("citus");
  const cluster = await startCluster({
    folder,
    workers: numberOf(values.workers, "workers"),
    shards: numberOf(values.shards, "shards"),
    settings: verb === "test" ? ["fsync=off"] : [],
  });
  try {
    if (verb === "test") {
      assignEnv({ DATABASE_URL: cluster.url, DATABASE_OWNER_URL: cluster.url });
      const counts = await runSuite(patterns);
      const lost = countLosses(folder);
      if (lost > 0) console.log(`${lost} statements lost rows: see the coordinator's log`);
      return { ...counts, failed: counts.failed + lost };
    }
    await migrate(cluster);
    for (const [name, { port }] of [cluster.coordinator, ...cluster.workers].entries()) {
      console.log(`${name === 0 ? "coordinator" : `worker ${name}`}: 127.0.0.1:${port}`);
    }
    console.log(`DATABASE_URL=${cluster.serviceUrl}\nDATABASE_OWNER_URL=${cluster.ownerUrl}`);
    await Promise.race(["SIGINT", "SIGTERM"].map((name) => once(process, name)));
    return { passed: 1, failed: 0, skipped: 0 };
  } finally {
    await cluster.stop();
  }
}
