import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { after, test } from "node:test";
import { closeDb } from "#db/client.ts";
import { askOwner } from "#test/as-owner.ts";
import { takeCsv } from "#test/report-file.ts";
import { rollPast } from "#test/roll-past.ts";
import { diceOf } from "#tools/fuzz/dice.ts";
import { compareBank } from "./compare-bank.ts";
import { compareReport, compareRows } from "./compare-report.ts";
import { compareScreens } from "./compare-screens.ts";
import { compareDeclines } from "./declines/compare-declines.ts";
import { columnsOf, groupingsOf, plainQuestion } from "./question.ts";
import { liveRandomly, type RandomAccount } from "./random-account.ts";
import { compareReports, lineOf, runRecompute } from "./run-recompute.ts";

after(closeDb);

/** A life with payments of every kind. */
const SEED = 134;

test("reports, screens, bank statements and journals of random accounts equal their recomputation", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const { found, comparisons } = await runRecompute({ accounts: 5, questions: 12, seed });
  t.diagnostic(`${comparisons} comparisons`);
  assert.deepEqual(found.map(lineOf), []);
});

test("every name by which the API groups a report is recomputed, and no other is accepted", async () => {
  const account = await liveRandomly(SEED);
  for (const type of ["settlement", "declines", "interchange"] as const) {
    const names = groupingsOf(type);
    for (const name of names) {
      // A file has its values in the statement, a page as parameters.
      for (const format of ["csv", "json"] as const) {
        const question = { ...plainQuestion(type, [name]), format };
        const differences = await compareReport(account, question);
        assert.deepEqual(differences, [], `${type} by ${name} as ${format}`);
      }
    }
    const others = columnsOf(type).filter((name) => !names.includes(name));
    for (const name of others) {
      const { status } = await takeCsv(account.till.key, `type=${type}&group_by=${name}`);
      assert.equal(status, 400, `${type} by ${name}`);
    }
  }
});

test("causes of declines and the figures of an incident equal their recomputation", async (t) => {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const run = { causes: 0, incidents: 0, accounts: 0 };
  while (run.accounts < 6 || ((run.causes === 0 || run.incidents === 0) && run.accounts < 40)) {
    const one = await compareDeclines(seed + run.accounts);
    assert.deepEqual(one.differences, [], `seed ${seed + run.accounts}`);
    run.accounts += 1;
    run.causes += one.causes;
    run.incidents += one.incidents;
  }
  t.diagnostic(JSON.stringify(run));
  assert.ok(run.causes > 0 && run.incidents > 0);
});

type Fault = { what: string; change: string; undo: string };

const added = (what: string, change: (sign: "+" | "-") => string): Fault => ({
  what,
  change: change("+"),
  undo: change("-"),
});
const rollup = (table: string, column: string) =>
  added(`${table}.${column}`, (sign) => {
    const set = `${column} = ${column} ${sign} 1`;
    return `update ${table} set ${set} where account_id = $1 and mode = 'test'`;
  });
const kinds = (table: string, kind: string, column: string) =>
  added(`${table}.${column}`, (sign) => {
    const set = `${column} = coalesce(${column}, 0) ${sign} 1`;
    return `update ${table} s set ${set} from ${kind} k where k.key = s.kind and k.account_id = $1`;
  });
const turned = (what: string, change: string): Fault => ({ what, change, undo: change });

/** Wrong sums and links that reports and screens are read from. $1 is the account. */
const FAULTS: readonly Fault[] = [
  rollup("outcome_rollups", "approved"),
  rollup("outcome_rollups", "soft_declined"),
  rollup("outcome_rollups", "recovered_amount"),
  rollup("cost_rollups", "amount"),
  rollup("cost_rollups", "commission"),
  kinds("outcome_kind_sums", "outcome_kinds", "declined_amount"),
  kinds("cost_kind_sums", "cost_kinds", "interchange"),
  turned(
    "payment_retries.recovered",
    "update payment_retries set recovered = not recovered where account_id = $1",
  ),
  added(
    "settlements.net",
    (sign) =>
      `update settlements set gross = gross ${sign} 1, net = net ${sign} 1 where account_id = $1`,
  ),
];

const PAID_MORE =
  "update ledger_transfers set amount = amount + 1 where account_id = $1 and kind = 'settlement_paid'";

/** Other periods and filters are asked each time. */
const TRIES = 12;

async function isFound(account: RandomAccount, tries = TRIES): Promise<boolean> {
  for (let n = 0; n < tries; n++) {
    const { differences } = await compareScreens(account, diceOf(n));
    if (differences.length > 0) return true;
    const { found } = await compareReports(account, { questions: 6, dice: diceOf(n) });
    if (found.length > 0) return true;
  }
  return false;
}

test("a wrong rollup, kind, retry, settlement or transfer of the ledger is found", async () => {
  const account = await liveRandomly(SEED);
  const { id } = account.till.account;
  await rollPast();
  assert.equal(await isFound(account, 2), false);
  for (const { what, change, undo } of FAULTS) {
    await askOwner(change, [id]);
    assert.ok(await isFound(account), what);
    await askOwner(undo, [id]);
  }
  assert.equal(await isFound(account, 2), false, "every fault is undone");
  await askOwner(PAID_MORE, [id]);
  const { differences } = await compareBank(account, diceOf(1));
  for (const path of [/^file of/, /^screen of/]) {
    assert.ok(
      differences.some((one) => path.test(one.path)),
      String(path),
    );
  }
});

test("a cell that differs is named with its row and both values, and so are rows too many and too few", () => {
  const row = (id: string, net: string | null) => ({ id, net });
  const rows = [row("a", "1"), row("b", null), row("c", "3")];
  const compare = (answered: typeof rows) => compareRows(answered, rows, ({ id }) => id!);
  assert.deepEqual(compare(rows), []);
  assert.deepEqual(compare([row("a", "1"), row("b", ""), row("c", "4")]), [
    { row: "b", column: "net", answered: "", recomputed: "null" },
    { row: "c", column: "net", answered: "4", recomputed: "3" },
  ]);
  assert.deepEqual(compare([...rows.slice(1), row("c", "3")]), [
    { row: "a", column: "*", answered: "no row", recomputed: "a row" },
    { row: "c", column: "*", answered: "a row", recomputed: "no row" },
  ]);
});
