import { spawn } from "node:child_process";
import { mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { closeDb, getPool } from "#db/client.ts";
import { createTemplate } from "#db/databases.ts";
import { freePort } from "#db/embedded/ports.ts";
import { type EmbeddedServer, startEmbedded } from "#db/embedded.ts";
import { assignEnv, childEnv } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { ask } from "#test/ask.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";
import {
  follow,
  isOpen,
  type Program,
  startRedis,
  startWeb,
  startWorker,
  until,
} from "./support.ts";

/** An installation with a server of its own and its Prometheus, in which faults are played. */
export type Watched = Awaited<ReturnType<typeof startWatched>>;

const RAIL_SECRET = "a secret of the trial's rail";
const CHARGE = {
  amount: 1999,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};

/** PostgreSQL, Redis, the rail as a process, two web processes (one cannot write its log), a worker, and Prometheus. A
 * merchant charges five times a second. */
export async function startWatched() {
  const dataDir = mkdtempSync(join(tmpdir(), "paydesk-watched-"));
  let server: EmbeddedServer = await startEmbedded({ dataDir, throwaway: true });
  const { ownerUrl, serviceUrl } = await createTemplate(
    server.url,
    `paydesk_watched_${process.pid}`,
  );
  assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
  let redis = await startRedis();
  const railPort = await freePort();
  let rail = await startRailProcess(railPort, dataDir);
  const [port, secondPort, workerPort] = [await freePort(), await freePort(), await freePort()];
  const variables = {
    REDIS_URL: redis.url,
    SANDBOX_RAIL_URL: `http://127.0.0.1:${railPort}`,
    SANDBOX_RAIL_SECRET: RAIL_SECRET,
    DATABASE_POOL: "20",
  };
  const web = () => startWeb({ ...variables, PORT: String(port) });
  const full = openSync("/dev/full", "w");
  const second = () => startWeb({ ...variables, PORT: String(secondPort) }, full);
  const startNext = () => startWorker({ ...variables, WORKER_PORT: String(workerPort) });
  const [first, other, worker] = await Promise.all([web(), second(), startNext()]);
  const processes = { web: first, second: other, worker };
  const merchant = await createMerchant();
  const traffic = startTraffic([port, secondPort], merchant);
  const admin = async (text: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  return {
    merchant,
    variables,
    ports: { web: port, second: secondPort, worker: workerPort },
    processes,
    admin,
    database: new URL(serviceUrl).pathname.slice(1),
    restartWorker: async () => {
      processes.worker = await startNext();
    },
    restartWebs: async () => {
      [processes.web, processes.second] = await Promise.all([web(), second()]);
    },
    stopDatabase: () => server.stop(),
    startDatabase: async () => {
      server = await startEmbedded({ dataDir, throwaway: true });
    },
    stopRedis: () => redis.kill(),
    startRedis: async () => {
      redis = await startRedis(redis.port);
    },
    stopRail: () => rail.kill(),
    startRail: async () => {
      rail = await startRailProcess(railPort, dataDir);
    },
    /** Sends one call of the merchant. */
    call: (path: string, body?: object) => callWeb(port, merchant, path, body),
    prometheus: (more: Readonly<Record<string, readonly number[]>> = {}): Promise<Prometheus> =>
      startPrometheus(
        { "paydesk-web": [port, secondPort], "paydesk-worker": [workerPort], ...more },
        ["paydesk-tls"],
      ),
    async close() {
      await traffic.stop();
      await closeDb();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function callWeb(port: number, merchant: Merchant, path: string, body?: object) {
  const key = { authorization: `Bearer ${merchant.keys.test.secret}` };
  const once = { "idempotency-key": newId("req") };
  return await ask({ port }, path, {
    method: body ? "POST" : "GET",
    headers: { ...key, ...(body ? once : {}) },
    ...(body ? { body } : {}),
  });
}

/** Charges five times a second, whatever the answers are. */
function startTraffic(ports: readonly number[], merchant: Merchant) {
  const calls = new Set<Promise<unknown>>();
  let n = 0;
  const timer = setInterval(() => {
    const call = callWeb(ports[n++ % ports.length]!, merchant, "/v1/payments", CHARGE)
      .catch(() => null)
      .finally(() => calls.delete(call));
    calls.add(call);
  }, 200);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(calls);
    },
  };
}

async function startRailProcess(port: number, dataDir: string): Promise<Program> {
  const child = spawn(process.execPath, ["--no-warnings", "lib/cli/rail.ts"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: childEnv({
      NODE_TEST_CONTEXT: undefined,
      DATA_DIR: dataDir,
      SANDBOX_RAIL_URL: `http://127.0.0.1:${port}`,
      SANDBOX_RAIL_SECRET: RAIL_SECRET,
      LOG_LEVEL: "warn",
    }),
  });
  const program = follow(child, port, () => {});
  await until("the rail on its port", () => isOpen(port));
  return program;
}

/** Runs one statement as the service. */
export const run = (text: string, values: readonly unknown[] = []) =>
  getPool().query(text, [...values]);
