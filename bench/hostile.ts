// The effect on other merchants while one sends requests that are made to slow everybody down: each scene
// beside a quiet run.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createMerchant } from "#test/merchant.ts";
import { type Figure, median } from "./figures.ts";
import type { Flood } from "./flood.ts";
import { HOSTILE_SCENES } from "./hostile-scenes.ts";
import type { Order } from "./load.ts";
import type { Running } from "./processes.ts";
import { addCards, makeMerchant, post, type Stage, startWeb } from "./stage.ts";
import { type Watched, watchOthers } from "./watch-others.ts";

const PORT = 4611;
const OTHERS_PER_SECOND = 60;
/** A payout balance above the payouts of any scene. */
const FUNDS = 99_999_999_999;

interface Pace {
  rounds: number;
  measureMs: number;
  only: string;
}

/** Runs the scenes whose name contains `only`, with a quiet run before each. */
export async function measureHostile(
  stage: Stage,
  pace: Pace,
  say: (figure: Figure) => void,
): Promise<string[]> {
  const variables = await stage.useDatabase("hostile");
  const web = await startWeb(variables, { port: PORT, tls: false }, ["--api-only"]);
  try {
    const order = await ordinaryCalls(web, pace);
    const hostile = await createMerchant();
    const { secret } = hostile.keys.test;
    await post(web, secret, "/v1/test/topup", { amount: FUNDS, currency: "EUR" });
    await watchOthers(web, order);
    const notes: string[] = [];
    let memoryMb = 0;
    for (const [scene, { name, key }] of HOSTILE_SCENES.entries()) {
      if (!name.includes(pace.only)) continue;
      const rounds: { quiet: Watched; loud: Watched }[] = [];
      const answers: string[] = [];
      for (let n = 0; n < pace.rounds; n++) {
        const flood = { port: PORT, scene, key: hostile.keys.test[key], ms: pace.measureMs };
        const quiet = await watchOthers(web, order);
        const loud = await watchOthers(web, order, async () => answers.push(await send(flood)));
        rounds.push({ quiet, loud });
        memoryMb = Math.max(memoryMb, loud.memoryMb);
      }
      sayScene(name, rounds, say);
      notes.push(`- ${name}: answered ${answers.join("; ")}`);
    }
    const bound = { kind: "at most", of: "value", value: 450 } as const;
    const none = { limit: null, limitName: "", ratio: null };
    say({ name: "The most memory of the web process", unit: "MB", ours: memoryMb, ...none, bound });
    return notes;
  } finally {
    await web.stop();
  }
}

/** Charges of another merchant, all of which must succeed. */
async function ordinaryCalls(web: Running, { measureMs }: Pace): Promise<Order> {
  const merchant = await makeMerchant();
  const [card = ""] = await addCards(web, merchant, 1);
  const charge = { amount: 1290, currency: "EUR", method: "card", payment_method: card };
  return {
    target: web.target,
    connections: 16,
    warmUpMs: 500,
    measureMs,
    perSecond: OTHERS_PER_SECOND,
    key: merchant.keys.test.secret,
    path: "/v1/payments",
    fill: [],
    body: JSON.stringify(charge),
  };
}

async function send(flood: Flood): Promise<string> {
  const args = ["--no-warnings", `${import.meta.dirname}/flood.ts`, JSON.stringify(flood)];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

function sayScene(
  name: string,
  rounds: readonly { quiet: Watched; loud: Watched }[],
  say: (figure: Figure) => void,
): void {
  const of = (read: (round: { quiet: Watched; loud: Watched }) => number) =>
    median(rounds.map(read));
  say({
    name: `p99 of other merchants' charges: ${name}`,
    unit: "ms",
    ours: of(({ loud }) => loud.others.p99Ms),
    limit: of(({ quiet }) => quiet.others.p99Ms),
    limitName: "quiet",
    ratio: of(({ loud, quiet }) => loud.others.p99Ms / quiet.others.p99Ms),
    bound: { kind: "at most", of: "ratio", value: 2 },
  });
  say({
    name: `slowest /healthz: ${name}`,
    unit: "ms",
    ours: Math.max(...rounds.map(({ loud }) => loud.healthMs)),
    limit: of(({ quiet }) => quiet.healthMs),
    limitName: "quiet",
    ratio: null,
    bound: { kind: "at most", of: "value", value: 100 },
  });
}
