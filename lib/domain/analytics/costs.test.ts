import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getPool } from "#db/client.ts";
import { createMerchant } from "#lib/testing/merchant.ts";
import { DAYS, FIRST, picks, query, toQuery } from "#lib/testing/random-reports.ts";
import { chargeRow, outcomeRow } from "#lib/testing/report-rows.ts";
import { COST_DIMENSIONS, type CostDimension, readCosts, rollUp } from "./index.ts";

test("costs of any range equal a plain recomputation, whatever has been rolled", async () => {
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
    fc.asyncProperty(query, fc.boolean(), async (one, isFiltered) => {
      const filters = isFiltered ? { region: ["international"] } : {};
      const range = { ...toQuery(one), filters };
      const [figures] = await readCosts(merchant.ctx.test, [range]);
      for (const dimension of COST_DIMENSIONS) {
        const { rows } = await getPool().query(
          `select ${columns[dimension]} as value, count(*) as charges, sum(b.amount)::bigint as amount,
                  sum(b.interchange)::bigint as interchange, sum(b.scheme_fee)::bigint as scheme, sum(b.markup)::bigint as markup
             from balance_transactions b join payments p on p.account_id = b.account_id and p.id = b.payment_id
            where b.account_id = $1 and b.currency = $2 and b.created_at >= $3 and b.created_at < $4
              and ($5::text is null or b.region = $5)
            group by 1 order by 1`,
          [
            merchant.account.id,
            range.currency,
            range.from,
            range.to,
            isFiltered ? "international" : null,
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
