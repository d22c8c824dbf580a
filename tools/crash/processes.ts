import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isFree } from "#db/embedded/ports.ts";
import { readPidFile } from "#db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";
import type { Addresses } from "#db/roles.ts";
import { childEnv } from "#lib/kernel/env.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** A process that can be killed and restarted. */
export class Killable {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #variables: Record<string, string | undefined>;
  readonly #logPath: string;
  #child: ChildProcess | undefined;
  #killing = false;
  kills = 0;
  /** How often it ended by itself; must be 0. */
  deaths = 0;

  constructor(
    name: string,
    args: readonly string[],
    variables: Record<string, string | undefined>,
    folder: string,
  ) {
    this.name = name;
    this.#args = args;
    this.#variables = variables;
    this.#logPath = join(folder, `${name}.log`);
  }

  /** Resolves when the process reports that it is ready. Throws if it ends instead. */
  async start(): Promise<void> {
    const log = openSync(this.#logPath, "a");
    const child = spawn(process.execPath, ["--no-warnings", ...this.#args], {
      cwd: PROJECT,
      env: childEnv(this.#variables),
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    this.#child = child;
    this.#killing = false;
    const ended = new Promise<never>((_resolve, reject) => {
      child.once("exit", (code, signal) => {
        if (!this.#killing) this.deaths++;
        reject(new Error(`${this.name} ended (${code ?? signal}); see ${this.#logPath}`));
      });
    });
    ended.catch(() => {});
    await Promise.race([ended, new Promise((resolve) => child.once("message", resolve))]);
  }

  /** Shuts it down gracefully; resolves when it has finished its work and ended. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#killing = true;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await gone;
  }

  /** Kills it as by `kill -9`; it has ended when this resolves. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    this.#killing = true;
    this.kills++;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
}

/** A database that can be killed and restarted. */
export type KillableDatabase = {
  /** How often it, or one of its servers, was killed. */
  readonly kills: number;
  /** Starts what does not run. */
  start(): Promise<Addresses>;
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** A PostgreSQL with a durable log whose postmaster can be killed and restarted. */
export class KillablePostgres implements KillableDatabase {
  readonly #dataDir: string;
  readonly #port: number;
  #server: EmbeddedServer | undefined;
  kills = 0;

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.#port = port;
  }

  async start(): Promise<Addresses> {
    // Clients must find it at the same port after a restart.
    while (!(await isFree(this.#port))) await sleep(20);
    this.#server = await startEmbedded({ dataDir: this.#dataDir, port: this.#port });
    return { ownerUrl: this.#server.url, serviceUrl: this.#server.serviceUrl };
  }

  async kill(): Promise<void> {
    const file = readPidFile(join(this.#dataDir, "postgres"));
    if (!file || !this.#server) throw new Error("there is no postmaster to kill");
    this.kills++;
    process.kill(file.pid, "SIGKILL");
    await this.#server.lost;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }
}
