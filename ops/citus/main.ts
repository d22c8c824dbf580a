import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrate.ts";
import type { Counts } from "#lib/cli/launch/test-unit.ts";
import { numberOf, UsageError } from "#lib/cli/usage.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { crash } from "#tools/crash/command.ts";
import { makeFolder } from "../faults/folder.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { runSuite } from "./suite.ts";
import { killable, runTool } from "./tools.ts";
import { countPreparedEvents, LOG_STATEMENTS } from "./two-phases.ts";

/** Citus logs this when a part of a statement did not find the rows of another part. The statement goes on without them. */
const LOST_ROWS = "could not find the intermediate result file";

/** A node logs this for a `begin` inside a transaction. Settings that are sent together with `begin` repeat it. */
const BEGUN_TWICE = "there is already a transaction in progress";

/** The number of lines with `words` in the logs of the servers in `folder`. */
const countLogged = (folder: string, words: string): number =>
  globSync(join(folder, "*", "postgres-*.log"))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => line.includes(words)).length;

type Outcome = Pick<Counts, "passed" | "failed" | "skipped">;

const one = (passed: boolean): Outcome => ({
  passed: passed ? 1 : 0,
  failed: passed ? 0 : 1,
  skipped: 0,
});

/** Commands for a cluster; each gets the arguments that follow its name. */
const VERBS = {
  /** Migrates, and tells the addresses until it is interrupted. */
  start: async (cluster: Cluster) => {
    await migrate(cluster);
    for (const [name, { port }] of [cluster.coordinator, ...cluster.workers].entries()) {
      console.log(`${name === 0 ? "coordinator" : `worker ${name}`}: 127.0.0.1:${port}`);
    }
    console.log(`DATABASE_URL=${cluster.serviceUrl}\nDATABASE_OWNER_URL=${cluster.ownerUrl}`);
    await Promise.race(["SIGINT", "SIGTERM"].map((name) => once(process, name)));
    return one(true);
  },
  test: async (cluster: Cluster, patterns: string[]) => {
    assignEnv({ DATABASE_URL: cluster.url, DATABASE_OWNER_URL: cluster.url });
    return await runSuite(patterns);
  },
  model: async (cluster: Cluster, args: string[]) => one(await runTool("model", cluster, args)),
  fuzz: async (cluster: Cluster, args: string[]) => one(await runTool("fuzz", cluster, args)),
};

/** `ops citus`: a cluster of Citus on this machine, to use or to run tests and tools on. */
export async function citus(args: string[]): Promise<Outcome> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workers: { type: "string", default: "2" },
      shards: { type: "string", default: "4" },
    },
  });
  const [verb = "", ...rest] = positionals;
  const open = (folder: string, settings: string[]) =>
    startCluster({
      folder,
      workers: numberOf(values.workers, "workers"),
      shards: numberOf(values.shards, "shards"),
      settings,
    });
  if (verb === "crash") {
    return one(await crash(rest, async () => killable(await open(makeFolder("citus"), []))));
  }
  if (!Object.hasOwn(VERBS, verb)) {
    throw new UsageError(`citus ${Object.keys(VERBS).join(", ")} or crash`);
  }
  const folder = makeFolder("citus");
  const cluster = await open(folder, [
    ...(verb === "start" ? [] : ["fsync=off"]),
    ...(verb === "model" ? LOG_STATEMENTS : []),
  ]);
  try {
    const outcome = await VERBS[verb as keyof typeof VERBS](cluster, rest);
    const lost = countLogged(folder, LOST_ROWS);
    if (lost > 0) console.log(`${lost} statements lost rows: see the coordinator's log`);
    const twice = countLogged(folder, BEGUN_TWICE);
    if (twice > 0) console.log(`nodes were told ${twice} times to begin within a transaction`);
    const early = verb === "model" ? countPreparedEvents(folder) : 0;
    if (early > 0) console.log(`${early} transactions with events committed in two phases`);
    return { ...outcome, failed: outcome.failed + lost + twice + early };
  } finally {
    await cluster.stop();
  }
}
