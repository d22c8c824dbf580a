import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { addUpLedgers, queueSums, sealLedger, verifyBlocks } from "#lib/domain/ledger/index.ts";
import { addingUp } from "#lib/domain/ledger/sums/sums-store.ts";
import type { Context } from "#lib/kernel/context.ts";
import { askOwner } from "#test/as-owner.ts";
import { withPlanted } from "#test/full-books.ts";
import { openTillAfterCutOff, type Till } from "#test/money.ts";
import { rollPast } from "#test/roll-past.ts";
import { sealPast } from "#test/seal-past.ts";
import { checkBooks } from "./index.ts";

/** Blocks from one row of totals to the next in these tests, so that the account has several of them. */
const SEGMENT = 4;
const BLOCKS = 10;

let till: Till;
let ctx: Context;
before(async () => {
  till = await openTillAfterCutOff();
  ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  for (let n = 0; n < BLOCKS - 2; n++) {
    await till.charge({ amount: 1_000 + n, currency: n % 2 ? "GBP" : "EUR" });
    await sealPast();
  }
  await till.call("POST", "/v1/test/clock/advance", { seconds: 86_400 });
  await sealPast();
  await till.charge({ amount: 9_000 });
  await sealPast();
  await rollPast();
});

const own = "account_id = $1";
const numbers = async (table: string) =>
  (
    await till.rows<{ number: bigint }>(
      `select distinct number from ${table} where ${own} order by 1`,
    )
  ).map(({ number }) => Number(number));
const chain = () =>
  till.rows(`select number, hash, ids, hashes from ledger_blocks where ${own} order by number`);

/** As the tables of an older version are: blocks without sums. */
async function forgetSums(): Promise<void> {
  for (const table of ["ledger_sums", "ledger_totals"]) {
    await askOwner(`delete from ${table} where ${own}`, [till.account.id]);
  }
  await queueSums(ctx);
}

async function assertComplete(): Promise<void> {
  const blocks = await numbers("ledger_blocks");
  assert.deepEqual(await numbers("ledger_sums"), blocks);
  const segments = Math.floor(blocks.length / SEGMENT);
  assert.deepEqual(
    await numbers("ledger_totals"),
    Array.from({ length: segments }, (_, n) => (n + 1) * SEGMENT),
  );
  assert.deepEqual(await till.rows(`select from ledger_sums_due where ${own}`), []);
  assert.deepEqual(await checkBooks(ctx), []);
}

test("blocks of an older version get their sums and totals, and stay the same bytes", async () => {
  const sealed = await chain();
  await forgetSums();
  assert.deepEqual(await checkBooks(ctx), [], "nothing is wrong while sums are missing");
  assert.equal(await addUpLedgers(SEGMENT), false);
  await assertComplete();
  assert.deepEqual(await chain(), sealed);
  assert.deepEqual((await verifyBlocks(ctx, 0, 100)).problems, []);
});

test("a worker that dies while it adds up leaves complete sums, and the next one goes on", async () => {
  await forgetSums();
  await addingUp(ctx, (adding) => adding.addSums([1, 2, 3]));
  await assert.rejects(
    addingUp(ctx, async (adding) => {
      await adding.addSums([4, 5]);
      throw new Error("killed");
    }),
    /killed/,
  );
  assert.deepEqual(await numbers("ledger_sums"), [1, 2, 3]);
  assert.deepEqual(await checkBooks(ctx), []);
  await addUpLedgers(SEGMENT);
  await assertComplete();
});

test("two workers that add up while a third seals write each sum once", async () => {
  await forgetSums();
  await Promise.all([
    addUpLedgers(SEGMENT),
    addUpLedgers(SEGMENT),
    till.charge({ amount: 2_000 }).then(sealLedger),
  ]);
  await sealPast();
  await queueSums(ctx);
  await addUpLedgers(SEGMENT);
  await assertComplete();
});

const OLD = "(select ids[1] from ledger_blocks where account_id = $1 and number = 2)";

describe("the sums of an account with totals show", () => {
  const planted = (name: string, table: string, change: string, ...expected: [string, string][]) =>
    test(name, () =>
      withPlanted(
        { accounts: [ctx.accountId], tables: [table], plant: [[change, [ctx.accountId]]] },
        async () => {
          const found = await checkBooks(ctx);
          for (const [part, row] of expected) {
            const is = found.some((one) => one.part === part && one.row.includes(row));
            assert.ok(is, `${part} ${row} is not among ${JSON.stringify(found, null, 1)}`);
          }
        },
      ),
    );
  planted(
    "a transfer that was changed after its block was sealed",
    "ledger_transfers",
    `update ledger_transfers set amount = amount + 1 where ${own} and id = ${OLD}`,
    ["seal", "ltr_"],
    ["seal", "block 2 "],
  );
  planted(
    "a transfer that is missing in an old block",
    "ledger_transfers",
    `delete from ledger_transfers where ${own} and id = ${OLD}`,
    ["seal", "block 2 "],
  );
  planted(
    "a balance that is not what the ledger says",
    "balance_transactions",
    `update balance_transactions set amount = amount + 1
      where ${own} and id = (select max(id) from balance_transactions where ${own} and settlement_id is null)`,
    ["balances", "merchant_balance EUR"],
  );
  planted(
    "a settlement that is not what the ledger moved",
    "settlements",
    `update settlements set net = net + 1, gross = gross + 1 where ${own} and currency = 'EUR'`,
    ["balances", "settlement EUR"],
    ["balances", "settlements_in_transit EUR"],
  );
  planted(
    "a settlement that the ledger did not pay",
    "settlements",
    `update settlements set status = 'paid', paid_at = now() where ${own} and currency = 'GBP'`,
    ["balances", "settlement_paid GBP"],
    ["balances", "settlements_in_transit GBP"],
  );
  planted(
    "charges of a month that the ledger did not capture",
    "cost_rollups",
    `update cost_rollups set charges = charges + 1, markup = markup + 1 where ${own} and dimension = 'all' and grain = 3 and currency = 'GBP'`,
    ["balances", "capture GBP"],
    ["balances", "markup GBP"],
  );
  planted(
    "a day that has other sums than its blocks",
    "ledger_days",
    `update ledger_days set credits = credits + 1 where ${own} and account = 'merchant_balance' and currency = 'GBP'`,
    ["days", "merchant_balance GBP 2"],
    ["balances", "merchant_balance of all days GBP"],
  );
  planted(
    "changed totals",
    "ledger_totals",
    `update ledger_totals set amounts[1] = amounts[1] + 1 where ${own}`,
    ["seal", `total to block ${SEGMENT} `],
    ["balances", "capture EUR"],
  );
  planted(
    "changed sums of an old block",
    "ledger_sums",
    `update ledger_sums set counts[1] = counts[1] + 1 where ${own} and number = 2`,
    ["seal", "block 2 "],
    ["seal", `total to block ${SEGMENT} `],
  );
});

test("a block whose transfers were changed gets no sums, is named, and gets them when they are right again", async () => {
  await forgetSums();
  const plant: [string, unknown[]] = [
    `update ledger_transfers set amount = amount + 1 where ${own} and id = ${OLD}`,
    [ctx.accountId],
  ];
  await withPlanted(
    { accounts: [ctx.accountId], tables: ["ledger_transfers"], plant: [plant] },
    async () => {
      assert.equal(await addUpLedgers(SEGMENT), false);
      assert.deepEqual(await numbers("ledger_sums"), [1]);
      const found = await checkBooks(ctx);
      const named = found
        .filter(({ law }) => law === "unsummed")
        .map(({ part, row }) => [part, row.slice(0, 4)]);
      assert.deepEqual(named, [["balances", "ltr_"]]);
    },
  );
  await addUpLedgers(SEGMENT);
  await assertComplete();
});
