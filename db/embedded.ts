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
/** Everyone who uses the server holds this lock shared; whoever can have it alone may stop it. */
const USERS_LOCK = 7_340_001;
const START_TIMEOUT_MS = 60_000;

export interface EmbeddedServer {
  /** Its database, as the role that owns everything in it. */
  url: string;
  /** The same as the role of the service. */
  serviceUrl: string;
  /** Whether it ran already, left by a process that was killed or shared with one that lives. */
  adopted: boolean;
  /** Resolves when the server is lost: it died, or restarted after a crash of its own. */
  lost: Promise<void>;
  /** Stops the server, unless another process uses it; answers whether it stopped. */
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

/** Connects to the server that already runs on this cluster, or answers null. A server that is
 *  still starting or stopping is waited for. */
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
      // Not ready, or going down: look again.
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

/** Starts the server. What a crash left behind (a zombie, backends on their way out, a port taken
 *  meanwhile) passes within seconds, so it is tried several times. */
async function startServer(place: Place): Promise<pg.Client> {
  handOver(place.cluster, place.account);
  const before = readSaved(place);
  if (!before) throw new Error(`${place.savedPath} is missing.`);
  for (let attempt = 1; ; attempt++) {
    clearForeignPidFile(place.cluster);
    const wanted = place.port ?? before.port;
    const port = wanted > 0 && (await isFree(wanted)) ? wanted : await freePort();
    const saved = { ...before, port };
    savePort(place, saved);
    try {
      return await waitUntilReady(place, saved, launch(place, port));
    } catch (error) {
      if (attempt === 8) throw error;
      await sleep(250 * attempt);
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
      // The connection is gone, and with it most likely the server; stopping it again is harmless.
    }
    if (alone) await stopPostmaster(place.cluster, place.binaries.pgCtl);
    return alone;
  });
}

/** Starts PostgreSQL from the npm package on `dataDir`, or adopts the one that runs there already.
 *  Durable by default. Only this machine can reach it, with a password kept in `dataDir`. Several
 *  processes may call it for one folder at the same time: one starts, the others adopt.
 *  Throws with the end of the server's log when it cannot be started. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { dataDir } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const binaries = findBinaries();
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
