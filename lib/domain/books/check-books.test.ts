import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { settlementBooks } from "#lib/domain/settlements/index.ts";
import { DAY_MS, dateFromMs, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { pagesRead } from "#test/pages-read.ts";
import { openPayer } from "#test/payouts.ts";
import { sealPast } from "#test/seal-past.ts";
import { checkBooks, readBookChecks, readFindings } from "./index.ts";
import { listSubjects, settlementSums } from "./store.ts";
import { wholeSums } from "./walk-store.ts";

async function found(merchant: Merchant): Promise<Record<string, boolean>> {
  await checkBooks(merchant.ctx.test);
  const checks = await readBookChecks(merchant.ctx.test);
  return Object.fromEntries(checks.map(({ subject, agrees }) => [subject, agrees]));
}

const ALL = { settlements: true, payouts: true, outcome_rollups: true, cost_rollups: true };

test("books that agree are reported as agreeing, with the compared figures", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 3_000, days: 8, withLedger: true });
  assert.deepEqual(await found(merchant), ALL);
  assert.deepEqual(await readFindings(merchant.ctx.test), [], "row by row");
  const [, , , settlements] = await readBookChecks(merchant.ctx.test);
  const { figures, checkedAt } = settlements!;
  assert.ok(Date.now() - checkedAt.getTime() < 60_000);
  const { currencies } = figures as { currencies: { net: string; rows: string; ledger: string }[] };
  assert.ok(currencies.length > 0);
  for (const { net, rows, ledger } of currencies) assert.deepEqual([rows, ledger], [net, net]);
  assert.deepEqual(await readBookChecks(merchant.ctx.live), []);
});

test("a cent missing in the ledger, in a row or in the rollups is reported", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 3_000, days: 8, withLedger: true });
  const own = [merchant.account.id];
  const change = async (text: string) => {
    const { rowCount } = await askOwner(text, own);
    assert.ok(rowCount, text);
  };
  const last =
    "(select id from settlements where account_id = $1 order by period_end desc limit 1)";
  const some = `account_id = $1 and id = (select t.id from ledger_transfers t join balance_transactions b
      on b.account_id = t.account_id and b.source_id = t.source_id and b.settlement_id = ${last}
     where t.account_id = $1 and t.kind = 'markup' limit 1)`;
  await change(`update ledger_transfers set amount = amount + 1 where ${some}`);
  assert.deepEqual(await found(merchant), { ...ALL, settlements: false });
  await change(`update ledger_transfers set amount = amount - 1 where ${some}`);
  assert.deepEqual(await found(merchant), ALL);
  await change(
    `update balance_transactions set settlement_id = null
      where account_id = $1 and id = (select min(id) from balance_transactions
                                       where account_id = $1 and settlement_id = ${last})`,
  );
  assert.equal((await found(merchant)).settlements, false);
  await change("update outcome_rollups set declined = declined + 1 where account_id = $1");
  const kinds = "kind in (select key from cost_kinds where account_id = $1)";
  await change(`update cost_kind_sums set markup = markup + 1 where ${kinds}`);
  // The checked day depends on the hour; a day without payments has no mismatch.
  const checks = await readBookChecks(merchant.ctx.test);
  const looked = checks.find(({ subject }) => subject === "cost_rollups")?.figures;
  const isEmpty = (looked as { currencies: unknown[] }).currencies.length === 0;
  const { outcome_rollups, cost_rollups } = await found(merchant);
  assert.deepEqual([outcome_rollups, cost_rollups], [isEmpty, isEmpty]);
});

test("a cent missing in the payout balance, or in transit without a payout, is reported", async () => {
  const payer = await openPayer(100_000);
  await payer.paid();
  assert.deepEqual(await found(payer), ALL);
  await payer.rows("update payout_balances set amount = amount + 1 where account_id = $1");
  assert.deepEqual(await found(payer), { ...ALL, payouts: false });
  await payer.rows("update payout_balances set amount = amount - 1 where account_id = $1");
  await payer.rows("update payouts set status = 'settled' where account_id = $1");
  assert.deepEqual(await found(payer), { ...ALL, payouts: false });
});

type Counted = { subjects: number; checked: number; id: Id<"stl">; count: number };

test("a check reads only the rows that it checks, not older ones or those of other accounts", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 5_000, days: 150, withLedger: true });
  const idle = await createMerchant();
  await askOwner("analyze");
  const { rows } = await getPool().query<Counted>(
    `select (select count(*)::int * 2 from accounts) as subjects, last.id, last.transaction_count as count,
            (select sum(1 + transaction_count)::int from settlements
              where account_id = $1 and period_end > now() - interval '5 days') as checked
       from settlements last where account_id = $1 order by period_end desc limit 1`,
    [merchant.account.id],
  );
  const { subjects, checked, id, count } = rows[0]!;
  const most = (reads: readonly { pages: number }[]) => Math.max(...reads.map((one) => one.pages));
  const [listed, ...others] = await pagesRead(listSubjects);
  assert.deepEqual(others, []);
  // One descent in each of two indexes.
  assert.ok(
    listed!.pages < 12 * subjects,
    `${listed!.pages} pages for ${subjects}: ${listed!.plan}`,
  );
  const none = most(await pagesRead(() => checkBooks(idle.ctx.test)));
  assert.ok(none < 100, `${none} pages for a merchant without payments`);
  const [settled] = await pagesRead(() =>
    settlementSums(merchant.ctx.test, dateFromMs(nowMs() - 4 * DAY_MS)),
  );
  const { pages, plan } = settled!;
  assert.ok(pages < 10 * checked, `${pages} pages for ${checked} rows: ${plan}`);
  await sealPast();
  const whole = most(await pagesRead(() => wholeSums(merchant.ctx.test)));
  assert.ok(whole < 1_500, `${whole} pages for the sums of 20,000 transfers`);
  const one = most(await pagesRead(() => settlementBooks(merchant.ctx.test, id)));
  assert.ok(one < 50 + 10 * count, `${one} pages for a settlement of ${count} rows`);
});
