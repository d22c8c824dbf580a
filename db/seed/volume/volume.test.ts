// Runs alone: it reads every row of its database.

import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { readCosts, readOutcomes, resolvePeriod } from "#lib/domain/analytics/index.ts";
import { cutOffAfter } from "#lib/domain/balance/index.ts";
import { feesOf } from "#lib/domain/fees/index.ts";
import { idTimeMs, isId } from "#lib/kernel/ids.ts";
import { createMerchant } from "#test/merchant.ts";

test("twenty-five thousand payments: the exact number, and every report equals a plain recomputation", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 25_000, days: 100, withLedger: false });
  const ctx = merchant.ctx.test;
  const ask = async (text: string, values: unknown[] = []) =>
    (await getPool().query(text, [merchant.account.id, ...values])).rows;
  const [{ count }] = await ask("select count(*)::int from payments where account_id = $1");
  assert.equal(count, 25_000);

  for (const days of [30, 365]) {
    const { from, to, interval } = await resolvePeriod(ctx, {
      zone: "Europe/Berlin",
      params: { days },
    });
    for (const currency of ["EUR", "SEK"]) {
      const query = { from, to, interval, currency, zone: "Europe/Berlin", filters: {} };
      const [[outcomes], [costs]] = await Promise.all([
        readOutcomes(ctx, [query]),
        readCosts(ctx, [query]),
      ]);
      const [plain] = await ask(
        `select count(*) filter (where outcome = 'approved')::int as approved,
                count(*) filter (where outcome = 'declined')::int as declined,
                count(*) filter (where outcome = 'abandoned')::int as abandoned,
                sum(amount) filter (where outcome = 'declined')::bigint as refused
           from payments where account_id = $1 and currency = $2 and created_at >= $3 and created_at < $4`,
        [currency, from, to],
      );
      const { approved, declined, abandoned, declinedAmountMinor } = outcomes!.total;
      assert.deepEqual({ approved, declined, abandoned, refused: declinedAmountMinor }, plain);
      const byIssuer = await ask(
        `select coalesce(card_issuer, '') as value, count(*) filter (where outcome = 'declined')::int as declined
           from payments where account_id = $1 and currency = $2 and created_at >= $3 and created_at < $4
          group by 1 order by coalesce(card_issuer, '') collate "C"`,
        [currency, from, to],
      );
      assert.deepEqual(
        outcomes!.dimensions.issuer.map(({ value, sums }) => ({ value, declined: sums.declined })),
        byIssuer.map(({ value, declined: found }) => ({ value, declined: found })),
      );
      const [cost] = await ask(
        `select count(*)::int as charges, sum(fee)::bigint as fee from balance_transactions
          where account_id = $1 and type = 'charge' and currency = $2 and created_at >= $3 and created_at < $4`,
        [currency, from, to],
      );
      const { charges, interchangeMinor, schemeFeeMinor, markupMinor, commissionMinor } =
        costs!.total;
      const fee = interchangeMinor + schemeFeeMinor + markupMinor + commissionMinor;
      assert.deepEqual({ charges, fee }, cost);
    }
  }
});

test("its settlements equal their rows and the ledger, and a Tuesday stands out", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 8_000, days: 21, withLedger: true });
  const { rows: wrong } = await getPool().query(
    `select s.id from settlements s
      where s.account_id = $1 and (s.net <> (select sum(b.net) from balance_transactions b
                       where b.account_id = s.account_id and b.settlement_id = s.id)
         or s.net <> (select sum(case t.credit when 'merchant_balance' then t.amount else -t.amount end)
                        from balance_transactions b join ledger_transfers t
                          on t.account_id = b.account_id and t.source_id = b.source_id
                         and t.kind not in ('settlement', 'settlement_paid')
                         and (t.kind in ('refund', 'dispute', 'dispute_fee')) = (b.type <> 'charge')
                       where b.account_id = s.account_id and b.settlement_id = s.id))`,
    [merchant.account.id],
  );
  const made = await getPool().query("select 1 from settlements where account_id = $1", [
    merchant.account.id,
  ]);
  assert.ok(made.rows.length > 40);
  assert.deepEqual(wrong, []);
  const { rows: days } = await getPool().query(
    `select extract(dow from day)::int as weekday from (
       select (created_at at time zone 'UTC')::date as day,
              count(*) filter (where outcome = 'declined')::float / count(*) as refused
         from payments where currency = 'EUR' and created_at > now() - interval '30 days'
        group by 1 having count(*) > 100) each order by refused desc limit 1`,
  );
  assert.equal(days[0].weekday, 2);
});

test("each charge costs what the fee table says, and ids look like the service's", async () => {
  const { rows } = await getPool().query(
    `select p.id, p.method, p.currency, p.amount, p.created_at as "createdAt", a.country,
            p.card_brand as brand, p.card_bin as bin, p.card_funding as funding, p.card_country as card_country,
            b.id as txn, b.interchange, b.scheme_fee, b.markup, b.commission, b.region, b.available_on as "availableOn"
       from balance_transactions b
       join payments p on p.account_id = b.account_id and p.id = b.payment_id
       join accounts a on a.id = b.account_id
      where b.type = 'charge' limit 20000`,
  );
  for (const row of rows) {
    const { brand, bin, funding, card_country: country } = row;
    const { pricing, ...fees } = feesOf({
      method: row.method,
      card: brand && { brand, bin, funding, country },
      merchantCountry: row.country,
      amountMinor: row.amount,
      currency: row.currency,
    });
    const { interchange, scheme_fee: schemeFee, markup, commission } = row;
    assert.deepEqual({ interchange, schemeFee, markup, commission }, fees, row.id);
    assert.equal(row.region, pricing?.region ?? null);
    assert.ok(isId("pay", row.id) && isId("txn", row.txn));
    assert.equal(idTimeMs(row.id), row.createdAt.getTime());
    assert.equal(row.availableOn.getTime(), cutOffAfter(row.createdAt).getTime());
  }
  const { rows: late } = await getPool().query(
    "select id, created_at from refunds union all select id, created_at from balance_transactions where type <> 'charge'",
  );
  assert.ok(late.length > 1_000);
  for (const { id, created_at: at } of late) assert.equal(idTimeMs(id), at.getTime());
});
