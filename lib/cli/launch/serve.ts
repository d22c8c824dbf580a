import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { dropArchive, keepArchive } from "#db/embedded/archive.ts";
import { freePort, isFree } from "#db/embedded/ports.ts";
import { readLock, tryLock } from "#db/embedded/process-lock.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { log } from "#lib/kernel/log.ts";
import { WEB_COMMAND, WEB_VARIABLES } from "#lib/server/command.ts";
import { refuseToBind } from "#lib/server/listener.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { banner } from "./banner.ts";
import { buildScreens } from "./build.ts";
import { type Database, openDatabase } from "./database.ts";
import { type FirstSignIn, firstSignIn } from "./first-sign-in.ts";
import { readMasterKeys } from "./master-key.ts";
import { report } from "./report.ts";
import { Supervised } from "./supervised.ts";

/** Longer than a process takes to drain, so that only a hanging process is killed. */
const childPatienceMs = () => 14_000 + env.shutdownDelayMs;
const PORT_PATIENCE_MS = 5_000;

const SCREENS_COMMAND: readonly string[] = ["lib/cli/launch/dev-screens.ts"];

const FOLDERS = ["lib", "db", "packages/paydesk/src"];

const FILES = ["server.ts", "worker.ts"];

const { dev, apiOnly } = readFlags();

/** `--api-only`: without screens, so nothing is built. Any other argument ends the process. */
function readFlags() {
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({ options: { dev: flag, "api-only": flag } });
    return { dev: values.dev, apiOnly: values["api-only"] };
  } catch (error) {
    process.exit(report(error));
  }
}

const say = (line: string) => process.stderr.write(`${line}\n`);

async function claimDataDir(): Promise<void> {
  if (env.hasDatabaseUrl) return;
  const note = JSON.stringify({ pid: process.pid, url: env.publicUrl });
  if (await tryLock(env.dataDir, "serve", note)) return;
  const { pid, url } = JSON.parse((await readLock(env.dataDir, "serve")) || "{}");
  throw new Error(
    [
      `Paydesk is already running on ${env.dataDir}${url ? `: ${url} (process ${pid})` : ""}.`,
      "Stop that one first, or set another DATA_DIR and PORT for this one.",
    ].join("\n"),
  );
}

async function checkListener(): Promise<void> {
  const refusal = refuseToBind(env);
  if (refusal) throw new Error(refusal);
  // A server whose launcher was killed takes a moment to notice and exit.
  const deadline = performance.now() + PORT_PATIENCE_MS;
  while (!(await isFree(env.port, env.host))) {
    if (performance.now() > deadline) {
      throw new Error(`Port ${env.port} is in use. Choose another: PORT=${env.port + 1} npm start`);
    }
    await sleep(100);
  }
}

class Service {
  #opening: Promise<Database> | undefined;
  #database: Database | undefined;
  #archive: ReturnType<typeof keepArchive> | undefined;
  /** Web and worker. */
  #children: Supervised[] = [];
  /** Next, in development only. */
  #screens: Supervised[] = [];
  #stopping: Promise<void> | undefined;
  readonly #leaving = new AbortController();

  get #variables(): Record<string, string> {
    const mode = dev ? "development" : "production";
    return { ...this.#database?.variables, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" };
  }

  /** Resolves when everything runs, or when the start was stopped. */
  async start(): Promise<void> {
    await readMasterKeys();
    // Fails before anything that takes time.
    if (env.hasDatabaseUrl) void env.masterKey;
    await claimDataDir();
    await checkListener();
    const announce = () => say("Building the screens …");
    const building = dev || apiOnly ? undefined : buildScreens(announce, this.#leaving.signal);
    // A failure is reported when the build is awaited, after the database is up.
    building?.catch(() => {});
    await this.#open();
    const signIn = await this.#firstSignIn();
    await building;
    if (this.#stopping) return;
    await this.#startChildren();
    const dataDir = env.hasDatabaseUrl ? null : env.dataDir;
    process.stdout.write(banner({ url: env.publicUrl, dataDir, signIn }));
    signIn?.shown();
    process.send?.("ready");
  }

  async #open(): Promise<void> {
    this.#opening = openDatabase();
    this.#database = await this.#opening;
    await this.#keepArchive(this.#database.variables.DATABASE_OWNER_URL);
    this.#followDatabase(this.#database);
  }

  /** Keeps the log of the embedded database in the archive, if there is one. */
  async #keepArchive(url: string | undefined): Promise<void> {
    if (url === undefined) return;
    await this.#archive?.stop();
    const { logArchive: folder, dataDir } = env;
    if (folder) this.#archive = keepArchive({ url, dataDir, folder });
    else await dropArchive(url);
  }

  /** Only with an embedded database; for others, accounts are created on the command line. */
  async #firstSignIn(): Promise<FirstSignIn | null> {
    if (env.hasDatabaseUrl) return null;
    const { dataDir, exposed } = env;
    return await firstSignIn({ dataDir, exposed, variables: this.#variables });
  }

  async #startChildren(): Promise<void> {
    const screensPort = dev ? await freePort() : 0;
    const flags = dev ? [`--screens-at=${screensPort}`] : apiOnly ? ["--api-only"] : [];
    const { promise: hopeless, reject } = Promise.withResolvers<never>();
    const start = (name: string, command: readonly string[], own = {}) =>
      new Supervised({
        name,
        args: command,
        variables: () => ({ ...this.#variables, ...own }),
        quiet: !dev,
        onHopeless: (reason) => reject(new Error(reason)),
      });
    this.#children = [
      start("web", [...WEB_COMMAND, ...flags], WEB_VARIABLES),
      start("worker", WORKER_COMMAND),
    ];
    // Next keeps its compiled screens, so it is not restarted with the others.
    const screens = dev ? [start("screens", [...SCREENS_COMMAND, String(screensPort)])] : [];
    this.#screens = screens;
    // After the start too: a child that can never run again ends the service.
    hopeless.catch((error) => this.fail(error));
    await Promise.race([
      hopeless,
      Promise.all([...this.#children, ...screens].map((child) => child.ready)),
    ]);
    if (dev) watchServerCode(() => this.#restartChildren("its code changed"));
  }

  async #restartChildren(reason: string): Promise<void> {
    if (this.#stopping) return;
    log.info("restarting web and worker", { reason });
    await Promise.all(this.#children.map((child) => child.restart(childPatienceMs())));
  }

  /** Restarts the embedded database whenever it is lost, as long as the service runs. */
  async #followDatabase(current: Database): Promise<void> {
    await current.lost;
    while (!this.#stopping) {
      log.warn("database lost, restarting it");
      try {
        await this.#open();
        break;
      } catch (error) {
        log.warn("database not restarted yet", { error });
        await sleep(500);
      }
    }
    // Running processes have a wrong address only if the port changed.
    if (this.#database?.variables.DATABASE_URL !== current.variables.DATABASE_URL) {
      await this.#restartChildren("the database's address changed");
    }
  }

  /** Prints the cause and stops. */
  fail(error: unknown): void {
    if (this.#stopping) return;
    report(error);
    this.stop(1);
  }

  /** Drains web and worker, then stops the database, then ends this process. */
  stop(code: number): Promise<void> {
    this.#stopping ??= (async () => {
      this.#leaving.abort();
      const children = [...this.#children, ...this.#screens];
      await Promise.all(children.map((child) => child.stop(childPatienceMs())));
      const database = await this.#opening?.catch(() => undefined);
      await this.#archive?.stop();
      await database?.stop();
      process.exit(code);
    })();
    return this.#stopping;
  }

  /** Stops without draining. The database is still shut down cleanly. */
  stopWithoutDraining(): void {
    for (const child of [...this.#children, ...this.#screens]) child.kill();
  }
}

/** Calls `onChange` when server code changed, once per burst of changes. Does not watch screens; Next reloads those. */
function watchServerCode(onChange: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_event: string, name: string | null) => {
    if (!name?.endsWith(".ts") || name.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, 200);
  };
  for (const folder of FOLDERS) watch(folder, { recursive: true }, changed);
  for (const file of FILES) watch(file, changed);
}

function obey(service: Service): void {
  let lastSignal = Number.NEGATIVE_INFINITY;
  let asked = false;
  const leave = () => {
    if (!asked) say("\nStopping …");
    asked = true;
    service.stop(0).catch((error) => process.exit(report(error)));
  };
  const onSignal = () => {
    // npm and the terminal can both send the same Ctrl-C; only a later one skips draining.
    if (asked && performance.now() - lastSignal > 1_000) service.stopWithoutDraining();
    lastSignal = performance.now();
    leave();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, onSignal);
  process.on("message", (message) => {
    if (message === "stop") leave();
  });
  process.on("disconnect", leave);
}

async function serve(): Promise<void> {
  if (env.port === 0) assignEnv({ PORT: String(await freePort()) });
  const service = new Service();
  obey(service);
  await service.start().catch((error) => service.fail(error));
}

serve().catch((error) => process.exit(report(error)));
