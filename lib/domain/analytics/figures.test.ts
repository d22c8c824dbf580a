import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { pairAllWeeks } from "#test/pair-weeks.ts";
import { readTries, recoveredPlainly } from "#test/plain-chains.ts";
import { DAYS, FIRST, fill, moment, outcomeFilters, query, toQuery } from "#test/random-reports.ts";
import { failLater, outcomeRow } from "#test/report-rows.ts";
import { rollPast } from "#test/roll-past.ts";
import {
  type AnalyticsQuery,
  type Filters,
  OUTCOME_DIMENSIONS,
  type OutcomeDimension,
  readOutcomes,
  rebuildRollups,
  rollUp,
} from "./index.ts";

/** The same figures, computed directly from the payments. */
async function plainly(
  merchant: Merchant,
  group: string,
  { from, to, currency }: Pick<AnalyticsQuery<never>, "from" | "to" | "currency">,
  { where, recoveredBy, paid }: { where: string } & ReturnType<typeof recoveredPlainly>,
) {
  const { rows } = await getPool().query(
    `select (${group})::text as value,
            count(*) filter (where outcome = 'approved') as approved,
            count(*) filter (where outcome = 'declined') as declined,
            count(*) filter (where outcome = 'declined' and coalesce(advice_code, '') not in ('do_not_try_again', 'confirm_card_data')) as soft,
            count(*) filter (where outcome = 'authentication_failed') as unauthenticated,
            count(*) filter (where outcome = 'abandoned') as abandoned,
            count(*) filter (where id = any ($5)) as recovered,
            coalesce(sum(amount) filter (where outcome = 'approved'), 0)::bigint as approved_amount,
            coalesce(sum(amount) filter (where id = any ($6)), 0)::bigint as recovered_amount
       from payments
      where account_id = $1 and mode = 'test' and currency = $2 and created_at >= $3 and created_at < $4
        and outcome is not null and (${group}) is not null and ${where}
      group by 1 order by 1`,
    [merchant.account.id, currency, from, to, [...recoveredBy.keys()], [...paid]],
  );
  return rows.map((row) => Object.values(row).map(String));
}

type Read = Awaited<ReturnType<typeof readOutcomes>>[number];
const told = (values: readonly { value: string; sums: Read["total"] }[]) =>
  values
    .map(({ value, sums }) =>
      [
        value,
        sums.approved,
        sums.declined,
        sums.softDeclined,
        sums.authenticationFailed,
        sums.abandoned,
        sums.recovered,
        sums.approvedAmountMinor,
        sums.recoveredAmountMinor,
      ].map(String),
    )
    .sort((a, b) => (a[0]! < b[0]! ? -1 : 1));

const GROUPS: Record<OutcomeDimension, string> = {
  reason:
    "case when outcome in ('declined', 'authentication_failed') then coalesce(decline_code, 'unknown') end",
  decline_kind:
    "case when outcome = 'declined' then case advice_code when 'do_not_try_again' then 'hard' when 'confirm_card_data' then 'data' else 'soft' end end",
  method: "method",
  scheme: "coalesce(card_brand, '')",
  issuer_country: "coalesce(card_country, '')",
  issuer: "coalesce(card_issuer, '')",
  bin: "coalesce(card_bin, '')",
  funding: "coalesce(card_funding, '')",
  sca: "coalesce(sca, '')",
  exemption_outcome: "coalesce(exemption_outcome, '')",
  amount_band:
    "case when amount < 1000 then 0 when amount < 3000 then 1000 when amount < 10000 then 3000 when amount < 25000 then 10000 when amount < 100000 then 25000 else 100000 end",
};

async function assertPlain(
  merchant: Merchant,
  query: AnalyticsQuery<OutcomeDimension>,
  where = "true",
) {
  const [figures] = await readOutcomes(merchant.ctx.test, [query]);
  const { from, to, zone, currency, interval, hours } = query;
  const local = `created_at at time zone '${zone}'`;
  const within = hours ? `extract(hour from ${local}) in (${hours.join(", ")})` : "true";
  const recoveries = recoveredPlainly(await readTries(merchant));
  const chosen = { where: `${where} and ${within}`, ...recoveries };
  const ask = (group: string) => plainly(merchant, group, { from, to, currency }, chosen);
  for (const dimension of OUTCOME_DIMENSIONS) {
    assert.deepEqual(told(figures!.dimensions[dimension]), await ask(GROUPS[dimension]), dimension);
  }
  const slot =
    interval === "hour"
      ? `to_char((created_at - (${local} - date_trunc('hour', ${local}))) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
      : `to_char(date_trunc('${interval}', ${local}), 'YYYY-MM-DD')`;
  const series = figures!.series.map(({ at, sums }) => ({ value: at, sums }));
  assert.deepEqual(told(series), await ask(slot), "series");
  const byHour = figures!.hours.map(({ hour, sums }) => ({ value: String(hour), sums }));
  assert.deepEqual(told(byHour), (await ask(`extract(hour from ${local})::int`)).sort(), "hours");
  const total = told([{ value: "all", sums: figures!.total }]);
  const plain = await ask("'all'");
  assert.deepEqual(total, plain.length > 0 ? plain : [["all", ...Array(8).fill("0")]], "total");
}

test("figures of any range, zone and currency equal a direct recomputation, whatever has been rolled up", async () => {
  const merchant = await createMerchant();
  const approved = await fill(merchant, 11, 260);
  // An open transaction keeps later facts from being rolled up.
  const slow = await getPool().connect();
  await slow.query("begin; select pg_current_xact_id()");
  for (const id of approved.filter((_, i) => i % 9 === 0)) await failLater(merchant, id);
  const whole = { from: new Date(FIRST), to: new Date(FIRST + DAYS * 86_400_000) };
  const all = {
    ...whole,
    zone: "Europe/Berlin",
    currency: "EUR",
    interval: "day" as const,
    filters: {},
  };
  await rollUp();
  const before = await readOutcomes(merchant.ctx.test, [all]);
  await slow.query("rollback");
  slow.release();
  // The direct computation reads stored retries, so everything must be rolled up.
  await rollPast();
  assert.deepEqual(
    await readOutcomes(merchant.ctx.test, [all]),
    before,
    "before and after rolling up",
  );
  assert.ok(before[0]!.total.recovered > 5, "some declines were recovered");
  await fc.assert(
    fc.asyncProperty(query, (one) => assertPlain(merchant, toQuery(one))),
    { numRuns: 25 },
  );
  await rebuildRollups();
  await assertPlain(merchant, all);
});

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** The same filters in plain SQL. */
const whereOf = (filters: Filters<OutcomeDimension>) =>
  Object.entries(filters)
    .map(([name, values]) => `(${GROUPS[name as OutcomeDimension]})::text in (${quoted(values)})`)
    .join(" and ") || "true";

test("filters and hours limit every figure to the payments that match all of them", async () => {
  const merchant = await createMerchant();
  const approved = await fill(merchant, 5, 160);
  await rollUp();
  for (const id of approved.filter((_, i) => i % 9 === 0)) await failLater(merchant, id);
  await fill(merchant, 8, 40);
  const whole = { from: new Date(FIRST + 40_000_000), to: new Date(FIRST + 60 * 86_400_000) };
  const base = { ...whole, zone: "Europe/Berlin", currency: "EUR", interval: "day" as const };
  // The direct computation reads stored retries, so everything must be rolled up.
  await rollPast();
  const few = { funding: ["debit"], issuer_country: ["AT"] };
  const some = [{ issuer: ["Nordlicht Bank"] }, { scheme: [""] }, { reason: ["lost_card"] }, few];
  for (const filters of some) {
    for (const zone of ["Europe/Berlin", "Asia/Kolkata"]) {
      const one = { ...base, zone, filters };
      await assertPlain(merchant, one, whereOf(filters));
      await assertPlain(merchant, { ...one, hours: [2, 13] }, whereOf(filters));
    }
  }
  await fc.assert(
    fc.asyncProperty(query, outcomeFilters, (one, filters) =>
      assertPlain(merchant, { ...toQuery(one), filters }, whereOf(filters)),
    ),
    { numRuns: 30 },
  );
  await rebuildRollups();
  await assertPlain(merchant, { ...base, filters: few }, whereOf(few));
});

test("figures of two filters are the same in weeks that are summed by pairs, whatever changes afterwards", async () => {
  const merchant = await createMerchant();
  const approved = await fill(merchant, 31, 150);
  await rollPast();
  await pairAllWeeks();
  // A late failure takes an approval back, and recoveries with it; more payments come into old weeks.
  for (const id of approved.filter((_, i) => i % 5 === 0)) await failLater(merchant, id);
  await fill(merchant, 32, 30);
  await rollPast();
  const { rows } = await getPool().query(
    `select count(*)::int as days, count(distinct (s.pair, s.day))::int as once
       from outcome_pair_sums s join outcome_pairs p on p.key = s.pair where p.account_id = $1`,
    [merchant.account.id],
  );
  assert.ok(rows[0].days > rows[0].once, "changes are further rows");
  const filters = outcomeFilters.map(
    ({ method, scheme, funding, issuer_country, sca, amount_band }) => {
      const all = { method, scheme, funding, issuer_country, sca, amount_band };
      const some = Object.entries(all).filter(([, values]) => values);
      return Object.fromEntries(some.slice(0, 2)) as Filters<OutcomeDimension>;
    },
  );
  // The kinds are read for one week in between and for the last one.
  for (const weeks of ["2000-01-03", "2026-09-28", "2026-10-12"]) {
    await getPool().query(
      "update paired_weeks set paired = false where account_id = $1 and week = $2 and rollup = 'outcomes'",
      [merchant.account.id, weeks],
    );
    await fc.assert(
      fc.asyncProperty(query, filters, (one, few) =>
        assertPlain(merchant, { ...toQuery(one), filters: few }, whereOf(few)),
      ),
      { numRuns: 12 },
    );
  }
});

test("filtered figures are the same before and after rolling up, and equal the sum of parts of the range", async () => {
  const merchant = await createMerchant();
  await fill(merchant, 21, 90);
  await rollUp();
  await fill(merchant, 22, 40);
  const cases = fc.array(fc.tuple(query, outcomeFilters, moment), { minLength: 12, maxLength: 12 });
  const [asked] = fc.sample(cases, { numRuns: 1, seed: 7 });
  const read = () =>
    Promise.all(
      asked!.map(async ([one, filters, cut]) => {
        const range = { ...toQuery(one), filters };
        const middle = new Date(Math.min(Math.max(+cut, +range.from), +range.to));
        const parts = [range, { ...range, to: middle }, { ...range, from: middle }];
        const [whole, first, second] = await readOutcomes(merchant.ctx.test, parts);
        for (const name of Object.keys(whole!.total) as (keyof Read["total"])[]) {
          const sum = BigInt(first!.total[name]) + BigInt(second!.total[name]);
          assert.equal(sum, BigInt(whole!.total[name]), name);
        }
        return whole;
      }),
    );
  const before = await read();
  await rollPast();
  assert.deepEqual(await read(), before);
});

test("any split of a range into parts has the same total", async () => {
  const merchant = await createMerchant();
  await fill(merchant, 3, 120);
  await rollUp();
  await fill(merchant, 4, 30);
  await fc.assert(
    fc.asyncProperty(query, fc.array(moment, { maxLength: 4 }), async (one, cuts) => {
      const range = toQuery(one);
      const ends = [
        range.from,
        ...cuts.filter((cut) => cut > range.from && cut < range.to),
        range.to,
      ];
      ends.sort((a, b) => +a - +b);
      const parts = ends.slice(1).map((to, i) => ({ ...range, from: ends[i]!, to }));
      const [whole, ...pieces] = await readOutcomes(merchant.ctx.test, [range, ...parts]);
      for (const name of Object.keys(whole!.total) as (keyof Read["total"])[]) {
        const sum = pieces.reduce((total, piece) => total + BigInt(piece.total[name]), 0n);
        assert.equal(sum, BigInt(whole!.total[name]), name);
      }
    }),
    { numRuns: 30 },
  );
});

test("a retry is recorded once, and recovers the declined amount until the retry fails late", async () => {
  const merchant = await createMerchant();
  const noon = Date.parse("2026-10-06T12:00:00Z");
  const card = { cardFingerprint: "f1", amount: 4_000n, adviceCode: "try_again_later" };
  const days = (count: number) => new Date(noon + count * 86_400_000);
  const tooOld = await outcomeRow(merchant, "declined", { ...card, createdAt: days(-8) });
  const refused = await outcomeRow(merchant, "declined", { ...card, createdAt: days(0) });
  await outcomeRow(merchant, "declined", { ...card, amount: 4_001n, createdAt: days(0.1) });
  const query = (day: number) => ({
    from: days(day - 0.5),
    to: days(day + 0.5),
    zone: "UTC",
    currency: "EUR",
    interval: "day" as const,
    filters: {},
  });
  const recovered = async (day: number) => {
    const [figures] = await readOutcomes(merchant.ctx.test, [query(day)]);
    return figures!.total.recoveredAmountMinor;
  };
  await rollPast();
  assert.equal(await recovered(0), 0n);
  const again = await outcomeRow(merchant, "approved", { ...card, createdAt: days(2) });
  await outcomeRow(merchant, "approved", { ...card, createdAt: days(3) });
  assert.equal(await recovered(0), 4_000n, "before rolling up");
  await rollPast();
  await rollPast();
  assert.equal(await recovered(0), 4_000n, "recovered once, though two retries succeeded");
  const { rows } = await getPool().query(
    `select payment_id, retry_of from payment_retries
      where account_id = $1 and retry_of is not null order by payment_id`,
    [merchant.account.id],
  );
  assert.deepEqual(rows[0], { payment_id: again, retry_of: refused });
  assert.equal(rows.length, 2);
  assert.ok(!rows.some((row) => row.retry_of === tooOld));
  await failLater(merchant, again);
  assert.equal(await recovered(0), 4_000n, "the other retry still recovers it");
  await failLater(merchant, rows[1].payment_id);
  assert.equal(await recovered(0), 0n);
  await rollPast();
  assert.equal(await recovered(0), 0n);
});
