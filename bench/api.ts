// The API under load: charges, reads, TLS, memory.

import { getPool } from "#db/client.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { askOwner } from "#test/as-owner.ts";
import type { Merchant } from "#test/merchant.ts";
import { type Figure, inTurns, median } from "./figures.ts";
import type { LoadResult } from "./http-load.ts";
import { findPgbench, limitP99Ms, runLimit, type Sample } from "./limit.ts";
import type { Order } from "./load.ts";
import { load, type Running, startProcess } from "./processes.ts";
import { addCards, addEndpoints, makeMerchant, post, type Stage, startWeb } from "./stage.ts";
import { certificate } from "./tls.ts";

export type Part = "charges" | "reads" | "tls" | "log" | "lists" | "start";

export interface Pace {
  rounds: number;
  measureMs: number;
}

const CONNECTIONS = 64;
const CARDS = 64;
const PORTS = { web: 4310, bare: 4311, tls: 4312, receiver: 4313, unlogged: 4314 };
const RECEIVER = `https://localhost:${PORTS.receiver}/hooks`;

const CHARGE = {
  amount: 1999,
  currency: "EUR",
  method: "card",
  payment_method: "{n}",
  description: "Order 6735",
  metadata: { order_id: "6735" },
};

interface Scene {
  pace: Pace;
  variables: Record<string, string>;
  web: Running;
  merchant: Merchant;
  cards: string[];
  say(figure: Figure): void;
}

type Params = Pick<Order, "path"> & Partial<Order>;

const order = ({ pace, web, merchant }: Scene, params: Params): Order => ({
  target: web.target,
  connections: CONNECTIONS,
  warmUpMs: 1_500,
  measureMs: pace.measureMs,
  key: merchant.keys.test.secret,
  fill: [],
  body: null,
  ...params,
});

const charges = (scene: Scene, params: Partial<Order> = {}) =>
  load(
    order(scene, {
      path: "/v1/payments",
      fill: scene.cards,
      body: JSON.stringify(CHARGE),
      ...params,
    }),
  );

/** Measures the named parts on a fresh database. */
export async function measureApi(
  stage: Stage,
  pace: Pace,
  parts: ReadonlySet<string>,
  say: (figure: Figure) => void,
): Promise<void> {
  if (["charges", "reads", "tls", "log"].some((part) => parts.has(part))) {
    await withScene(stage, pace, say, "bench_api", async (scene) => {
      if (parts.has("charges")) await measureCharges(scene);
      if (parts.has("reads")) await measureReads(scene);
      if (parts.has("tls")) await measureTls(scene);
      if (parts.has("log")) await measureLog(scene);
      const memory = { unit: "MB", limit: null, limitName: "", ratio: null };
      const bound = { kind: "at most", of: "value", value: 400 } as const;
      const name = "Memory of the web process after that load";
      say({ ...memory, name, ours: scene.web.rssMb(), bound });
    });
  }
  if (parts.has("charges")) {
    await withScene(stage, pace, say, "bench_worker", measureWithWorker);
  }
}

async function withScene(
  stage: Stage,
  pace: Pace,
  say: (figure: Figure) => void,
  database: string,
  measure: (scene: Scene) => Promise<void>,
): Promise<void> {
  const variables = await stage.useDatabase(database);
  const merchant = await makeMerchant();
  await addEndpoints(merchant, RECEIVER);
  const web = await startWeb(variables, { port: PORTS.web, tls: false });
  try {
    const cards = await addCards(web, merchant, CARDS);
    const scene = { pace, variables, web, merchant, cards, say };
    await warmUp(scene);
    await measure(scene);
  } finally {
    await web.stop();
  }
}

/** Warms up the process (the engine compiles its code within some ten thousand calls) and updates the tables'
 *  statistics. Both happen by themselves within a minute. */
async function warmUp(scene: Scene): Promise<void> {
  await charges(scene, { measureMs: 10_000 });
  await askOwner("analyze");
}

async function measureCharges(scene: Scene): Promise<void> {
  const { web, merchant, cards, pace, variables, say } = scene;
  const rival = await makeMerchant();
  await addEndpoints(rival, RECEIVER);
  const key = merchant.keys.test.secret;
  const body = { ...CHARGE, payment_method: cards[0] };
  const sample: Sample = {
    accountId: rival.account.id,
    answer: await post(web, key, "/v1/payments", body),
    cards,
    endpoints: await endpointsOf(rival),
  };
  const database = variables.DATABASE_URL!;
  const clients = await bestClients(database, sample);
  const runs: LoadResult[] = [];
  const pair = await inTurns(
    pace.rounds,
    async () => {
      runs.push(await charges(scene));
      return runs.at(-1)!.perSecond;
    },
    () => runLimit(database, sample, clients, pace.measureMs / 1_000),
  );
  await assertSameRows(merchant, rival);
  const seconds = pace.measureMs / 1_000;
  const limitP99 = await limitP99Ms(database, sample, CONNECTIONS, seconds);
  const tool = findPgbench() ? "pgbench" : "a bare pg loop";
  const bound = { kind: "at least", of: "ratio", value: 0.8 } as const;
  const limitName = `${tool}, ${clients} clients`;
  say({ name: "POST /v1/payments, 64 connections", unit: "/s", ...pair, limitName, bound });
  say(latency("its p50", runs, "p50Ms", null));
  say({
    ...latency("its p99", runs, "p99Ms", 40),
    limit: limitP99,
    limitName: `${tool}'s own, as many clients`,
  });
  await measureAtRate(scene, pair.limit * bound.value);
}

/** The same connections at the minimum required rate. If 64 connections are kept busy without a pause they wait
 *  for each other: their mean wait is 64 divided by the rate, independent of the server. */
async function measureAtRate(scene: Scene, wanted: number): Promise<void> {
  const perSecond = Math.round(wanted);
  const runs: LoadResult[] = [];
  for (let i = 0; i < scene.pace.rounds; i++) runs.push(await charges(scene, { perSecond }));
  const name = `p50 at ${perSecond}/s, timed from when each call was due`;
  scene.say(latency(name, runs, "p50Ms", null));
  scene.say(latency("p99 at that rate", runs, "p99Ms", 40));
}

function latency(
  name: string,
  runs: readonly LoadResult[],
  field: "p50Ms" | "p99Ms",
  most: number | null,
): Figure {
  const ours = median(runs.map((run) => run[field]));
  const bound = most === null ? null : ({ kind: "at most", of: "value", value: most } as const);
  return { name, unit: "ms", ours, limit: null, limitName: "", ratio: null, bound };
}

/** The number of connections at which the limit is highest. */
async function bestClients(database: string, sample: Sample): Promise<number> {
  let best = { clients: 0, perSecond: 0 };
  for (const clients of [8, 16, 32, CONNECTIONS]) {
    const perSecond = await runLimit(database, sample, clients, 2);
    if (perSecond > best.perSecond) best = { clients, perSecond };
  }
  return best.clients;
}

async function endpointsOf({ account }: Merchant): Promise<string[]> {
  const text = "select id from webhook_endpoints where account_id = $1";
  const { rows } = await getPool().query<{ id: string }>(text, [account.id]);
  return rows.map((row) => row.id);
}

const TABLES = {
  idempotency_keys: "state = 'finished' and resource_id like 'pay%'",
  payments: "status = 'succeeded'",
  ledger_transfers: "kind = 'capture'",
  balance_transactions: "true",
  payment_outcomes: "true",
  events: "type = 'payment.succeeded'",
  new_deliveries: "true",
};

/** Throws unless both sides wrote the same rows per payment, and every payment has its rows. */
async function assertSameRows(ours: Merchant, limit: Merchant): Promise<void> {
  const countsOf = async ({ account }: Merchant) => {
    const counts: Record<string, number> = {};
    for (const [table, where] of Object.entries(TABLES)) {
      const text = `select count(*)::int as n from ${table} where account_id = $1 and ${where}`;
      const { rows } = await getPool().query<{ n: number }>(text, [account.id]);
      counts[table] = rows[0]!.n;
    }
    return counts;
  };
  for (const merchant of [ours, limit]) {
    const { payments = 0, new_deliveries: deliveries, ...others } = await countsOf(merchant);
    const whole = Object.values(others).every((count) => count === payments);
    if (!whole || deliveries !== 2 * payments || payments === 0) {
      throw new Error(`the rows differ: ${JSON.stringify({ payments, deliveries, ...others })}`);
    }
  }
}

/** Charges while the worker delivers their events to two local receivers. */
async function measureWithWorker(scene: Scene): Promise<void> {
  const { variables, pace, say } = scene;
  const { variables: files, remove } = await certificate();
  const script = `${import.meta.dirname}/receiver.ts`;
  const target = { port: PORTS.receiver, tls: true };
  const receiver = await startProcess([script, files.TLS_CERT, files.TLS_KEY], target, {});
  const production = { ...variables, NODE_ENV: "production" };
  const chargesBy = async () => {
    const runs: LoadResult[] = [];
    for (let i = 0; i < pace.rounds; i++) runs.push(await charges(scene));
    return runs;
  };
  const perSecond = (runs: readonly LoadResult[]) => median(runs.map((run) => run.perSecond));
  const limit = perSecond(await chargesBy());
  // The worker is to deliver what is charged beside it, not what waits from before.
  await getPool().query("delete from new_deliveries");
  const worker = await startProcess(WORKER_COMMAND, { port: 0, tls: false }, production);
  try {
    const runs = await chargesBy();
    const ours = perSecond(runs);
    const common = { limit: null, limitName: "", ratio: null, bound: null };
    say({
      ...{ name: "POST /v1/payments with the worker delivering two each", unit: "/s", ours },
      ...{ limit, limitName: "without a worker", ratio: ours / limit },
      bound: { kind: "at least", of: "ratio", value: 0.75 },
    });
    say(latency("its p99", runs, "p99Ms", null));
    const left = await getPool().query<{ n: number }>(
      "select count(*)::int as n from new_deliveries",
    );
    say({ ...common, name: "deliveries not made yet at its end", unit: "", ours: left.rows[0]!.n });
    const sent = "select count(*)::int as n from deliveries where status = 'delivered'";
    const { rows } = await getPool().query<{ n: number }>(sent);
    const name = "deliveries made meanwhile, warm-up included";
    say({ ...common, name, unit: "", ours: rows[0]!.n });
  } finally {
    await worker.stop();
    await receiver.stop();
    remove();
  }
}

async function measureReads(scene: Scene): Promise<void> {
  const { merchant, variables, say, pace } = scene;
  const text = "select id from payments where account_id = $1 order by id desc limit 500";
  const { rows } = await getPool().query<{ id: string }>(text, [merchant.account.id]);
  const reads = { path: "/v1/payments/{n}", fill: rows.map((row) => row.id) };
  const target = { port: PORTS.bare, tls: false };
  const script = `${import.meta.dirname}/bare-read.ts`;
  const bare = await startProcess([script, merchant.account.id], target, variables);
  try {
    const pair = await inTurns(
      pace.rounds,
      async () => (await load(order(scene, reads))).perSecond,
      async () => (await load(order(scene, { ...reads, target }))).perSecond,
    );
    const bound = { kind: "at least", of: "ratio", value: 0.5 } as const;
    const limitName = "node:http and the same query";
    say({ name: "GET /v1/payments/{id}", unit: "/s", ...pair, limitName, bound });
  } finally {
    await bare.stop();
  }
}

async function measureTls(scene: Scene): Promise<void> {
  const { variables, merchant, say, pace } = scene;
  const target = { port: PORTS.tls, tls: true };
  const files = await certificate();
  const secure = await startWeb({ ...variables, ...files.variables }, target);
  const text = "select id from payments where account_id = $1 order by id desc limit 500";
  const { rows } = await getPool().query<{ id: string }>(text, [merchant.account.id]);
  const reads = { path: "/v1/payments/{n}", fill: rows.map((row) => row.id) };
  const bound = { kind: "at least", of: "ratio", value: 0.65 } as const;
  // Many short pairs, because a short pair ends before the machine's speed changes.
  const measureMs = pace.measureMs / 2;
  const turns = 3 * pace.rounds;
  try {
    // The other process has run for minutes; warm this one up too.
    await charges(scene, { target, measureMs: 10_000 });
    await load(order(scene, { ...reads, target }));
    const read = await inTurns(
      turns,
      async () => (await load(order(scene, { ...reads, target, measureMs }))).perSecond,
      async () => (await load(order(scene, { ...reads, measureMs }))).perSecond,
    );
    say({ name: "The same over TLS", unit: "/s", ...read, limitName: "plain", bound });
    const write = await inTurns(
      turns,
      async () => (await charges(scene, { target, measureMs })).perSecond,
      async () => (await charges(scene, { measureMs })).perSecond,
    );
    say({ name: "POST /v1/payments over TLS", unit: "/s", ...write, limitName: "plain", bound });
  } finally {
    await secure.stop();
    files.remove();
  }
}

/** The cost of the request log: the same charges by two processes, one of them without the log. */
async function measureLog(scene: Scene): Promise<void> {
  const { variables, say, pace } = scene;
  const target = { port: PORTS.unlogged, tls: false };
  const unlogged = await startWeb({ ...variables, REQUEST_LOG: "false" }, target);
  try {
    await charges(scene, { target, measureMs: 10_000 });
    // A difference of 5 % needs more turns than others; each can be shorter.
    const measureMs = pace.measureMs / 2;
    const pair = await inTurns(
      3 * pace.rounds,
      async () => (await charges(scene, { measureMs })).perSecond,
      async () => (await charges(scene, { target, measureMs })).perSecond,
    );
    const bound = { kind: "at least", of: "ratio", value: 0.95 } as const;
    const name = "POST /v1/payments with its request logged";
    say({ name, unit: "/s", ...pair, limitName: "not logged", bound });
  } finally {
    await unlogged.stop();
  }
}
