import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { migrate } from "#db/migrate.ts";
import type { Counts } from "#lib/cli/launch/test-unit.ts";
import { numberOf, UsageError } from "#lib/cli/usage.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { makeFolder } from "../faults/folder.ts";
import { startCluster } from "./cluster.ts";
import { runSuite } from "./suite.ts";

/** What Citus logs when a part of a statement did not find the rows of another part. The statement goes on without them. */
const LOST_ROWS = "could not find the intermediate result file";

/** The number of statements that lost rows on servers with their logs in `folder`. */
const countLosses = (folder: string): number =>
  globSync(join(folder, "*", "postgres-*.log"))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .filter((line) => line.includes(LOST_ROWS)).length;

/** `ops citus start` and `ops citus test`: a cluster of Citus on this machine, to use or to run tests on. */
export async function citus(
  args: string[],
): Promise<Pick<Counts, "passed" | "failed" | "skipped">> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      workers: { type: "string", default: "2" },
      shards: { type: "string", default: "4" },
    },
  });
  const [verb, ...patterns] = positionals;
  if (verb !== "start" && verb !== "test") throw new UsageError("citus start or citus test");
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
