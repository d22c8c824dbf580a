import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { writeVolume } from "#db/seed/volume/write-volume.ts";
import { signedIn } from "#test/dashboard.ts";
import { openTill } from "#test/money.ts";
import { diceOf } from "#tools/fuzz/dice.ts";
import { compareBank, months } from "./compare-bank.ts";
import { liveRandomly, type RandomAccount } from "./random-account.ts";

after(closeDb);

/** Adds the bank's statement of each of at least so many months: nothing may stay open, and every sum must agree to the
 *  cent. */
async function assertReconciled(account: RandomAccount, least: number): Promise<void> {
  const { differences, days } = await compareBank(account, diceOf(account.seed), months);
  assert.deepEqual(differences, []);
  const length = (Date.parse(days!.toDay) - Date.parse(days!.fromDay)) / 86_400_000;
  assert.ok(length > (least - 1) * 30, `${length} days`);
  const { rows } = account.till;
  const [{ lines, matched, statements, movements }] = (await rows<Record<string, number>>(
    `select (select count(*)::int from bank_statements where account_id = $1) as statements,
            (select count(*)::int from bank_lines where account_id = $1) as lines,
            (select count(*)::int from bank_matches where account_id = $1 and confidence = 'exact') as matched,
            (select count(*)::int from ledger_transfers
              where account_id = $1 and created_at < '${days!.toDay}'::timestamp at time zone 'UTC' + interval '1 day'
                and kind in ('settlement_paid', 'payout_settled', 'payout_returned')) as movements`,
  )) as [Record<string, number>];
  assert.ok(statements! >= least);
  assert.deepEqual([lines, matched], [movements, movements], "every line is an exact match");
}

test("the simulated year reconciles against its bank's statements to the cent, line by line", async () => {
  const till = await openTill();
  await writeVolume(till.account, { payments: 1_500, days: 365, withLedger: true });
  await assertReconciled({ till, visitor: await signedIn(till), zone: "UTC", seed: 1 }, 12);
});

test("so does a year of returned settlements, disputes, late failures and payouts", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  // Its bank may move nothing in the first and last months.
  await assertReconciled(await liveRandomly(seed, 420), 6);
});
