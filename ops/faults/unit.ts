import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "#lib/kernel/env.ts";
import { EXIT_CONFIG } from "#lib/server/lifecycle.ts";

/** As the units of `ops/systemd` say. */
const RESTART_MS = 1_000;
const STOP_MS = 30_000;
const READY_MS = 120_000;
const MOST_DEATHS = 8;

/** An account to run as; by default our own. */
export type Account = { uid: number; gid: number };

type Options = {
  name: string;
  command: readonly [program: string, ...args: string[]];
  variables?: Readonly<Record<string, string | undefined>>;
  logPath: string;
  account?: Account | undefined;
  /** Whether it can be used. */
  isReady(): Promise<boolean>;
  /** How long that may take. */
  readyMs?: number;
};

/** Units that run; the end of this process kills them. */
const running = new Set<Unit>();
process.once("exit", () => {
  for (const unit of running) unit.signal("SIGKILL");
});

/** Kills the children of a process, which stands still afterwards and starts no other. */
export function killChildren(pid: number): void {
  process.kill(pid, "SIGSTOP");
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const child of children.trim().split(" ").filter(Boolean)) {
    try {
      process.kill(Number(child), "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

/** A program that is supervised as by its systemd unit: one that ends by itself is started again after a second. */
export class Unit {
  #options: Options;
  #child: ChildProcess | undefined;
  #wanted = false;
  #gone: Promise<void> = Promise.resolve();
  #killing = false;
  #deathsInARow = 0;
  /** How it ended when nobody had asked for it. */
  readonly deaths: string[] = [];
  kills = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number {
    const pid = this.#child?.pid;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    return pid;
  }

  /** Its output so far. */
  log(): string {
    const { logPath } = this.#options;
    return existsSync(logPath) ? readFileSync(logPath, "utf8") : "";
  }

  /** Changes the variables that it gets at its next start. */
  set(changes: Options["variables"]): void {
    this.#options = { ...this.#options, variables: { ...this.#options.variables, ...changes } };
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.#wanted = true;
    running.add(this);
    this.#spawn();
    await this.ready();
  }

  async ready(): Promise<void> {
    const deadline = performance.now() + (this.#options.readyMs ?? READY_MS);
    while (!(await this.#options.isReady().catch(() => false))) {
      // It cannot start at all: waiting does not help.
      if (this.#deathsInARow >= MOST_DEATHS) this.#wanted = false;
      if (!this.#wanted) throw new Error(`${this.name} ended:\n${this.log().slice(-2_000)}`);
      if (performance.now() > deadline) {
        throw new Error(`${this.name} did not become ready:\n${this.log().slice(-2_000)}`);
      }
      await sleep(25);
    }
    this.#deathsInARow = 0;
  }

  #spawn(): void {
    const { command, variables, logPath, account, name } = this.#options;
    const [program, ...args] = command;
    const log = openSync(logPath, "a", 0o644);
    const child = spawn(program, args, {
      stdio: ["ignore", log, log],
      ...(variables ? { env: childEnv(variables) } : {}),
      ...account,
    });
    closeSync(log);
    this.#child = child;
    this.#killing = false;
    this.#gone = new Promise((resolve) => {
      child.once("error", (error) => {
        this.#wanted = false;
        this.deaths.push(`${name} could not be started (bash ops/install): ${error.message}`);
        resolve();
      });
      child.once("exit", (code, signal) => {
        resolve();
        this.#afterExit(code, signal);
      });
    });
  }

  async #afterExit(code: number | null, signal: string | null): Promise<void> {
    if (!this.#wanted) return;
    this.#deathsInARow++;
    if (!this.#killing) this.deaths.push(`${this.name} ended by itself: ${signal ?? code}`);
    if (code === EXIT_CONFIG) this.#wanted = false;
    else await sleep(RESTART_MS);
    if (this.#wanted) this.#spawn();
  }

  /** Sends a signal, if it runs. A kill ends what it has started, too, as that of its control group does. */
  signal(signal: NodeJS.Signals): void {
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (signal === "SIGKILL") killChildren(child.pid);
    child.kill(signal);
  }

  /** Kills it as a crash does; it is started again by itself. */
  async kill(): Promise<void> {
    this.#killing = true;
    this.kills++;
    this.signal("SIGKILL");
    await this.#gone;
  }

  /** Ends it in order, by force after 30 s, and does not start it again. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#wanted = false;
    running.delete(this);
    this.signal(signal);
    const timer = setTimeout(() => this.signal("SIGKILL"), STOP_MS);
    await this.#gone;
    clearTimeout(timer);
  }

  /** Ends it in order and starts it. */
  async restart(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await this.stop(signal);
    await this.start();
  }
}

/** Kills the units that still run, after a trial. */
export async function stopUnits(): Promise<void> {
  await Promise.all([...running].map((unit) => unit.stop("SIGKILL")));
}
