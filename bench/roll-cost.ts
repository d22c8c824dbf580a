// What the sums that reports read cost the write path: charges through the API, and rows written as fast as the
// database takes them, with the roller at work beside them and without.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import { WEB_COMMAND } from "#lib/server/command.ts";
import { type Figure, inTurns } from "./figures.ts";
import type { Order } from "./load.ts";
import { load, startProcess } from "./processes.ts";
import { addCards, makeMerchant } from "./stage.ts";

type Pace = { rounds: number; measureMs: number };
type Say = (figure: Figure) => void;

const PORT = 4530;
const CONNECTIONS = 64;
const CARDS = 64;
const CHARGE = { amount: 1999, currency: "EUR", method: "card", payment_method: "{n}" };
const WRITERS = 8;
const BOUND = { kind: "at least", of: "ratio", value: 0.95 } as const;

/** Measures both on the database that is in use, for a merchant of their own. */
export async function measureCost(
  variables: Readonly<Record<string, string>>,
  pace: Pace,
  say: Say,
): Promise<void> {
  await measureCharges(variables, pace, say);
  await measureRows(pace, say);
}

/** Runs `work` with the roller at work beside it, as a worker runs it. */
async function whileRolling<T>(work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const rolling = (async () => {
    while (!isOver) {
      await rollUp();
      await sleep(1_000);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await rolling;
  }
}

/** Charges a second through the API. The loads alternate, so what one writes the other's sums take on before. */
async function measureCharges(
  variables: Readonly<Record<string, string>>,
  { rounds, measureMs }: Pace,
  say: Say,
): Promise<void> {
  const merchant = await makeMerchant();
  const production = { ...variables, NODE_ENV: "production" };
  const command = [...WEB_COMMAND, "--api-only"];
  const web = await startProcess(command, { port: PORT, tls: false }, production);
  try {
    const order: Order = {
      target: web.target,
      connections: CONNECTIONS,
      warmUpMs: 1_500,
      measureMs,
      key: merchant.keys.test.secret,
      path: "/v1/payments",
      fill: await addCards(web, merchant, CARDS),
      body: JSON.stringify(CHARGE),
    };
    const charge = async () => (await load(order)).perSecond;
    await load({ ...order, measureMs: 10_000 });
    await rollUp();
    const without = async () => {
      const perSecond = await charge();
      await rollUp();
      return perSecond;
    };
    const pair = await inTurns(rounds, () => whileRolling(charge), without);
    const name = "Charges through the API while the sums follow";
    say({ name, unit: "/s", ...pair, limitName: "while they do not", bound: BOUND });
  } finally {
    await web.stop();
  }
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

/** Payments a second written with their facts and the roller at work beside them, and without either. */
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
