import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";
import {
  closeTemplate,
  createTemplate,
  dropDatabase,
  dropTemplate,
  listDatabases,
} from "#db/databases.ts";
import { processExists } from "#db/embedded/postmaster.ts";
import { startEmbedded } from "#db/embedded.ts";
import type { Addresses } from "#db/roles.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { groupFiles } from "./test-files.ts";
import { throwawayFolder } from "./throwaway-folder.ts";

export interface Counts {
  tests: number;
  passed: number;
  failed: number;
  skipped: number;
  /** Passed only when their file ran again, alone. */
  flaky: number;
  /** Each failure with its reason in one line, also those of flaky tests. */
  failures: readonly string[];
}

interface Run {
  counts: Counts;
  failedFiles: readonly string[];
}

/** The fixed encryption key of tests; not a secret. */
const TEST_MASTER_KEY = Buffer.alloc(32, "paydesk tests").toString("base64");

interface Cluster {
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL for tests: a temporary one, or the one in `DATABASE_URL`. */
async function openCluster(): Promise<Cluster> {
  if (env.hasDatabaseUrl) return { url: env.databaseOwnerUrl, stop: async () => {} };
  const dataDir = throwawayFolder("paydesk-test-");
  const server = await startEmbedded({ dataDir, throwaway: true });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Drops the databases of ended test processes; with `all`, of all. */
async function sweep(url: string, prefix: string, all: boolean): Promise<void> {
  for (const name of await listDatabases(url, `${prefix}_`)) {
    // A test with several databases appends to its own name.
    const pid = Number.parseInt(name.slice(prefix.length + 1), 10);
    if (all || !processExists(pid)) await dropDatabase(url, name);
  }
}

const LONGEST_REASON = 300;

type Failure = { name: string; details: { error: Error & { failureType?: string } } };

/** A failed test in one line; null for a suite that failed for its tests. */
function failureLine({ name, details: { error } }: Failure): string | null {
  if (error.failureType === "subtestsFailed") return null;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return `${name}: ${message.replace(/\s+/g, " ").slice(0, LONGEST_REASON)}`;
}

type Group = readonly string[];

/** Writes a program per group of test files into `folder`; returns the groups by its path. */
function writePrograms(folder: string, groups: readonly Group[]): Map<string, Group> {
  const runner = import.meta.resolve("#test/run-group.ts");
  const programs = new Map<string, Group>();
  for (const [place, group] of groups.entries()) {
    const path = join(folder, `group-${place}.mjs`);
    const files = JSON.stringify(group.map((file) => resolve(file)));
    writeFileSync(path, `import { runGroup } from "${runner}";\nrunGroup(${files});\n`);
    programs.set(path, group);
  }
  return programs;
}

/** The test files to run again after these tests and programs failed: all of a program's if it failed for no test of its own. */
function filesToRetry(failed: ReadonlySet<string>, programs: ReadonlyMap<string, Group>): string[] {
  return [...programs].flatMap(([program, group]) => {
    const ownFailures = group.filter((file) => failed.has(resolve(file)));
    if (ownFailures.length > 0) return ownFailures;
    return failed.has(program) ? group : [];
  });
}

/** Where tests reach a database: `directUrl` only if `serviceUrl` is a pooler. */
type Reach = Addresses & { directUrl?: string };

/** Puts a pooler between the service and the server. */
export type Pooler = (template: Addresses) => Promise<{ url: string; stop(): Promise<void> }>;

type Running = { signal: AbortSignal; leftOut: readonly RegExp[] };

function runFiles(
  files: readonly string[],
  template: Reach,
  { signal, concurrency, leftOut }: Running & { concurrency: number },
): Promise<Run> {
  assignEnv({
    DATABASE_URL: template.serviceUrl,
    DATABASE_OWNER_URL: template.ownerUrl,
    ...(template.directUrl ? { DATABASE_DIRECT_URL: template.directUrl } : {}),
    PAYDESK_MASTER_KEY: TEST_MASTER_KEY,
    PAYDESK_EMBEDDED: "1",
    LOG_LEVEL: env.logLevel === "info" ? "silent" : env.logLevel,
  });
  const preload = fileURLToPath(import.meta.resolve("#test/preload.ts"));
  const folder = throwawayFolder("paydesk-test-groups-");
  const programs = writePrograms(folder, groupFiles(files, concurrency));
  const events = run({
    files: [...programs.keys()],
    concurrency,
    execArgv: ["--no-warnings", "--import", preload],
    testSkipPatterns: [...leftOut],
    signal,
  });
  const failed = new Set<string>();
  const failures: string[] = [];
  events.on("test:fail", (failure) => {
    // The name of a file's suite is its path.
    failed.add(failure.name).add(failure.file ?? failure.name);
    const line = failureLine(failure);
    if (line !== null) failures.push(line);
  });
  return new Promise((done, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The tests were interrupted.")));
    events.on("test:summary", ({ counts, file }) => {
      if (file !== undefined) return;
      const { tests, passed, skipped, todo } = counts;
      // Tests that neither passed nor were skipped on purpose count as failed, also cancelled ones.
      const wrong = tests - passed - skipped - todo;
      rmSync(folder, { recursive: true });
      done({
        counts: { tests, passed, skipped, failed: wrong, flaky: 0, failures },
        failedFiles: filesToRetry(failed, programs),
      });
    });
    events.once("error", reject);
    events.compose(spec).pipe(process.stdout, { end: false });
  });
}

/** Runs files concurrently, and failed ones again alone, because a busy machine can starve a test. Tests that pass
 * only then are reported as flaky. */
async function runWithRetry(
  files: readonly string[],
  template: Reach,
  running: Running,
): Promise<Counts> {
  // One more than processors: a test file waits for a third of its time.
  const concurrency = Math.max(2, availableParallelism()) + 1;
  const { counts, failedFiles } = await runFiles(files, template, { ...running, concurrency });
  if (failedFiles.length === 0) return counts;
  process.stdout.write(`\nRetrying alone: ${failedFiles.join(", ")}\n`);
  const again = await runFiles(failedFiles, template, { ...running, concurrency: 1 });
  const { failed } = again.counts;
  const flaky = Math.max(0, counts.failed - failed);
  const failures = [...counts.failures, ...again.counts.failures.map((line) => `again, ${line}`)];
  return { ...counts, passed: counts.passed + flaky, failed, flaky, failures };
}

/** A server for tests, with the migrated database that each process copies. */
export type TestServer = {
  run(files: readonly string[], options?: RunOptions): Promise<Counts>;
  /** Drops the databases, and stops a server that was started for them. */
  close(): Promise<void>;
};

type RunOptions = {
  /** Tests whose names match are not run. */
  leftOut?: readonly RegExp[];
};

/** Prepares the databases of tests, through a pooler if one is given. */
export async function openTests(pooler?: Pooler): Promise<TestServer> {
  const interrupted = new AbortController();
  // Ctrl-C must not leave the temporary server running; a second Ctrl-C does not wait for it.
  for (const name of ["SIGINT", "SIGTERM"]) process.once(name, () => interrupted.abort());
  const cluster = await openCluster();
  const prefix = `paydesk_test_${randomBytes(4).toString("hex")}`;
  let pooled: Awaited<ReturnType<Pooler>> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const close = async () => {
    clearInterval(timer);
    await pooled?.stop();
    await sweep(cluster.url, prefix, true).catch(() => {});
    await dropTemplate(cluster.url, prefix).catch(() => {});
    await cluster.stop();
  };
  try {
    const template = await createTemplate(cluster.url, prefix);
    await closeTemplate(template);
    pooled = await pooler?.(template);
    timer = setInterval(() => {
      sweep(cluster.url, prefix, false).catch(() => {});
    }, 3_000);
    const reach = pooled
      ? { ...template, serviceUrl: pooled.url, directUrl: template.serviceUrl }
      : template;
    const { signal } = interrupted;
    return {
      run: (files, { leftOut = [] } = {}) => runWithRetry(files, reach, { signal, leftOut }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs test files in processes with databases of their own, through a pooler if one is given. */
export async function runUnitTests(files: readonly string[], pooler?: Pooler): Promise<Counts> {
  const tests = await openTests(pooler);
  try {
    return await tests.run(files);
  } finally {
    await tests.close();
  }
}
