import { existsSync, mkdirSync } from "node:fs";
import { join as inFolder } from "node:path";
import { onDatabase } from "#db/databases.ts";
import type { Addresses } from "#db/roles.ts";
import { type Server, startServer } from "../faults/server.ts";
import { serverProgram } from "../postgres.ts";

/** A coordinator and its workers, each a PostgreSQL of its own on loopback. */
export type Cluster = Addresses & {
  coordinator: Server;
  workers: readonly Server[];
  /** The address of the coordinator for the superuser: every database that is made on all nodes is one of Citus. */
  url: string;
  stop(): Promise<void>;
};

export type ClusterOptions = {
  folder: string;
  /** Without any, the coordinator keeps the shards itself. */
  workers: number;
  /** Shards of each distributed table, and of each day of those that are partitioned. */
  shards: number;
  settings?: readonly string[];
};

const settingsOf = (shards: number) => [
  "shared_preload_libraries=citus",
  // Shards are moved by logical replication.
  "wal_level=logical",
  "max_prepared_transactions=400",
  "max_connections=400",
  // Citus keeps one process for each database, which also ends what a crash left prepared.
  "max_worker_processes=64",
  // A day of a partitioned table is as many tables as it has shards, each with its indexes.
  "max_locks_per_transaction=1024",
  `citus.shard_count=${shards}`,
  // One connection of a session to each node is enough for statements of one shard. A copy of the request log opened one for
  // each shard, and ended it afterwards: a fifth of the nodes' time.
  "citus.max_adaptive_executor_pool_size=1",
  "citus.node_conninfo=sslmode=disable",
  "citus.enable_statistics_collection=off",
];

const databaseOf = (server: Server, name: string) =>
  Object.assign(new URL(server.url), { pathname: `/${name}` }).href;

/** Each new database is a copy of this one, on every node: its table of nodes is copied with it. */
const TEMPLATE = "template1";

/** Makes a database one of Citus, whose coordinator knows its workers. */
async function join(
  coordinator: Server,
  workers: readonly Server[],
  database: string,
): Promise<void> {
  for (const server of [coordinator, ...workers]) {
    await onDatabase(databaseOf(server, database), (client) =>
      client.query("create extension citus"),
    );
  }
  await onDatabase(databaseOf(coordinator, database), async (client) => {
    await client.query("select citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of workers) {
      await client.query("select citus_add_node('127.0.0.1', $1)", [port]);
    }
    if (workers.length === 0) {
      await client.query(
        "select citus_set_node_property('127.0.0.1', $1, 'shouldhaveshards', true)",
        [coordinator.port],
      );
    }
  });
}

async function joinAll(coordinator: Server, workers: readonly Server[]): Promise<void> {
  // `db/databases.ts` asks the database `postgres` for the nodes.
  for (const database of ["postgres", TEMPLATE]) await join(coordinator, workers, database);
  // A database cannot be copied while Citus's own process is connected to it.
  for (const server of [coordinator, ...workers]) {
    await onDatabase(server.url, async (client) => {
      await client.query(`alter database ${TEMPLATE} allow_connections false`);
      await client.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1",
        [TEMPLATE],
      );
      await client.query("drop database paydesk");
      await client.query("create database paydesk owner paydesk_owner");
    });
  }
}

/** Starts an empty cluster. Its files are in `folder`, which the servers' account can enter. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, workers: count, shards, settings = [] } = options;
  const library = inFolder(serverProgram("postgres"), "../../lib/citus.so");
  if (!existsSync(library)) throw new Error("Citus is missing: bash ops/citus/build");
  const start = async (name: string) => {
    const own = inFolder(folder, name);
    mkdirSync(own);
    return await startServer({ folder: own, settings: [...settingsOf(shards), ...settings] });
  };
  const coordinator = await start("coordinator");
  const workers: Server[] = [];
  for (let number = 1; number <= count; number++) workers.push(await start(`worker-${number}`));
  await joinAll(coordinator, workers);
  const { ownerUrl, serviceUrl, url } = coordinator;
  return {
    ...{ coordinator, workers, ownerUrl, serviceUrl, url },
    stop: async () => {
      for (const { unit } of [coordinator, ...workers]) await unit.stop("SIGQUIT");
    },
  };
}
