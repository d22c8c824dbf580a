import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { WEB_COMMAND } from "#lib/server/command.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { ask } from "#test/ask.ts";

/** A program on a port of this machine. */
export type Program = {
  port: number;
  /** What it has printed so far. */
  printed(): string;
  /** Whether it could not be started. */
  missing(): boolean;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
};

const running = new Set<Program>();

/** Kills every program that was started. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill()));
}

const PATIENCE_MS = 60_000;

export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
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
  const program: Program = {
    port,
    printed: () => printed,
    missing: () => missing,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
      running.delete(program);
      onEnd();
    },
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

/** Starts a web process without screens and waits until it is ready. */
export const startWeb = (variables: Readonly<Record<string, string>> = {}): Promise<Program> =>
  startProcess([...WEB_COMMAND, "--api-only"], "PORT", variables);

/** Starts a worker that answers operators, and waits until it is ready. */
export const startWorker = (variables: Readonly<Record<string, string>> = {}): Promise<Program> =>
  startProcess(WORKER_COMMAND, "WORKER_PORT", variables);

async function startProcess(
  command: readonly string[],
  portName: "PORT" | "WORKER_PORT",
  variables: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--no-warnings", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnv({
      NODE_ENV: "production",
      NODE_TEST_CONTEXT: undefined,
      LOG_LEVEL: "warn",
      [portName]: String(port),
      ...variables,
    }),
  });
  const program = follow(child, port, () => {});
  await until(`a ready process (${command.join(" ")})`, () => isReady(program));
  return program;
}

/** Whether a process says that it is ready. */
export async function isReady(program: Pick<Program, "port">): Promise<boolean> {
  const answer = await ask(program, "/readyz").catch(() => null);
  return answer?.status === 200;
}
