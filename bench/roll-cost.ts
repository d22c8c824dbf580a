// The cost of the rollups for the write path: charges through the API, and rows written as fast as possible,
// with and without the rollup running.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { ROLL_EVERY_MS, rollUp } from "#lib/domain/analytics/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { type Figure, inTurns, median } from "./figures.ts";
import type { Order } from "./load.ts";
import { load } from "./processes.ts";
import { databaseClock, processorMs } from "./processor-time.ts";
import { addCards, makeMerchant, startWeb } from "./stage.ts";

type Pace = { rounds: number; measureMs: number };
type Say = (figure: Figure) => void;

const PORT = 4530;
const CONNECTIONS = 64;
const CARDS = 64;
const CHARGE = { amount: 1999, currency: "EUR", method: "card", payment_method: "{n}" };
const WRITERS = 8;
const BOUND = { kind: "at least", of: "ratio", value: 0.95 } as const;

/** Measures both on the current database, with a new merchant. */
export async function measureCost(
  variables: Readonly<Record<string, string>>,
  pace: Pace,
  say: Say,
): Promise<void> {
  await measureCharges(variables, pace, say);
  await measureRows(pace, say);
}

/** Runs `work` while the rollup runs as in a worker. */
async function whileRolling<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const rolling = (async () => {
    while (!isOver) {
      await rollUp();
      await sleep(ROLL_EVERY_MS);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await rolling;
  }
}

/** The length of a turn. Turns are short and many, because the machine's speed changes by half within minutes. */
const TURN_MS = ROLL_EVERY_MS;
const TURNS = 3;

interface Turn {
  perSecond: number;
  charges: number;
  /** Processor time of the web process and the whole database, without the rollup. */
  chargeMs: number;
  /** Processor time of the rollup's backends. */
  rollMs: number;
}

/** Charges per second through the API, in turns with and without the rollup, and the processor time of both. */
async function measureCharges(
  variables: Readonly<Record<string, string>>,
  { rounds }: Pace,
  say: Say,
): Promise<void> {
  const merchant = await makeMerchant();
  const web = await startWeb(variables, { port: PORT, tls: false }, ["--api-only"]);
  try {
    const order: Order = {
      target: web.target,
      connections: CONNECTIONS,
      warmUpMs: 500,
      measureMs: TURN_MS,
      key: merchant.keys.test.secret,
      path: "/v1/payments",
      fill: await addCards(web, merchant, CARDS),
      body: JSON.stringify(CHARGE),
    };
    await load({ ...order, measureMs: 10_000 });
    await rollUp();
    const database = await databaseClock();
    const turn = async (rolls: boolean): Promise<Turn> => {
      const chargesBefore = await countCharges(merchant.account.id);
      const before = { web: processorMs(web.pid), all: database.allMs(), roll: database.ownMs() };
      const work = async () => (await load(order)).perSecond;
      const perSecond = await (rolls ? whileRolling(work) : work());
      if (rolls) await rollUp();
      const rollMs = database.ownMs() - before.roll;
      const allMs = processorMs(web.pid) - before.web + database.allMs() - before.all;
      const charges = (await countCharges(merchant.account.id)) - chargesBefore;
      if (!rolls) await rollUp();
      return { perSecond, charges, chargeMs: allMs - rollMs, rollMs };
    };
    sayCharges(await inPairs(rounds * TURNS, turn), say);
  } finally {
    await web.stop();
  }
}

type TurnPair = { rolling: Turn; still: Turn };

/** The order of the two alternates. */
async function inPairs(count: number, turn: (rolls: boolean) => Promise<Turn>) {
  const pairs: TurnPair[] = [];
  for (let i = 0; i < count; i++) {
    const before = i % 2 === 0 ? null : await turn(false);
    const rolling = await turn(true);
    pairs.push({ rolling, still: before ?? (await turn(false)) });
  }
  return pairs;
}

const usPer = (ms: number, count: number) => (ms * 1_000) / count;

function sayCharges(pairs: readonly TurnPair[], say: Say): void {
  const of = (read: (pair: TurnPair) => number) => median(pairs.map(read));
  const between = (read: (pair: TurnPair) => number, digits: number) => {
    const all = pairs.map(read);
    return `${Math.min(...all).toFixed(digits)} to ${Math.max(...all).toFixed(digits)}`;
  };
  const ratioOf = ({ rolling, still }: TurnPair) => rolling.perSecond / still.perSecond;
  say({
    name: "Charges through the API while the sums follow",
    unit: "/s",
    ours: of(({ rolling }) => rolling.perSecond),
    limit: of(({ still }) => still.perSecond),
    limitName: `while they do not; ${pairs.length} pairs, ${between(ratioOf, 2)}`,
    ratio: of(ratioOf),
    bound: BOUND,
  });
  const rollUs = ({ rolling }: TurnPair) => usPer(rolling.rollMs, rolling.charges);
  const chargeUs = ({ still }: TurnPair) => usPer(still.chargeMs, still.charges);
  say({
    name: `Processor time of its sums, ${between(rollUs, 0)} µs a charge`,
    unit: "µs",
    ours: of(rollUs),
    limit: of(chargeUs),
    limitName: `of the charge: web process and database, ${between(chargeUs, 0)}`,
    ratio: of((pair) => rollUs(pair) / chargeUs(pair)),
    bound: { kind: "at most", of: "ratio", value: 0.05 },
  });
}

async function countCharges(account: string): Promise<number> {
  const { rows } = await getPool().query<{ count: number }>(
    "select count(*)::int as count from payments where account_id = $1",
    [account],
  );
  return rows[0]!.count;
}

const WRITE = `
  with payment as (
    insert into payments (account_id, id, mode, status, outcome, amount, currency, method, card_brand,
                          card_issuer, card_bin, card_country, card_funding, card_fingerprint, amount_captured)
    values ($1, $2, 'test', 'succeeded', 'approved', 1999, 'EUR', 'card', 'visa', 'Bank', '424242', 'DE', 'credit', $2, 1999)
    returning account_id, mode, id, outcome)`;
const WITH_FACT = `${WRITE}
  insert into payment_outcomes (account_id, mode, payment_id, outcome) select * from payment`;
const WITHOUT = `${WRITE} select id from payment`;

/** Payments per second written with facts while the rollup runs, and without facts and rollup. */
async function measureRows(pace: Pace, say: Say): Promise<void> {
  const { account } = await makeMerchant();
  const write = async (name: string, text: string) => {
    const endMs = performance.now() + pace.measureMs;
    let written = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (performance.now() < endMs) {
          await getPool().query({ name, text, values: [account.id, newId("pay")] });
          written++;
        }
      }),
    );
    return (written * 1_000) / pace.measureMs;
  };
  const rolled = () => whileRolling(() => write("bench.write_fact", WITH_FACT));
  const plain = async () => {
    await rollUp();
    return await write("bench.write", WITHOUT);
  };
  const pair = await inTurns(pace.rounds, rolled, plain);
  say({
    name: "Payments written with their facts while the sums follow",
    unit: "/s",
    ...pair,
    limitName: "payments alone",
    bound: BOUND,
  });
}
