// Reports over very many payments: the time of reads, and whether the rollups keep up.

import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import {
  listMostExpensive,
  pairOldWeeks,
  readCauses,
  readCosts,
  readOutcomes,
  resolvePeriod,
  rollUp,
} from "#lib/domain/analytics/index.ts";
import { nowMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { type Id, idLowerBound, newId } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant } from "#test/merchant.ts";
import { type Figure, median } from "./figures.ts";
import { writePlans } from "./plans.ts";
import { databaseClock } from "./processor-time.ts";
import { measureCost } from "./roll-cost.ts";
import type { Stage } from "./stage.ts";

export const REPORT_PARTS = ["reads", "plans", "rolling", "cost"] as const;

export interface ReportPace {
  rounds: number;
  measureMs: number;
  /** The number of payments to load; null if they exist. */
  payments: number | null;
}

type Say = (figure: Figure) => void;
const PLAIN = { limit: null, limitName: "", ratio: null };
const READS = 25;

export async function measureReports(
  stage: Stage,
  pace: ReportPace,
  parts: ReadonlySet<string>,
  say: Say,
): Promise<void> {
  const variables = await stage.useDatabase("bench_reports");
  if (["reads", "plans", "rolling"].some((part) => parts.has(part))) {
    if (pace.payments) await load(pace.payments, say);
    const { ctx, count } = await busiest(say);
    await pairWeeks(say);
    if (parts.has("reads")) await measureReads(ctx, say);
    // Meaningless for the small data of a quick run.
    if (parts.has("plans") && pace.payments === null) await writePlans(ctx, count);
    if (parts.has("rolling")) await measureRolling(ctx, say);
  }
  if (parts.has("cost")) await measureCost(variables, pace, say);
}

async function load(payments: number, say: Say): Promise<void> {
  const { account } = await createMerchant({ country: "DE" });
  const { ms } = await timed(() => writeVolume(account, { payments, days: 365, withLedger: true }));
  const name = "Payments loaded, with their books and sums";
  const bound = { kind: "at least", of: "value", value: 15_000 } as const;
  say({ ...PLAIN, name, unit: "/s", ours: (payments * 1_000) / ms, bound });
  await askOwner("vacuum");
}

/** Cost of the sums by pairs, for weeks that have none yet. */
async function pairWeeks(say: Say): Promise<void> {
  const database = await databaseClock();
  const before = database.ownMs();
  await pairOldWeeks();
  const ms = database.ownMs() - before;
  const { rows } = await getPool().query<{ count: bigint }>(
    `select coalesce(sum(r.approved + r.declined + r.abandoned + r.authentication_failed), 0)::bigint as count
       from paired_weeks w
       join outcome_rollups r on r.account_id = w.account_id and r.mode = w.mode and r.dimension = 'all' and r.grain = 2
        and r.bucket >= w.week and r.bucket < w.week + interval '7 days'
      where w.rollup = 'outcomes' and w.paired`,
  );
  const count = Number(rows[0]!.count);
  // Too few in a quick run.
  if (count === 0) return;
  const ours = (ms * 1_000) / count;
  say({
    ...PLAIN,
    name: "Processor time of its sums by pairs",
    unit: "µs a payment",
    ours,
    bound: null,
  });
}

/** The merchant with the most payments. */
async function busiest(say: Say): Promise<{ ctx: Context; count: number }> {
  const { rows } = await getPool().query<{ account: Id<"acct">; count: bigint }>(
    `select account_id as account, sum(approved + declined + abandoned + authentication_failed)::bigint as count
       from outcome_rollups where dimension = 'all' and grain = 3 group by 1 order by 2 desc limit 1`,
  );
  const { account, count } = rows[0]!;
  say({ ...PLAIN, name: "Payments there", unit: "", ours: Number(count), bound: null });
  const ctx = await systemContext({ accountId: account, mode: "test" }, "bench");
  return { ctx, count: Number(count) };
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begin = performance.now();
  const result = await work();
  return { ms: performance.now() - begin, result };
}

/** The median time of reads on connections that have planned them before. */
async function usual(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 3; n++) await work();
  const times: number[] = [];
  for (let n = 0; n < READS; n++) times.push((await timed(work)).ms);
  return median(times);
}

/** Filters from one value to nearly all. */
const NARROWED = [
  ["one issuer in four", { issuer: ["Nordlicht Bank"] }],
  ["one issuer, for one reason", { issuer: ["Nordlicht Bank"], reason: ["insufficient_funds"] }],
  ["all cards", { method: ["card"] }],
  ["one country and one funding", { issuer_country: ["DE"], funding: ["debit"] }],
] as const;

/** Two filters that many payments meet, at most 300 ms for a year. */
const OF_MANY = [
  ["all Visa cards", { method: ["card"], scheme: ["visa"] }],
  ["all debit cards from Visa", { scheme: ["visa"], funding: ["debit"] }],
  ["all frictionless payments by Visa", { scheme: ["visa"], sca: ["frictionless"] }],
  ["all cards for 10 to 100 euros", { method: ["card"], amount_band: ["1000", "3000"] }],
] as const;

async function measureReads(ctx: Context, say: Say): Promise<void> {
  await rollUp();
  for (const [days, most] of [
    [30, 5],
    [365, 20],
  ] as const) {
    const period = await resolvePeriod(ctx, { zone: "Europe/Berlin", params: { days } });
    const { from, to, interval } = period;
    const query = { from, to, interval, zone: "Europe/Berlin", currency: "EUR", filters: {} };
    const bound = { kind: "at most", of: "value", value: most } as const;
    const report = async (name: string, work: () => Promise<unknown>, limit: Figure["bound"]) =>
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
    await report("Causes of declines", () => readCauses(ctx, query), null);
    await report("Costs by everything", () => readCosts(ctx, [query]), null);
    await report("The most expensive charges", () => listMostExpensive(ctx, query, 15), null);
    for (const [name, filters] of NARROWED) {
      const narrowed = { ...query, filters };
      await report(`Declines of ${name}`, () => readOutcomes(ctx, [narrowed]), null);
    }
    const ofMany = { kind: "at most", of: "value", value: 300 } as const;
    for (const [name, filters] of OF_MANY) {
      const narrowed = { ...query, filters };
      await report(`Declines of ${name}`, () => readOutcomes(ctx, [narrowed]), ofMany);
    }
    const costs = { ...query, filters: { region: ["domestic"], scheme: ["visa"] } };
    await report("Costs of domestic Visa charges", () => readCosts(ctx, [costs]), null);
    await report("The most expensive of them", () => listMostExpensive(ctx, costs, 15), null);
  }
}

const MORE = 5_000;
const TIMES_MORE = 40;

/** Copies of earlier payments with their facts, made now: $1 account, $2 and $3 parts of their ids, $4 which
 *  payments. */
const ADD = `
  with chosen as (
    select * from payments where account_id = $1 and outcome is not null order by id desc offset $4 limit ${MORE}
  ), made as (
    insert into payments (account_id, mode, id, status, outcome, amount, currency, method, amount_captured, sca,
      exemption_outcome, decline_code, advice_code, card_brand, card_last4, card_bin, card_issuer,
      card_country, card_funding, card_fingerprint)
    select account_id, mode, 'pay_' || $2 || substr(md5(id || $3), 1, 14), status, outcome, amount, currency,
           method, amount_captured, sca, exemption_outcome, decline_code, advice_code, card_brand, card_last4,
           card_bin, card_issuer, card_country, card_funding, card_fingerprint
      from chosen returning *
  ), told as (
    insert into payment_outcomes (account_id, mode, payment_id, outcome)
    select account_id, mode, id, outcome from made
  )
  insert into balance_transactions (account_id, mode, id, type, currency, amount, interchange, scheme_fee, markup,
    region, source_id, payment_id, available_on)
  select account_id, mode, 'txn_' || substr(id, 5), 'charge', currency, amount, amount / 300, amount / 1000, 12,
         'domestic', id, id, now() + interval '1 day'
    from made where outcome = 'approved'`;

/** The speed at which the rollup sums new facts: its own rounds, not a rebuild. */
async function measureRolling(ctx: Context, say: Say): Promise<void> {
  await rollUp();
  for (let n = 0; n < TIMES_MORE; n++) {
    const time = idLowerBound("pay", nowMs()).slice("pay_".length);
    await getPool().query(ADD, [ctx.accountId, time, newId("req"), n * MORE]);
  }
  const { ms } = await timed(rollUp);
  const bound = { kind: "at least", of: "value", value: 5_000 } as const;
  const name = "Payments rolled up, with their costs";
  say({ ...PLAIN, name, unit: "/s", ours: (MORE * TIMES_MORE * 1_000) / ms, bound });
}
