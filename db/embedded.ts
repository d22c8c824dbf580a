import type { ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { chooseAccount, findBinaries, handOver } from "./embedded/binaries.ts";
import {
  createCluster,
  type EmbeddedOptions,
  ensureService,
  launch,
  type Place,
  readSaved,
  type Saved,
  savePort,
  serviceUrlFor,
  urlFor,
} from "./embedded/cluster.ts";
import { freePort, isFree } from "./embedded/ports.ts";
import {
  clearForeignPidFile,
  isPostmasterOf,
  logTail,
  readPidFile,
  stopPostmaster,
} from "./embedded/postmaster.ts";
import { withLock } from "./embedded/process-lock.ts";

const DATABASE = "paydesk";
/** Every user of the server holds this lock shared; the process that gets it exclusively can stop the server. */
const USERS_LOCK = 7_340_001;
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 30_000;
/** The server's message when its log ends before the requested recovery time. */
export const TARGET_NOT_REACHED = /recovery ended before configured recovery target was reached/;

export interface EmbeddedServer {
  /** Its database, as the role that owns the tables. */
  url: string;
  /** Its database, as the service's role. */
  serviceUrl: string;
  /** Whether it was running already: left by a killed process, or shared with a live one. */
  adopted: boolean;
  /** Resolves when the server is lost: it ended, or restarted after its own crash. */
  lost: Promise<void>;
  /** Stops the server unless another process uses it; returns whether it stopped. */
  stop(): Promise<boolean>;
}

async function connect(saved: Saved): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlFor(saved, "postgres"),
    connectionTimeoutMillis: 5_000,
    application_name: "paydesk supervisor",
    keepAlive: true,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Connects to the server that runs on this cluster, or returns null. Waits for one that is starting or stopping. */
async function adopt(place: Place): Promise<pg.Client | null> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  const saved = readSaved(place);
  while (saved && performance.now() < deadline) {
    const file = readPidFile(place.cluster);
    if (!file || !isPostmasterOf(file.pid, place.cluster)) return null;
    try {
      const client = await connect({ ...saved, port: file.port });
      const shown = await client.query<{ data_directory: string }>("show data_directory");
      if (shown.rows[0]?.data_directory === file.cluster) {
        if (saved.port !== file.port) {
          savePort(place, { ...saved, port: file.port });
        }
        return client;
      }
      await client.end();
    } catch {
      // Not ready, or shutting down: retry.
    }
    await sleep(100);
  }
  return null;
}

async function waitUntilReady(place: Place, saved: Saved, child: ChildProcess): Promise<pg.Client> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await connect(saved);
    } catch (error) {
      const dead = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
      if (dead || performance.now() > deadline) {
        throw new Error(`PostgreSQL did not start:\n${logTail(place.logPath)}`, { cause: error });
      }
    }
    await sleep(50);
  }
}

/** Starts the server. Retries for up to half a minute, because what a crash leaves behind (a zombie, backends that first
 * finish a statement, a port in use) disappears by itself. */
async function startServer(place: Place): Promise<pg.Client> {
  handOver(place.cluster, place.account);
  const before = readSaved(place);
  if (!before) throw new Error(`${place.savedPath} is missing.`);
  const deadline = performance.now() + RETRY_MS;
  for (let attempt = 1; ; attempt++) {
    clearForeignPidFile(place.cluster);
    const wanted = place.port ?? before.port;
    const port = wanted > 0 && (await isFree(wanted)) ? wanted : await freePort();
    const saved = { ...before, port };
    savePort(place, saved);
    try {
      return await waitUntilReady(place, saved, launch(place, port));
    } catch (error) {
      if (performance.now() > deadline || TARGET_NOT_REACHED.test(String(error))) throw error;
      await sleep(Math.min(250 * attempt, 2_000));
    }
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
  if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
}

async function stopServer(place: Place, client: pg.Client): Promise<boolean> {
  return await withLock(place.dataDir, "postgres", START_TIMEOUT_MS, async () => {
    let alone = true;
    try {
      await client.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK]);
      const asked = await client.query<{ mine: boolean }>(
        "select pg_try_advisory_lock($1) as mine",
        [USERS_LOCK],
      );
      alone = asked.rows[0]?.mine ?? true;
      await client.end();
    } catch {
      // The connection is gone, and probably the server too; stopping it again is harmless.
    }
    if (alone) await stopPostmaster(place.cluster, place.binaries.pgCtl);
    return alone;
  });
}

/** Starts PostgreSQL from the npm package on `dataDir`, or adopts the one that runs there. Durable by default.
 * Accepts only connections from this machine, with a password stored in `dataDir`. Several processes can call it for
 * one folder: one starts the server, the others adopt it. Throws with the end of the server's log if it cannot be
 * started. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const binaries = options.binaries ?? findBinaries();
  const place: Place = {
    ...options,
    cluster: join(dataDir, "postgres"),
    savedPath: join(dataDir, "postgres.json"),
    logPath: join(dataDir, "postgres.log"),
    binaries,
    account: chooseAccount(binaries, dataDir),
  };
  return await withLock(dataDir, "postgres", 2 * START_TIMEOUT_MS, async () => {
    await createCluster(place);
    const found = await adopt(place);
    const client = found ?? (await startServer(place));
    const lost = new Promise<void>((resolve) => client.once("end", resolve));
    await client.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
    await ensureDatabase(client);
    await ensureService(place, client);
    const saved = readSaved(place);
    if (!saved) throw new Error(`${place.savedPath} disappeared.`);
    return {
      url: urlFor(saved, DATABASE),
      serviceUrl: serviceUrlFor(saved, DATABASE),
      adopted: found !== null,
      lost,
      stop: () => stopServer(place, client),
    };
  });
}
