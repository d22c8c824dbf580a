import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeDb } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { load1 } from "../../bench/results.ts";
import { certificate } from "../../bench/tls.ts";
import { makeFolder } from "../faults/folder.ts";
import { type Server, startServer } from "../faults/server.ts";
import { makeService } from "../postgres.ts";
import { type ChargeCost, type Cost, measureChargeCost, type Plan } from "./charge-cost.ts";
import { startCluster } from "./cluster.ts";

/** Used by these measurements only, not a secret. */
const MASTER_KEY = Buffer.alloc(32, "paydesk figures").toString("base64");

/** The same for one PostgreSQL and for each node. Processor time is counted, so nobody waits for a disk. */
const SETTINGS = ["fsync=off", "max_connections=400"];

type Stage = { servers: Record<string, Server>; url: string; stop(): Promise<void> };

export type FiguresOptions = Omit<Plan, "ports" | "receiverFiles"> & {
  /** Numbers of workers; none at all is one PostgreSQL without Citus. */
  nodes: ReadonlyArray<number | "none">;
  shards: number;
};

async function startNodes(workers: number | "none", shards: number): Promise<Stage> {
  const folder = join(makeFolder("figures"), "nodes");
  mkdirSync(folder);
  if (workers === "none") {
    const server = await startServer({ folder, settings: SETTINGS });
    const stop = () => server.unit.stop("SIGQUIT");
    return { servers: { PostgreSQL: server }, url: server.url, stop };
  }
  const cluster = await startCluster({ folder, workers, shards, settings: SETTINGS });
  const named = cluster.workers.map((server, n) => [`worker ${n + 1}`, server] as const);
  return {
    servers: { coordinator: cluster.coordinator, ...Object.fromEntries(named) },
    url: cluster.url,
    stop: cluster.stop,
  };
}

async function measureOn(stage: Stage, plan: Plan): Promise<ChargeCost> {
  const { ownerUrl, serviceUrl } = await makeService(stage);
  const variables = {
    ...{ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl, WEBHOOK_ALLOW_PRIVATE: "1" },
    ...{ PAYDESK_MASTER_KEY: MASTER_KEY, DATA_DIR: makeFolder("figures-data") },
  };
  assignEnv(variables);
  return await measureChargeCost(stage.servers, variables, plan);
}

const nameOf = (nodes: number | "none") =>
  nodes === "none" ? "one PostgreSQL" : nodes === 0 ? "Citus, one node" : `coordinator + ${nodes}`;

/** The servers' part of a cost: the largest decides how much the cluster carries. */
const ofServers = (cost: Cost) =>
  Object.entries(cost).filter(([name]) => !["web", "worker process"].includes(name));

const tell = (cost: Cost) =>
  Object.entries(cost)
    .map(([name, us]) => `${name} ${us.toFixed(0)}`)
    .join(", ");

const busiest = (cost: Cost) => Math.max(...ofServers(cost).map(([, us]) => us));

/** A row of the table: what one charge (with its deliveries) takes of the busiest node, and how many a core of it carries. */
function rowOf({ charge, delivery, idle, perSecond, p50Ms, counts }: ChargeCost) {
  const withDeliveries = Object.fromEntries(
    ofServers(charge).map(([name, us]) => [name, us + 2 * delivery[name]!]),
  );
  return {
    "µs a charge": tell(charge),
    "µs a delivery": tell(delivery),
    "idle worker, ms a second": tell(idle),
    "charges/s of one core of the busiest node": Math.round(1e6 / busiest(charge)),
    "the same with two deliveries": Math.round(1e6 / busiest(withDeliveries)),
    "here: charges/s": perSecond.charges.toFixed(0),
    "deliveries/s": perSecond.deliveries.toFixed(0),
    "p50 ms": p50Ms.toFixed(0),
    counted: `${counts.charges} charges, ${counts.deliveries} deliveries`,
  };
}

/** Measures charges and deliveries on clusters of several sizes, and prints each as it is measured. */
export async function figures(options: FiguresOptions): Promise<void> {
  const { nodes, shards, ...load } = options;
  const files = await certificate();
  const ports = { web: await freePort(), receiver: await freePort() };
  const plan: Plan = { ...load, ports, receiverFiles: files.variables };
  try {
    for (const each of nodes) {
      const stage = await startNodes(each, shards);
      try {
        const before = load1();
        const row = rowOf(await measureOn(stage, plan));
        console.log(`\n${nameOf(each)} (load ${before} to ${load1()})`);
        for (const [name, value] of Object.entries(row)) console.log(`  ${name}: ${value}`);
      } finally {
        await closeDb();
        await stage.stop();
      }
    }
  } finally {
    files.remove();
  }
}
