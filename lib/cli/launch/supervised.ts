import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { EXIT_CONFIG } from "#lib/server/lifecycle.ts";

export interface SupervisedOptions {
  name: string;
  /** Node options, script and arguments. */
  args: readonly string[];
  variables: () => Readonly<Record<string, string | undefined>>;
  /** Drops standard output, where Next prints; our log goes to standard error. */
  quiet?: boolean;
  /** Called if the process can never run; it is not restarted then. */
  onHopeless: (reason: string) => void;
}

const LONGEST_PAUSE_MS = 15_000;
const STEADY_MS = 30_000;
const HOPELESS_AFTER = 5;

/** A process that is restarted when it ends, after a pause that grows with consecutive failures. */
export class Supervised {
  readonly #options: SupervisedOptions;
  readonly #ready = Promise.withResolvers<void>();
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stopping = false;
  #failures = 0;
  #wasReady = false;
  /** Ends the pause before the next start when the process is restarted or stopped. */
  #pause = new AbortController();

  constructor(options: SupervisedOptions) {
    this.#options = options;
    this.#start();
  }

  /** Resolves when the process first reports that it is ready. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  #start(): void {
    const { name, args, variables } = this.#options;
    const started = performance.now();
    const child = spawn(process.execPath, ["--no-warnings", ...args], {
      stdio: ["ignore", this.#options.quiet ? "ignore" : "inherit", "inherit", "ipc"],
      env: childEnv(variables()),
    });
    this.#child = child;
    child.on("message", (message) => {
      if (message !== "ready") return;
      this.#wasReady = true;
      this.#ready.resolve();
    });
    this.#exited = new Promise((resolve) => {
      const ended = (code: number | null, signal: string | null) => {
        resolve();
        this.#onExit(code, signal, performance.now() - started);
      };
      child.once("exit", ended);
      child.on("error", (error) => {
        log.error(`${name} could not be started`, { error });
        // A process that never ran never exits either.
        if (child.pid === undefined) ended(null, null);
      });
    });
  }

  async #onExit(code: number | null, signal: string | null, livedMs: number): Promise<void> {
    if (this.#stopping) return;
    const { name, onHopeless } = this.#options;
    this.#failures = livedMs > STEADY_MS ? 1 : this.#failures + 1;
    const neverWorked = !this.#wasReady && this.#failures >= HOPELESS_AFTER;
    if (code === EXIT_CONFIG || neverWorked) {
      onHopeless(`${name} cannot start; its message is above.`);
      return;
    }
    const pauseMs = Math.min(250 * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    log.warn(`${name} ended, restarting it`, { code, signal, pauseMs });
    const { signal: ended } = this.#pause;
    await sleep(pauseMs, undefined, { signal: ended }).catch(() => {});
    if (!ended.aborted) this.#start();
  }

  /** Ends the process, with SIGTERM first, and does not restart it. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    this.#pause.abort();
    await this.#end(patienceMs);
  }

  /** Ends the process and starts it with the current variables. */
  async restart(patienceMs: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#pause.abort();
    await this.#end(patienceMs);
    this.#stopping = false;
    this.#pause = new AbortController();
    this.#failures = 0;
    this.#start();
  }

  async #end(patienceMs: number): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    await this.#exited;
    clearTimeout(timer);
  }

  /** Kills the process immediately. */
  kill(): void {
    this.#stopping = true;
    this.#pause.abort();
    this.#child?.kill("SIGKILL");
  }
}
