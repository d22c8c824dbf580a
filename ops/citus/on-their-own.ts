import { parseArgs } from "node:util";
import type { Counts } from "#lib/cli/launch/test-unit.ts";
import { UsageError, wholeNumberOf } from "#lib/cli/usage.ts";
import { env } from "#lib/kernel/env.ts";
import { figures } from "./figures.ts";
import { moveToCluster } from "./move.ts";
import { compareReports } from "./report.ts";

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
    nodes: nodes.map((each) => (each === "none" ? each : wholeNumberOf(each, "nodes"))),
    shards: wholeNumberOf(values.shards, "shards"),
    accounts: wholeNumberOf(values.accounts, "accounts"),
    connections: wholeNumberOf(values.connections, "connections"),
    seconds: wholeNumberOf(values.seconds, "seconds"),
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
    options: {
      from: { type: "string" },
      folder: { type: "string" },
      jobs: { type: "string", default: "4" },
    },
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

/** Verbs of `ops citus` that start what they need themselves. */
export const ON_THEIR_OWN: Readonly<Record<string, (args: string[]) => Promise<Outcome>>> = {
  figures: runFigures,
  report: runReport,
  move: runMove,
};
