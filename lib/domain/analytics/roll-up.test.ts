import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { newId } from "#lib/kernel/ids.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { outcomeRow } from "#test/report-rows.ts";
import { rollPast } from "#test/roll-past.ts";
import { pairOldWeeks, readOutcomes, rebuildRollups, rollUp } from "./index.ts";

const DAY = { from: new Date("2026-10-06T00:00:00Z"), to: new Date("2026-10-07T00:00:00Z") };
const createdAt = new Date("2026-10-06T12:00:00Z");

async function approved(merchant: Merchant, mode: "test" | "live" = "test"): Promise<number> {
  const query = { ...DAY, zone: "UTC", currency: "EUR", interval: "day" as const, filters: {} };
  const [figures] = await readOutcomes(merchant.ctx[mode], [query]);
  return figures!.total.approved;
}

async function rolled(merchant: Merchant): Promise<number> {
  const { rows } = await getPool().query(
    `select coalesce(sum(approved), 0)::int as approved from outcome_rollups
      where account_id = $1 and dimension = 'all' and grain = 2`,
    [merchant.account.id],
  );
  return rows[0].approved;
}

test("an outcome that commits late is counted exactly once", async () => {
  const merchant = await createMerchant();
  const late = await outcomeRow(merchant, "approved", { createdAt });
  await getPool().query("delete from payment_outcomes where payment_id = $1", [late]);
  const slow = await getPool().connect();
  await slow.query("begin");
  await slow.query(
    "insert into payment_outcomes (account_id, mode, payment_id, outcome) values ($1, 'test', $2, 'approved')",
    [merchant.account.id, late],
  );
  // Begins after the slow transaction and commits before it.
  await outcomeRow(merchant, "approved", { createdAt });
  await rollUp();
  assert.equal(await rolled(merchant), 0, "facts after a running transaction wait");
  assert.equal(await approved(merchant), 1);
  await slow.query("commit");
  slow.release();
  assert.equal(await approved(merchant), 2);
  await rollPast();
  assert.equal(await rolled(merchant), 2);
  assert.equal(await approved(merchant), 2);
});

test("concurrent workers roll up each fact once", async () => {
  const merchant = await createMerchant();
  for (let n = 0; n < 30; n++) {
    await outcomeRow(merchant, "approved", { createdAt });
    if (n % 10 === 0) await Promise.all([rollUp(), rollUp(), rollUp()]);
  }
  await Promise.all([rollUp(), rollUp()]);
  await rollPast();
  assert.equal(await rolled(merchant), 30);
  assert.equal(await approved(merchant), 30);
});

test("accounts and modes are counted separately", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  await outcomeRow(merchant, "approved", { createdAt });
  await outcomeRow(merchant, "approved", { createdAt, mode: "live" });
  await outcomeRow(other, "approved", { createdAt });
  await rollPast();
  await outcomeRow(other, "approved", { createdAt });
  await outcomeRow(merchant, "approved", { createdAt, mode: "live" });
  assert.equal(await approved(merchant), 1);
  assert.equal(await approved(merchant, "live"), 2);
  assert.equal(await approved(other), 2);
});

test("a rebuild changes no figure, also not of facts written while it runs", async () => {
  const merchant = await createMerchant();
  for (let n = 0; n < 10; n++) await outcomeRow(merchant, "approved", { createdAt });
  await rollPast();
  await getPool().query("update outcome_rollups set approved = 99 where account_id = $1", [
    merchant.account.id,
  ]);
  assert.equal(await approved(merchant), 99);
  await Promise.all([
    rebuildRollups(),
    outcomeRow(merchant, "approved", { createdAt }),
    rollUp(),
    outcomeRow(merchant, "approved", { createdAt }),
  ]);
  assert.equal(await approved(merchant), 12);
  await rollPast();
  assert.equal(await rolled(merchant), 12);
});

test("old weeks are summed by pairs once, if the account has enough payments, and again after a rebuild", async () => {
  const [merchant, small] = [await createMerchant(), await createMerchant()];
  for (let n = 0; n < 6; n++) await outcomeRow(merchant, "approved", { createdAt });
  await outcomeRow(small, "approved", { createdAt });
  await outcomeRow(merchant, "approved", { createdAt: new Date() });
  await rollPast();
  const weeks = async ({ account }: Merchant) => {
    const { rows } = await getPool().query(
      `select w.week < '2026-10-12' as old, w.paired,
              (select count(*)::int from outcome_pair_sums s join outcome_pairs p on p.key = s.pair
                where p.account_id = w.account_id and s.day >= w.week and s.day < w.week + interval '7 days') as sums
         from paired_weeks w where w.account_id = $1 and w.rollup = 'outcomes' order by w.week`,
      [account.id],
    );
    return rows;
  };
  const lookAgain = () =>
    getPool().query("update paired_weeks set paired = null where account_id = any ($1)", [
      [merchant.account.id, small.account.id],
    ]);
  const few = { old: true, paired: false, sums: 0 };
  assert.deepEqual((await weeks(merchant))[0], few, "75,000 payments are needed");
  await lookAgain();
  for (let n = 0; n < 2; n++) await pairOldWeeks({ afterDays: 3, least: 6 });
  const [old, current] = await weeks(merchant);
  // One value in each of seven pairs.
  assert.deepEqual(old, { old: true, paired: true, sums: 7 });
  assert.deepEqual(current, { old: false, paired: null, sums: 0 });
  assert.deepEqual(await weeks(small), [few]);
  await rebuildRollups();
  assert.deepEqual((await weeks(merchant))[0], { old: true, paired: null, sums: 0 });
});

test("the rollups of a database restored from a dump are rebuilt automatically", async () => {
  const merchant = await createMerchant();
  for (let n = 0; n < 5; n++) await outcomeRow(merchant, "approved", { createdAt });
  await rollPast();
  // As after a restore: transaction ids far in this server's future, and new facts below them.
  await getPool().query(
    "update rollup_progress set rolled_to = '900000000' where rollup = 'outcomes'",
  );
  await getPool().query("update payment_outcomes set tx_id = '800000000' where account_id = $1", [
    merchant.account.id,
  ]);
  await outcomeRow(merchant, "approved", { createdAt });
  assert.equal(await approved(merchant), 5, "the new fact is not counted yet");
  await rollPast();
  assert.equal(await approved(merchant), 6);
  await outcomeRow(merchant, "approved", { createdAt, id: newId("pay") });
  await rollPast();
  assert.equal(await approved(merchant), 7);
  assert.equal(await rolled(merchant), 7);
});

test("sums of imported facts equal those of rolling up and of a rebuild", async () => {
  const merchant = await createMerchant({ country: "DE" });
  await writeVolume(merchant.account, { payments: 5_000, days: 9, withLedger: false });
  const sums = async () => {
    const own = (table: string, unless: string) =>
      `(select md5(string_agg(r::text, ' ' order by r::text collate "C"))
          from ${table} r where account_id = $1 and not (${unless}))`;
    const ofKinds = (name: string, something: string) =>
      `(select md5(string_agg(t::text, ' ' order by t::text collate "C"))
          from ${name}_kind_sums t join ${name}_kinds k on k.key = t.kind
         where k.account_id = $1 and (${something}) is not null)`;
    // A row of zeros counts as no row.
    const nothing = "approved = 0 and declined = 0 and abandoned = 0 and authentication_failed = 0";
    const { rows } = await getPool().query(
      `select ${own("outcome_rollups", nothing)} as outcomes, ${own("cost_rollups", "charges = 0")} as costs,
              ${own("payment_retries", "false")} as retries,
              ${ofKinds("outcome", "coalesce(approved, declined, abandoned, authentication_failed, recovered)")} as outcome_kinds,
              ${ofKinds("cost", "charges")} as cost_kinds,
              (select count(*)::int from payment_retries where account_id = $1 and recovered) as recovered`,
      [merchant.account.id],
    );
    return rows[0];
  };
  const imported = await sums();
  assert.ok(imported.recovered > 20);
  await rebuildRollups();
  assert.deepEqual(await sums(), imported);
  await getPool().query(
    `delete from payment_retries; delete from outcome_rollups; delete from cost_rollups;
     delete from outcome_kind_sums; delete from cost_kind_sums; delete from outcome_kinds; delete from cost_kinds;
     update rollup_progress set rolled_to = '0'`,
  );
  await rollPast();
  assert.deepEqual(await sums(), imported);
});
