// Reports over very many payments: how soon figures are there, whether the sums keep up, what they cost
// the write path.

import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import {
  listDearest,
  readCosts,
  readOutcomes,
  rebuildRollups,
  resolvePeriod,
  rollUp,
} from "#lib/domain/analytics/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Merchant } from "#lib/testing/merchant.ts";
import { type Figure, inTurns, median } from "./figures.ts";
import { makeMerchant, type Stage } from "./stage.ts";

export const REPORT_PARTS = ["reads", "rolling", "cost"] as const;

export interface ReportPace {
  rounds: number;
  measureMs: number;
  payments: number;
}

type Say = (figure: Figure) => void;
const PLAIN = { limit: null, limitName: "", ratio: null };
const READS = 25;
const WRITERS = 8;

export async function measureReports(
  stage: Stage,
  pace: ReportPace,
  parts: ReadonlySet<string>,
  say: Say,
): Promise<void> {
  await stage.useDatabase("bench_reports");
  const merchant = await makeMerchant();
  const { payments } = pace;
  const { ms } = await timed(() =>
    writeVolume(merchant.account, { payments, days: 365, withLedger: false }),
  );
  say({
    ...PLAIN,
    name: `${payments} payments loaded and rolled`,
    unit: "s",
    ours: ms / 1_000,
    bound: null,
  });
  await getPool().query(
    "vacuum (analyze) payments, payment_outcomes, outcome_rollups, cost_rollups, balance_transactions",
  );
  if (parts.has("reads")) await measureReads(merchant, say);
  if (parts.has("rolling")) await measureRolling(payments, say);
  if (parts.has("cost")) await measureCost(merchant, pace, say);
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begin = performance.now();
  const result = await work();
  return { ms: performance.now() - begin, result };
}

/** The median of reads on connections that have planned them before. */
async function usual(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 3; n++) await work();
  const times: number[] = [];
  for (let n = 0; n < READS; n++) times.push((await timed(work)).ms);
  return median(times);
}

async function measureReads(merchant: Merchant, say: Say): Promise<void> {
  const ctx = merchant.ctx.test;
  for (const [days, most] of [
    [30, 5],
    [365, 20],
  ] as const) {
    const period = await resolvePeriod(ctx, { zone: "Europe/Berlin", wish: { days } });
    const { from, to, interval } = period;
    const query = { from, to, interval, zone: "Europe/Berlin", currency: "EUR", filters: {} };
    const bound = { kind: "at most", of: "value", value: most } as const;
    const report = async (name: string, work: () => Promise<unknown>, limit: typeof bound | null) =>
      say({
        ...PLAIN,
        name: `${name}, ${days} days`,
        unit: "ms",
        ours: await usual(work),
        bound: limit,
      });
    const byIssuer = { ...query, dimensions: ["issuer" as const] };
    await report("Declines over time and by issuer", () => readOutcomes(ctx, [byIssuer]), bound);
    await report("Declines by everything", () => readOutcomes(ctx, [query]), null);
    await report("Costs by everything", () => readCosts(ctx, [query]), null);
    await report("The dearest charges", () => listDearest(ctx, query, 15), null);
    const narrowed = { ...query, filters: { issuer: ["Nordlicht Bank"] } };
    const { ms } = await timed(() => readOutcomes(ctx, [narrowed]));
    say({
      ...PLAIN,
      name: `Declines of one issuer by everything, ${days} days`,
      unit: "ms",
      ours: ms,
      bound: null,
    });
  }
}

async function measureRolling(payments: number, say: Say): Promise<void> {
  const { ms } = await timed(() => rebuildRollups());
  const bound = { kind: "at least", of: "value", value: 5_000 } as const;
  const name = "Payments rolled, with their costs";
  say({ ...PLAIN, name, unit: "/s", ours: (payments * 1_000) / ms, bound });
}

const WRITE = `
  with payment as (
    insert into payments (account_id, id, mode, status, outcome, amount, currency, method, card_brand,
                          card_issuer, card_bin, card_country, card_funding, card_fingerprint, amount_captured)
    values ($1, $2, 'test', 'succeeded', 'approved', 1999, 'EUR', 'card', 'visa', 'Bank', '424242', 'DE', 'credit', $2, 1999)
    returning account_id, mode, id, outcome)
  insert into payment_outcomes (account_id, mode, payment_id, outcome) select * from payment`;

/** Payments a second written with the roller at work beside them, and without. */
async function measureCost(merchant: Merchant, pace: ReportPace, say: Say): Promise<void> {
  const write = async () => {
    const endMs = performance.now() + pace.measureMs;
    let written = 0;
    await Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (performance.now() < endMs) {
          const values = [merchant.account.id, newId("pay")];
          await getPool().query({ name: "bench.write", text: WRITE, values });
          written++;
        }
      }),
    );
    return (written * 1_000) / pace.measureMs;
  };
  const rolled = async () => {
    let isOver = false;
    const rolling = (async () => {
      while (!isOver) {
        await rollUp();
        await sleep(1_000);
      }
    })();
    const perSecond = await write();
    isOver = true;
    await rolling;
    return perSecond;
  };
  const pair = await inTurns(pace.rounds, rolled, write);
  const bound = { kind: "at least", of: "ratio", value: 0.95 } as const;
  say({
    name: "Payments written while the sums follow",
    unit: "/s",
    ...pair,
    limitName: "with nothing rolling",
    bound,
  });
}
