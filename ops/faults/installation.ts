import { join } from "node:path";
import { closeDb, getPool } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { migrate } from "#db/migrate.ts";
import type { Addresses } from "#db/roles.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { WEB_COMMAND, WEB_VARIABLES } from "#lib/server/command.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { ask } from "#test/ask.ts";
import { createMerchant } from "#test/merchant.ts";
import { makePgBouncer } from "../pgbouncer.ts";
import { type ServerOptions, withHosts } from "../postgres.ts";
import { isOpen } from "../support.ts";
import { type Arrivals, startArrivals } from "./arrivals.ts";
import { makeBalancer } from "./balancer.ts";
import { makeFolder } from "./folder.ts";
import { makePair, type Pair } from "./pair.ts";
import { type Server, startServer } from "./server.ts";
import { stopUnits, Unit } from "./unit.ts";

export const MASTER_KEY = Buffer.alloc(32, "paydesk tests").toString("base64");
const NO_LIMITS = JSON.stringify({ writes: 1_000_000, reads: 1_000_000, lists: 1_000_000 });
/** A little more than the balancer takes to notice (`ops/haproxy.cfg`). */
const SHUTDOWN_DELAY_MS = 3_000;

type Variables = Readonly<Record<string, string | undefined>>;

export type Parts = {
  /** Where things are kept; by default a new folder. */
  folder?: string;
  /** Where web and worker log; by default the same. */
  logFolder?: string;
  server?: Omit<ServerOptions, "folder">;
  /** A server that runs already, and is not stopped with the rest: the coordinator of a cluster. */
  running?: Server;
  /** Whether the server has a synchronous standby. */
  standby?: boolean;
  webs?: number;
  workers?: number;
  pgbouncer?: boolean;
  redis?: boolean;
  /** Settings of web and worker besides their own. */
  variables?: Variables;
  /** Settings of one process, by its name: `web 1`, `worker 2`. */
  own?: (name: string) => Variables;
  /** The host name of the receiver; by default `localhost`. */
  receiverHost?: string;
  /** Words before the commands of web processes and workers. */
  prefix?: readonly string[];
  /** The address of the database as web and worker know it. */
  seen?: (url: string) => string;
};

/** Everything that runs in production, each part under a supervisor. */
export type Installation = {
  folder: string;
  server: Server;
  pair: Pair | null;
  webs: Unit[];
  workers: Unit[];
  balancer: Awaited<ReturnType<typeof makeBalancer>>;
  pgbouncer: Awaited<ReturnType<typeof makePgBouncer>> | null;
  redis: Unit | null;
  /** Address of the balancer. */
  origin: string;
  /** Ports of the web processes and of the workers, for `/readyz`. */
  webPorts: number[];
  workerPorts: number[];
  secret: string;
  arrivals: Arrivals;
  stop(): Promise<void>;
};

/** Answer of `/readyz` of the process on `port`, `null` if nothing answers. */
export async function readiness(port: number): Promise<{ status: number; body: string } | null> {
  return await ask({ port }, "/readyz").catch(() => null);
}

const isReady = async (port: number) => (await readiness(port))?.status === 200;

/** Gives this process the addresses, so that it can create a merchant and read the books. */
export async function use({
  ownerUrl,
  serviceUrl,
  masterKey = MASTER_KEY,
}: Addresses & { masterKey?: string }): Promise<void> {
  await closeDb();
  assignEnv({
    ...{ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl },
    ...{ PAYDESK_MASTER_KEY: masterKey, WEBHOOK_ALLOW_PRIVATE: "1" },
  });
}

/** Creates a merchant without limits whose events go to `url`; returns its account and test key. */
export async function openShop(url: string): Promise<{ accountId: string; secret: string }> {
  const merchant = await createMerchant();
  const lift = "update accounts set rate_limits = $2::jsonb where id = $1";
  await getPool().query(lift, [merchant.account.id, NO_LIMITS]);
  await createEndpoint(merchant.ctx.test, { url, events: ["*"] });
  return { accountId: merchant.account.id, secret: merchant.keys.test.secret };
}

async function makeRedis(folder: string): Promise<{ unit: Unit; url: string }> {
  const port = await freePort();
  const settings = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  const unit = new Unit({
    name: "redis",
    command: ["redis-server", ...settings],
    logPath: join(folder, "redis.log"),
    isReady: () => isOpen(port),
  });
  return { unit, url: `redis://127.0.0.1:${port}` };
}

type ProcessOptions = {
  logFolder: string;
  variables: Variables;
  prefix: Parts["prefix"];
  own: Parts["own"];
};

async function makeProcess(
  name: "web" | "worker",
  n: number,
  { logFolder, variables, own, prefix = [] }: ProcessOptions,
) {
  const port = await freePort();
  const title = `${name} ${n + 1}`;
  const command = name === "web" ? [...WEB_COMMAND, "--api-only"] : WORKER_COMMAND;
  const [program = "", ...args] = [...prefix, process.execPath, "--no-warnings", ...command];
  const unit = new Unit({
    name: title,
    command: [program, ...args],
    variables: {
      ...variables,
      ...own?.(title),
      ...(name === "web"
        ? { ...WEB_VARIABLES, PORT: String(port) }
        : { WORKER_PORT: String(port) }),
    },
    logPath: join(logFolder, `${name}-${n + 1}.log`),
    isReady: () => isReady(port),
  });
  return { unit, port };
}

/** Makes `count` processes of a role. */
async function makeProcesses(name: "web" | "worker", count: number, options: ProcessOptions) {
  const made = await Promise.all(
    Array.from({ length: count }, (_, n) => makeProcess(name, n, options)),
  );
  return { units: made.map(({ unit }) => unit), ports: made.map(({ port }) => port) };
}

/** The addresses and keys that web and worker get. */
function settingsFor(args: {
  addresses: Addresses;
  pooler: string | undefined;
  redisUrl: string | undefined;
  folder: string;
  parts: Parts;
}): Variables {
  const { addresses, pooler, redisUrl, folder, parts } = args;
  const { seen = (url) => url } = parts;
  return {
    DATABASE_URL: pooler ?? seen(addresses.serviceUrl),
    DATABASE_DIRECT_URL: pooler ? seen(addresses.serviceUrl) : undefined,
    DATABASE_OWNER_URL: seen(addresses.ownerUrl),
    REDIS_URL: redisUrl,
    PAYDESK_MASTER_KEY: MASTER_KEY,
    PAYDESK_EMBEDDED: undefined,
    PUBLIC_URL: "https://pay.example",
    TRUSTED_PROXY: "127.0.0.1",
    WEBHOOK_ALLOW_PRIVATE: "true",
    DATABASE_POOL: "20",
    SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    LOG_LEVEL: "info",
    NODE_ENV: "production",
    NODE_TEST_CONTEXT: undefined,
    ...parts.variables,
  };
}

/** Starts the standby of a server; the addresses name both. */
async function makeStandby(server: Server, folder: string, options?: Parts["server"]) {
  const pair = await makePair(server, { ...options, folder, data: join(folder, "standby") });
  const both = [server, pair.standby()];
  const addresses = {
    serviceUrl: withHosts(server.serviceUrl, both),
    ownerUrl: withHosts(server.ownerUrl, both),
  };
  return { ...pair, addresses };
}

/** Starts an installation of several processes with its own PostgreSQL, and a merchant whose receiver counts. From here on
 * this process is on its database, until `stop`. */
export async function startInstallation(parts: Parts = {}): Promise<Installation> {
  const folder = parts.folder ?? makeFolder("ops");
  const server = parts.running ?? (await startServer({ folder, ...parts.server }));
  await migrate(server, { daysBack: 1, daysAhead: 2 });
  const pair = parts.standby ? await makeStandby(server, folder, parts.server) : null;
  const addresses = pair?.addresses ?? server;
  await use(addresses);
  const arrivals = await startArrivals(parts.receiverHost);
  const { secret } = await openShop(arrivals.url);
  const redis = parts.redis ? await makeRedis(folder) : null;
  const pooler = parts.pgbouncer ? await makePgBouncer(server, folder) : null;
  await Promise.all([redis?.unit.start(), pooler?.unit.start()]);
  const variables = settingsFor({
    ...{ addresses, folder, parts },
    ...{ pooler: pooler?.url, redisUrl: redis?.url },
  });
  const { logFolder = folder, prefix, own } = parts;
  const options = { logFolder, variables, prefix, own };
  const webs = await makeProcesses("web", parts.webs ?? 2, options);
  const workers = await makeProcesses("worker", parts.workers ?? 2, options);
  const balancer = await makeBalancer(folder, webs.ports);
  await Promise.all([...webs.units, ...workers.units].map((unit) => unit.start()));
  await balancer.unit.start();
  await balancer.usesAll();
  return {
    ...{ folder, server, pair, arrivals, secret, origin: balancer.origin, balancer },
    ...{
      webs: webs.units,
      webPorts: webs.ports,
      workers: workers.units,
      workerPorts: workers.ports,
    },
    ...{ pgbouncer: pooler, redis: redis?.unit ?? null },
    stop: async () => {
      await closeDb();
      await stopUnits();
      await arrivals.stop();
    },
  };
}
