// The processes of a measurement, started and ended by a handle.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import type { LoadResult, Target } from "./http-load.ts";
import type { Order } from "./load.ts";

const PATIENCE_MS = 30_000;

export interface Running {
  pid: number;
  target: Target;
  /** Current resident memory. */
  rssMb(): number;
  /** Sends a command over its channel and waits for the answer. */
  tell(word: string): void;
  ask(word: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts Node with these arguments: a script that sends "ready" over its channel. */
export async function startProcess(
  args: readonly string[],
  target: Target,
  variables: Readonly<Record<string, string>>,
  patienceMs = PATIENCE_MS,
): Promise<Running> {
  const child = spawn(process.execPath, ["--no-warnings", ...args], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: childEnv({ ...variables, PORT: String(target.port), LOG_LEVEL: "warn" }),
  });
  const ready = Promise.withResolvers<void>();
  child.once("message", () => ready.resolve());
  child.once("exit", (code) => ready.reject(new Error(`${args.join(" ")} ended with ${code}`)));
  const timer = setTimeout(
    () => ready.reject(new Error(`${args.join(" ")} is not ready`)),
    patienceMs,
  );
  await ready.promise.finally(() => clearTimeout(timer));
  return {
    pid: child.pid!,
    target,
    rssMb: () => rssMbOf(child.pid!),
    tell: (word) => void child.send(word),
    ask: (word) =>
      new Promise((resolve) => {
        child.once("message", resolve);
        child.send(word);
      }),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await Promise.race([exited, sleep(PATIENCE_MS).then(() => child.kill("SIGKILL"))]);
}

function rssMbOf(pid: number): number {
  const [, kb] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

/** Sends an order's requests from a separate process. */
export async function load(order: Order): Promise<LoadResult> {
  const args = ["--no-warnings", `${import.meta.dirname}/load.ts`, JSON.stringify(order)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 20 });
  return JSON.parse(stdout) as LoadResult;
}
