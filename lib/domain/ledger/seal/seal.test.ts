import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { newId } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { sealPast } from "#test/seal-past.ts";
import { recordTransfersIn, sealLedger, unsealedSeconds, verifyBlocks } from "../index.ts";

type Tx = Parameters<Parameters<typeof transact>[0]>[0];

const topup = (tx: Tx, { ctx }: Merchant, amountMinor: bigint) =>
  recordTransfersIn(
    tx,
    ctx.test,
    [{ kind: "topup", amountMinor, currency: "EUR", sourceId: newId("tu") }],
    new Date(),
  );

async function sealedAmounts({ account }: Merchant): Promise<bigint[]> {
  const { rows } = await getPool().query<{ amount: bigint }>(
    `select t.amount from ledger_blocks b cross join unnest(b.ids) with ordinality i(id, place)
       join ledger_transfers t on t.account_id = b.account_id and t.id = i.id
      where b.account_id = $1 order by b.number, i.place`,
    [account.id],
  );
  return rows.map(({ amount }) => amount);
}

test("a transfer whose transaction commits late is sealed before those of later transactions", async () => {
  const merchant = await createMerchant();
  const [written, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = transact(async (tx) => {
    await topup(tx, merchant, 1n);
    written.resolve();
    await finish.promise;
  });
  await written.promise;
  await transact((tx) => topup(tx, merchant, 2n));
  await Promise.all([sealLedger(), sealLedger()]);
  assert.deepEqual(await sealedAmounts(merchant), [], "the earlier transaction is still running");
  finish.resolve();
  await late;
  await sealPast();
  assert.deepEqual(await sealedAmounts(merchant), [1n, 2n]);
  assert.deepEqual((await verifyBlocks(merchant.ctx.test, 0, 100)).problems, []);
});

test("with several workers sealing while transfers are booked, each is in one block and the chain verifies", async () => {
  const merchant = await createMerchant();
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      await transact((tx) => topup(tx, merchant, BigInt(n + 1)));
      await sealLedger();
    }),
  );
  await sealPast();
  const amounts = await sealedAmounts(merchant);
  assert.deepEqual(
    amounts.toSorted((a, b) => Number(a - b)),
    Array.from({ length: 30 }, (_, n) => BigInt(n + 1)),
  );
  const { transfers, problems } = await verifyBlocks(merchant.ctx.test, 0, 100);
  assert.deepEqual([transfers, problems], [30, []]);
});

test("a charge queues its transfers in its own statement, and a worker seals them with the sums of their day", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  const [queued] = await till.rows<{ ids: string[] }>(
    "select ids from ledger_unsealed where account_id = $1",
  );
  assert.equal(queued?.ids.length, 4);
  assert.ok((await unsealedSeconds()) < 60);
  await sealPast();
  assert.deepEqual(await till.rows("select 1 from ledger_unsealed where account_id = $1"), []);
  const days = await till.rows<{ account: string; debits: bigint; credits: bigint }>(
    "select account, debits, credits from ledger_days where account_id = $1",
  );
  const sums = new Map(days.map(({ account, debits, credits }) => [account, [debits, credits]]));
  assert.deepEqual(sums.get("rail_clearing"), [10_000n, 0n]);
  const [balance] = await till.rows<{ net: bigint }>(
    "select net from balance_transactions where account_id = $1",
  );
  assert.deepEqual(sums.get("merchant_balance"), [10_000n - balance!.net, 10_000n]);
});

test("the service cannot change or delete a transfer or a block, and nobody can book outside the chart of accounts", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  for (const statement of [
    "update ledger_transfers set amount = 1 where account_id = $1",
    "delete from ledger_transfers where account_id = $1",
    "update ledger_blocks set entries = 1 where account_id = $1",
    "delete from ledger_blocks where account_id = $1",
  ]) {
    await assert.rejects(
      getPool().query(statement, [till.account.id]),
      { code: "42501" },
      statement,
    );
  }
  const moved =
    "update ledger_transfers set credit = 'markup_fees' where account_id = $1 and kind = 'capture'";
  await assert.rejects(askOwner(moved, [till.account.id]), {
    message: /"ledger_transfers_chart"/,
  });
});
