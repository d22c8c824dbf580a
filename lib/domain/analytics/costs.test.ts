import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { createMerchant } from "#test/merchant.ts";
import { pairAllWeeks } from "#test/pair-weeks.ts";
import { DAYS, FIRST, picks, query, toQuery } from "#test/random-reports.ts";
import { chargeRow, outcomeRow } from "#test/report-rows.ts";
import { rollPast } from "#test/roll-past.ts";
import {
  COST_DIMENSIONS,
  type CostDimension,
  listMostExpensive,
  readCosts,
  resolvePeriod,
  rollUp,
} from "./index.ts";

const costFilters = fc.record(
  { region: fc.constant(["international"]), scheme: fc.constantFrom(["visa"], ["mastercard"]) },
  { requiredKeys: [] },
);

test("costs of any range and filters equal a direct recomputation, whatever has been rolled up", async () => {
  const merchant = await createMerchant();
  const random = picks(17);
  const pick = <T>(...choices: readonly T[]) => choices[random.next().value % choices.length]!;
  for (let n = 0; n < 150; n++) {
    const createdAt = new Date(FIRST + (random.next().value % (DAYS * 86_400_000)));
    const payment = await outcomeRow(merchant, "approved", {
      createdAt,
      cardBrand: pick("visa", "mastercard"),
      cardFunding: pick("credit", "debit"),
      cardCountry: pick("DE", "GB"),
    });
    await chargeRow(merchant, payment, {
      createdAt,
      currency: pick("EUR", "EUR", "GBP"),
      amount: BigInt(pick(1_000, 25_000)),
      interchange: BigInt(pick(3, 40)),
      schemeFee: BigInt(pick(2, 9)),
      markup: 35n,
      region: pick("domestic", "international"),
      cardProduct: pick("classic", "business", null),
      consumerOrCommercial: pick("consumer", "commercial"),
    });
    if (n === 60) {
      await rollPast();
      await pairAllWeeks();
    }
    if (n === 100) await rollUp();
  }
  const columns: Record<CostDimension, string> = {
    method: "p.method",
    region: "b.region",
    card_product: "coalesce(b.card_product, '')",
    scheme: "p.card_brand",
    funding: "p.card_funding",
    consumer_or_commercial: "b.consumer_or_commercial",
    issuer_country: "p.card_country",
  };
  await fc.assert(
    fc.asyncProperty(query, costFilters, async (one, filters) => {
      const range = { ...toQuery(one), filters };
      const [figures] = await readCosts(merchant.ctx.test, [range]);
      for (const dimension of COST_DIMENSIONS) {
        const { rows } = await getPool().query(
          `select ${columns[dimension]} as value, count(*) as charges, sum(b.amount)::bigint as amount,
                  sum(b.interchange)::bigint as interchange, sum(b.scheme_fee)::bigint as scheme, sum(b.markup)::bigint as markup
             from balance_transactions b join payments p on p.account_id = b.account_id and p.id = b.payment_id
            where b.account_id = $1 and b.currency = $2 and b.created_at >= $3 and b.created_at < $4
              and ($5::text is null or b.region = $5) and ($6::text is null or p.card_brand = $6)
              and ($7::int[] is null or extract(hour from b.created_at at time zone $8) = any ($7::int[]))
            group by 1 order by 1`,
          [
            merchant.account.id,
            range.currency,
            range.from,
            range.to,
            filters.region?.[0] ?? null,
            filters.scheme?.[0] ?? null,
            range.hours ?? null,
            range.zone,
          ],
        );
        const found = figures!.dimensions[dimension].map(({ value, sums }) => ({
          value,
          charges: BigInt(sums.charges),
          amount: sums.amountMinor,
          interchange: sums.interchangeMinor,
          scheme: sums.schemeFeeMinor,
          markup: sums.markupMinor,
        }));
        assert.deepEqual(found, rows, dimension);
      }
    }),
    { numRuns: 25 },
  );
});

test("the most expensive charges equal those of a direct search, for any range and filter", async () => {
  const merchant = await createMerchant();
  const random = picks(23);
  const pick = <T>(...choices: readonly T[]) => choices[random.next().value % choices.length]!;
  for (let n = 0; n < 150; n++) {
    const createdAt = new Date(FIRST + (random.next().value % (DAYS * 86_400_000)));
    const payment = await outcomeRow(merchant, "approved", { createdAt, cardFunding: "credit" });
    await chargeRow(merchant, payment, {
      createdAt,
      amount: 9_000n,
      interchange: BigInt(random.next().value % 900),
      region: pick("domestic", "international"),
      cardProduct: pick("classic", "business"),
    });
    if (n === 110) await rollUp();
  }
  const filter = fc.constantFrom(
    {},
    { region: ["international"] },
    { region: ["domestic"], card_product: ["business"] },
  );
  await fc.assert(
    fc.asyncProperty(query, filter, async (one, filters) => {
      const range = { ...toQuery(one), currency: "EUR", filters };
      const found = await listMostExpensive(merchant.ctx.test, range, 7);
      const { rows } = await getPool().query(
        `select fee from balance_transactions
          where account_id = $1 and currency = 'EUR' and created_at >= $2 and created_at < $3
            and ($4::text is null or region = $4) and ($5::text is null or card_product = $5)
          order by fee desc limit 7`,
        [
          merchant.account.id,
          range.from,
          range.to,
          filters.region?.[0] ?? null,
          filters.card_product?.[0] ?? null,
        ],
      );
      assert.deepEqual(
        found.map(({ feeMinor }) => feeMinor),
        rows.map(({ fee }) => fee),
      );
    }),
    { numRuns: 40 },
  );
});

test("where midnight comes twice, a day costs the same alone and within a wider period", async () => {
  const merchant = await createMerchant();
  const ctx = merchant.ctx.test;
  const zone = "America/Havana";
  // Havana turned its clocks back on 2 November 2025 from 01:00 to 00:00.
  for (const [hour, amount] of [
    ["2025-11-02T03:30:00Z", 2_001n],
    ["2025-11-02T04:30:00Z", 2_003n],
    ["2025-11-02T05:30:00Z", 5_000n],
  ] as const) {
    const payment = await outcomeRow(merchant, "approved", { createdAt: new Date(hour) });
    await chargeRow(merchant, payment, { createdAt: new Date(hour), amount });
  }
  const days = async (fromDay: string, toDay: string) => {
    const { from, to } = await resolvePeriod(ctx, { zone, params: { fromDay, toDay } });
    const common = { zone, currency: "EUR", interval: "day", filters: {} } as const;
    const [costs] = await readCosts(ctx, [{ ...common, from, to }]);
    return costs!.series.map(({ at, sums }) => [at, sums.amountMinor]);
  };
  const both = [
    ["2025-11-01", 2_001n],
    ["2025-11-02", 7_003n],
  ];
  assert.deepEqual(await days("2025-10-30", "2025-11-04"), both);
  assert.deepEqual(await days("2025-11-01", "2025-11-01"), [both[0]]);
  assert.deepEqual(await days("2025-11-02", "2025-11-02"), [both[1]]);
});

test("after a skipped midnight, the previous period is whole days", async () => {
  const { ctx } = await createMerchant();
  const params = { fromDay: "2026-04-23", toDay: "2026-04-23" };
  const period = await resolvePeriod(ctx.test, { zone: "Africa/Cairo", params });
  assert.equal(period.to.toISOString(), "2026-04-23T22:00:00.000Z");
  assert.equal(period.previousFrom.toISOString(), "2026-04-15T22:00:00.000Z");
  assert.equal(period.previousTo.toISOString(), "2026-04-16T22:00:00.000Z");
});
