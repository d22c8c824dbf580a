import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { assignEnv, childEnv, keepEnv } from "#lib/kernel/env.ts";
import { WEB_COMMAND } from "#lib/server/command.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { ask } from "#test/ask.ts";
import { stopUnits } from "./faults/unit.ts";

/** A program on a port of this machine. */
export type Program = {
  port: number;
  pid: number | undefined;
  /** Its output so far. */
  printed(): string;
  /** Whether it could not be started. */
  missing(): boolean;
  /** Resolves when it has ended. */
  ended: Promise<void>;
  /** How it ended; null while it runs. */
  exitCode(): number | null;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Ends it as a restart does. */
  stop(): Promise<void>;
};

const running = new Set<Program>();

/** Kills every program that was started. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill()));
}

/** After the tests of this file everything that they started is ended, and this process has its own settings again. */
export function cleanUpAfterwards(): void {
  const restoreEnv = keepEnv();
  after(async () => {
    await killAll();
    await closeDb();
    await stopUnits();
    restoreEnv();
  });
}

/** Makes this process, and those that it starts, use another database. */
export async function switchDatabase({ ownerUrl, serviceUrl }: Addresses): Promise<void> {
  await closeDb();
  assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
}

const UNDELIVERED = `
  select 1 from new_deliveries
  union all select 1 from deliveries where next_attempt_at is not null limit 1`;

/** Whether no delivery waits for an attempt. */
export const isAllDelivered = async () => (await getPool().query(UNDELIVERED)).rows.length === 0;

const PATIENCE_MS = 60_000;

export async function until(
  what: string,
  check: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen`);
    await sleep(20);
  }
}

export function follow(child: ChildProcess, port: number, onEnd: () => void): Program {
  let printed = "";
  let missing = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      printed += chunk;
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.once("error", () => {
      missing = true;
      resolve();
    });
    child.once("exit", () => resolve());
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
    running.delete(program);
    onEnd();
  };
  const program: Program = {
    port,
    pid: child.pid,
    ended,
    exitCode: () => child.exitCode,
    printed: () => printed,
    missing: () => missing,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
  running.add(program);
  return program;
}

export const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });

/** Starts Redis, without anything kept on disk. */
export async function startRedis(port?: number): Promise<Program & { url: string }> {
  const own = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), "paydesk-redis-"));
  const args = ["--port", String(own), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "pipe"] });
  const program = follow(child, own, () => rmSync(folder, { recursive: true, force: true }));
  await until("redis-server on its port", async () => {
    if (program.missing()) throw new Error("redis-server is missing: bash ops/install");
    return await isOpen(own);
  });
  return { ...program, url: `redis://127.0.0.1:${own}` };
}

type Variables = Readonly<Record<string, string>>;

/** Where a process writes its log. */
type LogTo = "pipe" | number;

/** Starts a web process without screens and waits until it is ready. */
export async function startWeb(
  { PORT, ...variables }: Variables = {},
  log: LogTo = "pipe",
): Promise<Program> {
  const port = PORT ? Number(PORT) : await freePort();
  const own = { PORT: String(port), ...variables };
  return await startNode([...WEB_COMMAND, "--api-only"], { port, variables: own, log });
}

/** Starts a worker that answers operators and waits until it is ready. */
export async function startWorker({ WORKER_PORT, ...variables }: Variables = {}): Promise<Program> {
  const port = WORKER_PORT ? Number(WORKER_PORT) : await freePort();
  return await startNode(WORKER_COMMAND, {
    port,
    variables: { WORKER_PORT: String(port), ...variables },
  });
}

async function startNode(
  command: readonly string[],
  { port, variables, log = "pipe" }: { port: number; variables: Variables; log?: LogTo },
): Promise<Program> {
  const child = spawn(process.execPath, ["--no-warnings", ...command], {
    stdio: ["ignore", "pipe", log],
    env: childEnv({
      NODE_ENV: "production",
      NODE_TEST_CONTEXT: undefined,
      LOG_LEVEL: "warn",
      ...variables,
    }),
  });
  const program = follow(child, port, () => {});
  const secure = Boolean(variables.TLS_CERT);
  const ready = () => isReady({ port, secure });
  await until(`a ready process (${command.at(-1)})`, ready, 3 * PATIENCE_MS).catch((error) => {
    throw new Error(program.printed() || "it printed nothing", { cause: error });
  });
  return program;
}

/** Whether a process says that it is ready. */
export async function isReady(program: Parameters<typeof ask>[0]): Promise<boolean> {
  const answer = await ask(program, "/readyz").catch(() => null);
  return answer?.status === 200;
}
