// The time until accounts get the outcome of their own work, alone and while another account pays out a large
// batch.

import { getPool } from "#db/client.ts";
import { SECOND_MS } from "#lib/kernel/clock.ts";
import { forEachConcurrently } from "#lib/kernel/concurrency.ts";
import { WORKER_COMMAND } from "#lib/worker/command.ts";
import { endpointRow } from "#test/hook-rows.ts";
import type { Merchant } from "#test/merchant.ts";
import { instruction } from "#test/payouts.ts";
import type { Figure } from "./figures.ts";
import { urlOf, wildcard } from "./hook-stage.ts";
import { percentile } from "./http-load.ts";
import {
  KINDS,
  type Kind,
  makeNeighbour,
  type Neighbourhood,
  type Operation,
  runAtRate,
  startHooks,
} from "./neighbours-work.ts";
import { type Running, startProcess } from "./processes.ts";
import { makeMerchant, post, type Stage, startWeb } from "./stage.ts";

const PORT = 4620;
const RECEIVER_PORT = 4621;
const MERCHANTS = 12;
const PREPARED_AT_ONCE = 6;
/** A payout balance above the sum of all payouts. */
const FUNDS = 99_999_999_999;

interface Size {
  measureMs: number;
  batches: number;
  /** Payouts of a batch. */
  rows: number;
}

type Latencies = ReadonlyMap<Kind, readonly number[]>;

/** Measures every kind alone, and again while another account's payouts are in progress. Returns notes. */
export async function measureNeighbours(
  stage: Stage,
  size: Size,
  say: (figure: Figure) => void,
): Promise<string[]> {
  const variables = await stage.useDatabase("neighbours");
  const production = { ...variables, NODE_ENV: "production" };
  const files = await wildcard();
  const hooks = await startHooks();
  const running: Running[] = [];
  try {
    const web = await startWeb(variables, { port: PORT, tls: false }, ["--api-only"]);
    running.push(web);
    running.push(await startProcess(WORKER_COMMAND, { port: 0, tls: false }, production));
    const receiver = [`${import.meta.dirname}/receiver.ts`, ...files.paths];
    running.push(await startProcess(receiver, { port: RECEIVER_PORT, tls: true }, {}));
    const merchants: Merchant[] = [];
    for (let n = 0; n < MERCHANTS; n++) merchants.push(await makeNeighbour(hooks));
    const place = { web, hooks, merchants };
    await runAll(await prepareAll(place, 2 * SECOND_MS));
    return await compare(place, size, say);
  } finally {
    for (const process of running.reverse()) await process.stop();
    await hooks.receiver.stop();
    files.remove();
  }
}

async function compare(place: Neighbourhood, size: Size, say: (figure: Figure) => void) {
  const { measureMs } = size;
  const quiet = await runAll(await prepareAll(place, measureMs));
  const prepared = await prepareAll(place, measureMs);
  const busy = await makeBusy(place.web);
  await postBatches(place.web, busy, size);
  const before = await readProgress(busy);
  const loud = await runAll(prepared);
  const after = await readProgress(busy);
  for (const kind of KINDS) sayKind(kind, quiet.get(kind)!, loud.get(kind)!, say);
  const seconds = (after.atMs - before.atMs) / SECOND_MS;
  const ours = (after.sent - before.sent) / seconds;
  const none = { limit: null, limitName: "", ratio: null, bound: null };
  say({ name: "Payouts of the batch, sent to their rail", unit: "/s", ours, ...none });
  const rows = (size.batches * size.rows).toLocaleString("en-US");
  return [
    `- of the ${rows} payouts ${before.waiting.toLocaleString("en-US")} waited to be sent when the measurement beside them began, ${after.waiting.toLocaleString("en-US")} when it ended ${seconds.toFixed(0)} s later`,
  ];
}

type Prepared = ReadonlyMap<Kind, readonly Operation[]>;

async function prepareAll(place: Neighbourhood, measureMs: number): Promise<Prepared> {
  const prepared = new Map<Kind, Operation[]>();
  for (const kind of KINDS) {
    const count = Math.ceil((kind.perSecond * measureMs) / SECOND_MS);
    const operations: Operation[] = [];
    await forEachConcurrently(
      PREPARED_AT_ONCE,
      Array.from({ length: count }, (_, n) => n),
      async (n) => {
        operations[n] = await kind.prepare(place, n);
      },
    );
    prepared.set(kind, operations);
  }
  return prepared;
}

async function runAll(prepared: Prepared): Promise<Latencies> {
  const runs = [...prepared].map(
    async ([kind, operations]) => [kind, await runAtRate(kind, operations)] as const,
  );
  return new Map(await Promise.all(runs));
}

/** The account with the batch, which also receives the events of its payouts. */
async function makeBusy(web: Running): Promise<Merchant> {
  const busy = await makeMerchant();
  await endpointRow(busy, { url: urlOf("busy", RECEIVER_PORT, "/") });
  const funds = { amount: FUNDS, currency: "EUR" };
  await post(web, busy.keys.test.secret, "/v1/test/topup", funds);
  return busy;
}

async function postBatches(web: Running, { keys }: Merchant, { batches, rows }: Size) {
  const one = instruction({ amount: 1 });
  const body = { instructions: Array.from({ length: rows }, () => one) };
  for (let n = 0; n < batches; n++) await post(web, keys.test.secret, "/v1/payouts", body);
}

/** The progress of the batch's payouts. */
async function readProgress({ account }: Merchant) {
  const sql = `
    select count(sent_at)::int as sent, count(*) filter (where sent_at is null)::int as waiting
      from payouts where account_id = $1`;
  const { rows } = await getPool().query<{ sent: number; waiting: number }>(sql, [account.id]);
  return { ...rows[0]!, atMs: performance.now() };
}

function sayKind(
  { name, label }: Kind,
  quiet: readonly number[],
  loud: readonly number[],
  say: (figure: Figure) => void,
): void {
  const sorted = [loud, quiet].map((latencies) => Float64Array.from(latencies).sort());
  for (const share of [0.5, 0.99]) {
    const [ours = 0, limit = 0] = sorted.map((latencies) => percentile(latencies, share));
    const isBound = share === 0.99;
    say({
      name: `${name}, p${share * 100} of ${loud.length} beside the batch: ${label}`,
      unit: "ms",
      ours,
      limit,
      limitName: `quiet, ${quiet.length}`,
      ratio: ours / limit,
      bound: isBound ? { kind: "at most", of: "ratio", value: 1.5 } : null,
    });
  }
}
