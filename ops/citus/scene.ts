import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { type Arrivals, startArrivals } from "../faults/arrivals.ts";
import { clientOf, postOnce } from "../faults/charge.ts";
import { Charges } from "../faults/charges.ts";
import { makeFolder } from "../faults/folder.ts";
import { type Installation, openShop, startInstallation } from "../faults/installation.ts";
import { until } from "../support.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const SHARDS = 4;
const WORKERS = 2;
const SHOPS_OF_A_NODE = 2;
const MOST_SHOPS = 30;
const PER_SECOND = 4;
/** As many days as a worker makes: Citus moves no shard while a day is being distributed. */
const DAYS = { daysBack: 1, daysAhead: 7 };
const DAY_S = 86_400;

/** A merchant of its own, who charges, and whose events arrive at an endpoint of its own. */
export type Shop = {
  name: string;
  accountId: string;
  secret: string;
  port: number;
  arrivals: Arrivals;
  charges: Charges;
  stall: Stall;
};

/** The longest time in which nothing arrived, since it was last taken. */
type Stall = { take(): number };

export type Scene = {
  cluster: Cluster;
  it: Installation;
  shops: Shop[];
  /** The workers of the cluster by their ports, with the merchants whose shard each has. */
  nodes: { port: number; shops: Shop[] }[];
  stop(): Promise<void>;
};

const NODE = `
  select nodeport::int as port from citus_shards
   where table_name = 'payments'::regclass
     and shardid = get_shard_id_for_distribution_column('payments', $1::text)`;

/** The port of the worker that has the shard of an account. */
export async function nodeOf(accountId: string): Promise<number> {
  return (await getPool().query<{ port: number }>(NODE, [accountId])).rows[0]!.port;
}

const LOOK_MS = 50;

function watchStall({ counts }: Pick<Arrivals, "counts">): Stall {
  let [seen, lastMs, longestMs] = [counts.size, performance.now(), 0];
  const look = () => {
    const ms = performance.now();
    longestMs = Math.max(longestMs, ms - lastMs);
    if (counts.size > seen) [seen, lastMs] = [counts.size, ms];
  };
  setInterval(look, LOOK_MS).unref();
  return {
    take: () => {
      const ms = Math.round(longestMs);
      longestMs = 0;
      return ms;
    },
  };
}

/** Opens merchants until each worker has some. */
async function openShops(it: Installation): Promise<Scene["nodes"]> {
  const nodes = new Map<number, Shop[]>();
  const isFull = () =>
    nodes.size === WORKERS && [...nodes.values()].every((all) => all.length >= SHOPS_OF_A_NODE);
  for (let n = 0; n < MOST_SHOPS && !isFull(); n++) {
    const arrivals = await startArrivals();
    const { accountId, secret } = await openShop(arrivals.url);
    const node = await nodeOf(accountId);
    const own = nodes.get(node) ?? [];
    nodes.set(node, own);
    if (own.length === SHOPS_OF_A_NODE) {
      await arrivals.stop();
      continue;
    }
    const port = it.webPorts[n % it.webPorts.length]!;
    const name = `node ${[...nodes.keys()].indexOf(node) + 1} shop ${own.length + 1}`;
    const charges = new Charges({
      ...clientOf({ port }, secret),
      ...{ perSecond: PER_SECOND, repeats: true, name },
    });
    own.push({ name, accountId, secret, port, arrivals, charges, stall: watchStall(arrivals) });
  }
  return [...nodes].map(([port, shops]) => ({ port, shops }));
}

/** Starts a cluster of two workers, two web processes and a worker of the service on it, and merchants on each node. */
export async function openScene(): Promise<Scene> {
  const folder = makeFolder("citus");
  const cluster = await startCluster({ folder, workers: WORKERS, shards: SHARDS });
  await migrate(cluster, DAYS);
  const it = await startInstallation({
    ...{ folder, running: cluster.coordinator, webs: 2, workers: 1 },
  });
  const nodes = await openShops(it);
  return {
    ...{ cluster, it, nodes, shops: nodes.flatMap(({ shops }) => shops) },
    stop: async () => {
      for (const { shops } of nodes) for (const { arrivals } of shops) await arrivals.stop();
      await it.stop();
    },
  };
}

/** Lets all merchants charge while `work` is done; resolves when each charge is acknowledged, or has failed for good. */
export async function chargeAll(
  shops: readonly Shop[],
  work: () => Promise<unknown>,
): Promise<void> {
  const done = Promise.withResolvers<unknown>();
  const loads = shops.map(({ charges }) => charges.during(() => done.promise));
  work().then(done.resolve, done.reject);
  await Promise.all(loads);
}

/** Makes a call of a merchant, which must succeed. */
export async function post(
  { port, secret }: Pick<Shop, "port" | "secret">,
  path: string,
  { key, body = {} }: { key: string; body?: object },
): Promise<void> {
  const { status, body: text } = await postOnce(clientOf({ port }, secret), path, { key, body });
  if (status >= 300) throw new Error(`${path} ${status}: ${text}`);
}

/** Moves the clock of each merchant by so many days, and waits for its settlements. After one day none has arrived. */
export async function settleAll(shops: readonly Shop[], days: number): Promise<void> {
  const advance = { key: `${days} days later`, body: { seconds: days * DAY_S } };
  for (const shop of shops) await post(shop, "/v1/test/clock/advance", advance);
  await until("settlements of each merchant", async () => {
    await sleep(250);
    const { rows } = await getPool().query("select distinct account_id from settlements");
    return rows.length >= shops.length;
  });
}

type Fault = { code?: string; message: string; cause?: Fault };
type Line = { message: string; error?: Fault };

const firstCause = (fault: Fault): Fault => (fault.cause ? firstCause(fault.cause) : fault);

/** How many lines of the logs of processes have each warning or error, with its first cause. */
export function saidBy(units: readonly { log(): string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of units.flatMap((unit) => unit.log().split("\n"))) {
    if (!/"level":"(?:error|warn)"/.test(line)) continue;
    const { message, error } = JSON.parse(line) as Line;
    const { code, message: why } = error ? firstCause(error) : { message: "" };
    const said = `${message}: ${code ?? ""} ${why.replaceAll(/\d{4,}/g, "…")}`;
    counts.set(said, (counts.get(said) ?? 0) + 1);
  }
  return counts;
}
