import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { checkBooks, countFindings } from "#lib/domain/books/index.ts";
import { readOverview } from "#lib/domain/overview/index.ts";
import { expose } from "#lib/server/exposition.ts";
import { askOwner } from "#test/as-owner.ts";
import { openTill } from "#test/money.ts";
import { rollPast } from "#test/roll-past.ts";

type Ran = { code: number; stdout: string; stderr: string };

/** Runs the command in its own process. */
const books = (...args: string[]) =>
  new Promise<Ran>((resolve) => {
    const child = execFile(
      process.execPath,
      ["lib/cli/books.ts", ...args],
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(child.exitCode) : 0, stdout, stderr }),
    );
  });

test("the check exits with 1 and names the row that is wrong, and with 0 once it is corrected", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  const run = (...args: string[]) => books("check", "--account", till.account.id, ...args);
  const clean = await run();
  assert.deepEqual([clean.code, clean.stdout], [0, "1 ledger checked: all rows agree\n"]);
  const { rows } = await askOwner(
    "update ledger_transfers set amount = amount + 1 where account_id = $1 and kind = 'markup' returning id",
    [till.account.id],
  );
  const wrong = await run("--json");
  assert.equal(wrong.code, 1);
  const { agrees, found } = JSON.parse(wrong.stdout);
  assert.equal(agrees, false);
  assert.ok(
    found.some((one: { row: string }) => one.row === rows[0].id),
    wrong.stdout,
  );
  const plain = await run();
  assert.deepEqual([plain.code, plain.stdout.includes(rows[0].id)], [1, true]);
  await askOwner(
    "update ledger_transfers set amount = amount - 1 where account_id = $1 and id = $2",
    [...[till.account.id, rows[0].id]],
  );
  assert.equal((await run()).code, 0);
});

test("the check prints its usage: with --help and 0, and for unknown arguments with 2", async () => {
  const help = await books("--help");
  assert.deepEqual([help.code, help.stderr], [0, ""]);
  assert.match(help.stdout, /books -- check/);
  for (const args of [[], ["count"], ["check", "--account", "x"], ["check", "--nonsense"]]) {
    const { code, stderr } = await books(...args);
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /Usage/);
  }
});

test("a row that is wrong is shown at home and in a metric, and the owners get one e-mail", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  const ctx = till.ctx.test;
  const home = async () => (await readOverview(ctx, { zone: "UTC", periods: [] })).attention.books;
  assert.deepEqual([await checkBooks(ctx), await home()], [[], []]);
  const before = await countFindings();
  const { rows } = await askOwner(
    "update ledger_transfers set amount = amount + 1 where account_id = $1 and kind = 'markup' returning id",
    [till.account.id],
  );
  for (let round = 0; round < 2; round++) await checkBooks(ctx);
  const shown = await home();
  assert.ok(shown.some(({ row }) => row === rows[0].id));
  assert.equal(await countFindings(), before + shown.length);
  const reading = { name: "wrong_rows", help: "Rows.", read: countFindings };
  const failing = {
    name: "failing",
    help: "None.",
    read: () => Promise.reject(new Error("no database")),
  };
  assert.match(
    await expose([reading, failing]),
    new RegExp(`^wrong_rows ${before + shown.length}$`, "m"),
  );
  const { rows: mails } = await askOwner(
    "select kind, text_body from mail_messages where account_id = $1 and kind = 'books_disagree'",
    [till.account.id],
  );
  assert.equal(mails.length, 1);
  assert.ok(mails[0].text_body.includes(rows[0].id));
});

test("of many findings an e-mail counts each row once and names a row of each part", async () => {
  const till = await openTill();
  const { id } = (await till.charge({ amount: 10_000 })).body;
  const ctx = till.ctx.test;
  await rollPast();
  assert.deepEqual(await checkBooks(ctx), []);
  const before = await countFindings();
  await askOwner(
    "update balance_transactions set created_at = created_at - interval '2 days' where account_id = $1",
    [till.account.id],
  );
  await askOwner("update payments set amount_refunded = 1 where account_id = $1 and id = $2", [
    ...[till.account.id, id],
  ]);
  const findings = await checkBooks(ctx);
  const rows = new Set(findings.map(({ part, row }) => `${part} ${row}`));
  assert.ok(rows.size > 20 && findings.length > rows.size, `${findings.length}, ${rows.size}`);
  assert.equal(await countFindings(), before + rows.size);
  const { rows: mails } = await askOwner(
    "select subject, text_body from mail_messages where account_id = $1 and kind = 'books_disagree'",
    [till.account.id],
  );
  assert.equal(
    mails[0].subject,
    `Paydesk found ${rows.size} rows of your books that contradict others`,
  );
  for (const part of new Set(findings.map(({ part }) => part))) {
    assert.match(mails[0].text_body, new RegExp(`^${part} `, "m"));
  }
  assert.ok(mails[0].text_body.includes(`payments ${id}: it says 1 refunded`));
});
