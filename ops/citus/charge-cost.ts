// Measures the processor time of a charge and of a delivery on each node. Other load changes it little, so a machine with two
// cores can show what more nodes would carry.

import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/kernel/ids.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { askOwner } from "#test/as-owner.ts";
import type { Merchant } from "#test/merchant.ts";
import { VISA } from "#test/money.ts";
import { runLoad } from "../../bench/http-load.ts";
import { type Running, startProcess } from "../../bench/processes.ts";
import { familyMs, processorMs } from "../../bench/processor-time.ts";
import { addEndpoints, makeMerchant, startWeb } from "../../bench/stage.ts";
import type { Server } from "../faults/server.ts";
import { isAllDelivered, until } from "../support.ts";

export type Variables = Readonly<Record<string, string>>;

export type Plan = {
  accounts: number;
  connections: number;
  seconds: number;
  ports: { web: number; receiver: number };
  receiverFiles: { TLS_CERT: string; TLS_KEY: string };
};

/** Processor time in microseconds, by who took it: `web`, `worker process`, and each server by its name. */
export type Cost = Readonly<Record<string, number>>;

export type ChargeCost = {
  /** Per charge without a worker, and per delivery beside charges. */
  charge: Cost;
  delivery: Cost;
  /** Processor time of an idle worker, in milliseconds a second. */
  idle: Cost;
  /** On this machine, with all of it on the same cores. */
  perSecond: { charges: number; deliveries: number };
  p50Ms: number;
  counts: { charges: number; deliveries: number };
};

/** `addEndpoints` makes so many for each account. */
const ENDPOINTS = 2;
/** The share of deliveries after which a worker is warm. */
const NOT_COUNTED = 0.2;
const WARM_UP_MS = 8_000;
const IDLE_MS = 10_000;
const CHARGE = {
  ...{ amount: 1999, currency: "EUR", method: "card", payment_method: VISA },
  ...{ description: "Order 6735", metadata: { order_id: "6735" } },
};

async function openAll({ accounts, ports }: Plan): Promise<Merchant[]> {
  const all: Merchant[] = [];
  for (let n = 0; n < accounts; n++) {
    const merchant = await makeMerchant();
    await addEndpoints(merchant, `https://localhost:${ports.receiver}`);
    all.push(merchant);
  }
  return all;
}

/** Charges of all accounts in turn, on connections that are always busy. */
function charging(web: Running, merchants: readonly Merchant[], { connections }: Plan) {
  const body = JSON.stringify(CHARGE);
  const heads = merchants.map(({ keys }) =>
    [
      "POST /v1/payments HTTP/1.1",
      `Host: 127.0.0.1:${web.target.port}`,
      `Authorization: Bearer ${keys.test.secret}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ].join("\r\n"),
  );
  const run = newId("req").slice(-12);
  let sent = 0;
  return (measureMs: number) =>
    runLoad({
      ...{ target: web.target, connections, warmUpMs: 0, measureMs, expected: [201] },
      request: () => {
        const n = sent++;
        return `${heads[n % heads.length]!}\r\nIdempotency-Key: ${run}x${n}\r\n\r\n${body}`;
      },
    });
}

/** Reads the clocks of all that take part. */
const clocksOf =
  (servers: Readonly<Record<string, Server>>, processes: Readonly<Record<string, Running>>) =>
  (): Record<string, number> => ({
    ...mapValues(servers, ({ unit }) => familyMs(unit.pid)),
    ...mapValues(processes, ({ pid }) => processorMs(pid)),
  });

const mapValues = <T>(of: Readonly<Record<string, T>>, read: (one: T) => number) =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, read(one)]));

const mapCost = (cost: Cost, of: (ms: number, name: string) => number): Cost =>
  Object.fromEntries(Object.entries(cost).map(([name, ms]) => [name, of(ms, name)]));

/** Processor time during `work`, by process, in milliseconds. */
async function taken<T>(read: () => Record<string, number>, work: () => Promise<T>) {
  const before = read();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  return { result, seconds, ms: mapCost(read(), (ms, name) => ms - (before[name] ?? 0)) };
}

const PATIENCE_MS = 300_000;

const heardBy = async (receiver: Running) => (await receiver.ask("heard")) as number;

/** Waits until the receiver has heard so many deliveries. */
const untilHeard = (receiver: Running, count: number) =>
  until(`${count} deliveries`, async () => (await heardBy(receiver)) >= count, PATIENCE_MS);

/** Cost of a worker's deliveries of all events so far, and of the idle worker. Its first deliveries are not counted: with
 *  them it plans its statements. */
async function measureDeliveries(
  servers: Readonly<Record<string, Server>>,
  worker: Running,
  receiver: Running,
  count: number,
): Promise<Pick<ChargeCost, "delivery" | "idle"> & { perSecond: number; counted: number }> {
  const read = clocksOf(servers, { "worker process": worker });
  await untilHeard(receiver, count * NOT_COUNTED);
  let begun = 0;
  const sending = await taken(read, async () => {
    begun = await heardBy(receiver);
    await untilHeard(receiver, count);
  });
  // Only then: on a cluster this asks all shards.
  await until("the end of deliveries", isAllDelivered, PATIENCE_MS);
  const idle = await taken(read, () => sleep(IDLE_MS));
  const perSecondOfIdle = mapCost(idle.ms, (ms) => ms / idle.seconds);
  const counted = count - begun;
  const delivery = mapCost(
    sending.ms,
    (ms, name) => ((ms - perSecondOfIdle[name]! * sending.seconds) * 1_000) / counted,
  );
  return { delivery, idle: perSecondOfIdle, perSecond: counted / sending.seconds, counted };
}

/** Measures charges on the database of `variables` without a worker, and then a worker that delivers two events of each. The
 *  cost of an idle worker is not counted to deliveries. */
export async function measureChargeCost(
  servers: Readonly<Record<string, Server>>,
  variables: Variables,
  plan: Plan,
): Promise<ChargeCost> {
  const { ports, receiverFiles } = plan;
  const merchants = await openAll(plan);
  const receiver = await startProcess(
    ["bench/hook-receiver.ts", receiverFiles.TLS_CERT, receiverFiles.TLS_KEY],
    { port: ports.receiver, tls: true },
    {},
  );
  receiver.tell("ignore");
  const web = await startWeb(variables, { port: ports.web, tls: false }, ["--api-only"]);
  const started: Running[] = [web, receiver];
  try {
    const charge = charging(web, merchants, plan);
    const warmUp = await charge(WARM_UP_MS);
    await askOwner("analyze");
    const { ms, result } = await taken(clocksOf(servers, { web }), () =>
      charge(plan.seconds * 1_000),
    );
    const production = { ...variables, NODE_ENV: "production" };
    const worker = await startProcess(WORKER_COMMAND, { port: 0, tls: false }, production);
    started.push(worker);
    const deliveries = ENDPOINTS * (warmUp.all + result.all);
    const { perSecond, counted, ...rest } = await measureDeliveries(
      ...([servers, worker, receiver, deliveries] as const),
    );
    return {
      ...rest,
      charge: mapCost(ms, (all) => (all * 1_000) / result.all),
      perSecond: { charges: result.perSecond, deliveries: perSecond },
      p50Ms: result.p50Ms,
      counts: { charges: result.all, deliveries: counted },
    };
  } finally {
    for (const each of started.toReversed()) await each.stop();
  }
}
