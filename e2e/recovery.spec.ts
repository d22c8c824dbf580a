import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "#db/embedded/ports.ts";
import { readPidFile } from "#db/embedded/postmaster.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { ownFolder } from "./support/own-folder.ts";
import { expect, test } from "./support/test.ts";

interface Run {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

let dataDir: string;
let port: number;
const runs: Run[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  dataDir = ownFolder("recovery");
  port = await freePort();
});

test.afterAll(async () => {
  for (const run of runs) run.process.kill("SIGTERM");
  await Promise.all(runs.map((run) => run.ended));
  rmSync(dataDir, { recursive: true, force: true });
});

function launch(): Run {
  const child = spawn(process.execPath, ["start.mjs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnv({
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: undefined,
      LOG_LEVEL: "warn",
    }),
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const run = { process: child, output: () => text, ended };
  runs.push(run);
  return run;
}

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok;
  } catch {
    return false;
  }
}

async function start(): Promise<Run> {
  const run = launch();
  await expect.poll(run.output, { timeout: 60_000 }).toContain("is running");
  await becomesReady();
  return run;
}

async function becomesReady(): Promise<void> {
  await expect.poll(isReady, { timeout: 60_000, intervals: [50] }).toBe(true);
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** The processes of a running service: launcher, supervisor and supervised processes. */
function anatomyOf(run: Run) {
  const launcher = run.process.pid ?? 0;
  const [supervisor = 0] = childrenOf(launcher);
  const running = (script: string) =>
    childrenOf(supervisor).find((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script),
    ) ?? 0;
  const database = readPidFile(join(dataDir, "postgres"))?.pid ?? 0;
  return {
    launcher,
    supervisor,
    web: running("server.ts"),
    worker: running("worker.ts"),
    database,
  };
}

function killOutright(pid: number): void {
  // 0 would signal our whole process group.
  if (pid <= 1) throw new Error("That process is not there.");
  process.kill(pid, "SIGKILL");
}

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const saved = JSON.parse(readFileSync(join(dataDir, "postgres.json"), "utf8"));
  const client = new pg.Client(
    `postgres://paydesk:${saved.password}@127.0.0.1:${saved.port}/paydesk`,
  );
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

// The processes are found through /proc, so these tests need Linux.
if (process.platform === "linux") {
  test("each process that is killed restarts while the service runs", async () => {
    const run = await start();
    await ask("create table survivor (n int); insert into survivor values (42)");
    for (const part of ["web", "worker", "database"] as const) {
      const before = anatomyOf(run);
      killOutright(before[part]);
      await expect.poll(() => isAlive(before[part])).toBe(false);
      await expect
        .poll(() => anatomyOf(run)[part], { message: `${part} comes back` })
        .toBeGreaterThan(0);
      await expect
        .poll(() => anatomyOf(run)[part], { message: `${part} is a new process` })
        .not.toBe(before[part]);
      await becomesReady();
    }
    expect(await ask("select n from survivor")).toEqual([{ n: 42 }]);
  });

  test("a second start on the same folder is refused and changes nothing", async () => {
    const second = launch();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain("already running");
    expect(await isReady()).toBe(true);
  });

  test("when the supervisor is killed, web and worker end, and the next start takes over", async () => {
    const [first] = runs;
    if (!first) throw new Error("The first test did not start the service.");
    const before = anatomyOf(first);
    killOutright(before.supervisor);
    for (const pid of [before.web, before.worker]) {
      await expect.poll(() => isAlive(pid)).toBe(false);
    }
    await start();
    expect(await ask("select n from survivor")).toEqual([{ n: 42 }]);
  });

  test("after all processes are killed together, a start finds all data unchanged", async () => {
    const run = runs.at(-1);
    if (!run) throw new Error("The earlier test did not start the service.");
    const pids = Object.values(anatomyOf(run));
    for (const pid of pids) killOutright(pid);
    const last = await start();
    expect(await ask("select n from survivor")).toEqual([{ n: 42 }]);

    const { database } = anatomyOf(last);
    last.process.kill("SIGTERM");
    expect(await last.ended).toBe(0);
    expect(isAlive(database)).toBe(false);
  });
}
