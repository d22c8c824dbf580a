import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { migrate } from "#db/migrate.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { assignEnv, env } from "#lib/kernel/env.ts";
import { type Connector, createConnector } from "#lib/rails/connector/connector.ts";
import { type FaultPlan, faultPlan } from "#lib/rails/process/faults.ts";
import { type Statement, statementShape } from "#lib/rails/process/statement.ts";
import { receivedCredit } from "#lib/rails/protocol/payout-messages.ts";
import { referenceOf } from "#test/live-rail.ts";
import { createMerchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import type { Receive, Shop } from "./orders.ts";
import { Killable, type KillableDatabase, KillablePostgres } from "./processes.ts";

const SECRET = "the crash tests' own rail secret";
const SHARED = {
  PAYDESK_MASTER_KEY: Buffer.alloc(32, "paydesk tests").toString("base64"),
  // Allows local receivers.
  PAYDESK_EMBEDDED: "1",
};
/** Short, so that the work of a dead process is taken over soon. */
const RAIL_TIMEOUT_MS = 1_000;
const NO_LIMITS = JSON.stringify({ writes: 1_000_000, reads: 1_000_000, lists: 1_000_000 });

export type World = {
  folder: string;
  origin: string;
  postgres: KillableDatabase;
  rail: Killable;
  web: Killable;
  worker: Killable;
  /** Where each process answers operators. */
  operators: ReadonlyArray<{ name: string; origin: string }>;
  receiver: Receiver;
  shops: Shop[];
  setFaults(plan: FaultPlan): Promise<void>;
  statement(): Promise<Statement>;
  receive: Receive;
  stop(options: { keepLogs: boolean }): Promise<void>;
};

/** A complete installation in its own folder, in which every part is a process that can be killed: PostgreSQL
 *  with a durable log (or another database), the rail with its book, the web process (API only) and the worker. */
export async function buildWorld(database?: KillableDatabase): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-crash-"));
  const [dbPort, webPort] = [await freePort(), await freePort()];
  const [workerPort, railPort] = [await freePort(), await freePort()];
  const postgres = database ?? new KillablePostgres(folder, dbPort);
  const { ownerUrl, serviceUrl } = await postgres.start();
  await migrate({ ownerUrl, serviceUrl }, { daysBack: 1, daysAhead: 2 });
  const origin = `http://127.0.0.1:${webPort}`;
  const railUrl = `http://127.0.0.1:${railPort}`;
  const variables = {
    DATABASE_URL: serviceUrl,
    DATABASE_OWNER_URL: ownerUrl,
    ...SHARED,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(webPort),
    WORKER_PORT: String(workerPort),
    PUBLIC_URL: origin,
    SANDBOX_RAIL_URL: railUrl,
    SANDBOX_RAIL_SECRET: SECRET,
    RAIL_TIMEOUT_MS: String(RAIL_TIMEOUT_MS),
    LOG_LEVEL: "info",
    NODE_ENV: "production",
    NODE_TEST_CONTEXT: undefined,
  };
  const rail = new Killable("rail", ["lib/cli/rail.ts"], variables, folder);
  const web = new Killable("web", ["server.ts", "--api-only"], variables, folder);
  const worker = new Killable("worker", ["worker.ts"], variables, folder);
  await closeDb();
  const logLevel = env.logLevel === "info" ? "silent" : env.logLevel;
  assignEnv({
    ...SHARED,
    DATABASE_URL: serviceUrl,
    DATABASE_OWNER_URL: ownerUrl,
    LOG_LEVEL: logLevel,
  });
  const receiver = await startReceiver();
  const shops = [await openShop("north", receiver.url), await openShop("south", receiver.url)];
  await closeDb();
  await Promise.all([rail.start(), web.start(), worker.start()]);
  const operators = [
    { name: "web", origin },
    { name: "worker", origin: `http://127.0.0.1:${workerPort}` },
  ];
  const connector = createConnector({ url: railUrl, secret: SECRET, timeoutMs: 30_000 });
  return {
    ...{ folder, origin, postgres, rail, web, worker, operators, receiver, shops },
    ...controlsOf(connector),
    async stop({ keepLogs }) {
      await connector.close();
      await Promise.all([web.kill(), worker.kill(), rail.kill()]);
      await Promise.all([closeDb(), receiver.stop()]);
      await postgres.stop();
      if (!keepLogs) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function controlsOf(connector: Connector): Pick<World, "setFaults" | "statement" | "receive"> {
  return {
    setFaults: async (plan) => {
      await connector.control("control/faults", plan, faultPlan);
    },
    statement: () => connector.control("control/statement", {}, statementShape),
    receive: (credit) => connector.control("control/credit", credit, receivedCredit),
  };
}

/** A merchant with two endpoints for all events. */
async function openShop(name: string, receiverUrl: string): Promise<Shop> {
  const merchant = await createMerchant({ name });
  const lift = "update accounts set rate_limits = $2::jsonb where id = $1";
  await getPool().query(lift, [merchant.account.id, NO_LIMITS]);
  for (const part of ["a", "b"]) {
    await createEndpoint(merchant.ctx.test, {
      url: `${receiverUrl}/${name}/${part}`,
      events: ["*"],
    });
  }
  return {
    name,
    accountId: merchant.account.id,
    secret: merchant.keys.test.secret,
    reference: await referenceOf(merchant, "test"),
  };
}
