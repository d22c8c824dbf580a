import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { closeDb, getPool } from "#db/client.ts";
import { type CopySession, copySession } from "#db/copy-out.ts";
import { publicBookKeys } from "#lib/domain/books/index.ts";
import { readProof } from "#lib/kernel/books-proof.ts";
import { toMonthClosingWire } from "#lib/wire/serializers/month-closings.ts";
import { askOwner } from "#test/as-owner.ts";
import { closedMonth, writeMonth } from "#test/closed-month.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { sealPast } from "#test/seal-past.ts";
import { verifyBooks } from "#test/verify-books.ts";
import { getClosing, openClosingFile } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-closing-"));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDb();
});

test("a closed month holds the signed head of its ledger, which an outsider verifies with the files and without a database", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await sealPast();
  const detail = await closedMonth(till);
  const proof = readProof(detail.closing.booksProof!)!;
  const { rows } = await getPool().query(
    "select number, encode(hash, 'hex') as hash from ledger_blocks where account_id = $1 order by number desc limit 1",
    [till.account.id],
  );
  assert.deepEqual([proof.block, proof.head], [Number(rows[0].number), rows[0].hash]);
  assert.deepEqual([proof.account, proof.mode], [till.account.id, "test"]);

  const keep = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const keys = keep("keys.json", JSON.stringify({ keys: await publicBookKeys() }));
  const wire = toMonthClosingWire(detail);
  const json = keep("closing.json", JSON.stringify(wire));
  const verify = () => verifyBooks(json, "--keys", keys);
  const without = await verify();
  assert.equal(without.code, 1);
  assert.match(without.out, /settlement\.csv is not beside it/);
  await writeMonth(till, detail, folder);
  const fits = await verify();
  assert.equal(fits.code, 0, fits.out);
  assert.ok(fits.out.includes(`head ${rows[0].number}:${rows[0].hash}`), fits.out);

  // Somebody who changes a file also changes the hashes in the JSON.
  const changed = detail.files.find(({ kind }) => kind === "journal")!.name;
  keep(changed, "; nothing happened\n");
  const wrong = await verify();
  assert.deepEqual([wrong.code, /has another SHA-256/.test(wrong.out)], [1, true], wrong.out);
  const { createHash } = await import("node:crypto");
  const sha256 = createHash("sha256").update("; nothing happened\n").digest("hex");
  const files = wire.files.map((file) => (file.name === changed ? { ...file, sha256 } : file));
  keep("closing.json", JSON.stringify({ ...wire, files }));
  const forged = await verify();
  assert.deepEqual([forged.code, /DOES NOT FIT/.test(forged.out)], [1, true], forged.out);
});

test("a month that was closed before its proof was kept stays closed, without one", async () => {
  const merchant = await createMerchant();
  const { closing } = await closedMonth(merchant);
  await getPool().query("update month_closings set books_proof = null where id = $1", [closing.id]);
  const wire = toMonthClosingWire(await getClosing(merchant.ctx.test, closing.id));
  assert.deepEqual([wire.status, wire.books_proof, wire.files.length], ["closed", null, 4]);
});

test("files of months that were closed before pieces were compressed are the same bytes", async () => {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  const { closing, files } = await closedMonth(till);
  const bytesOf = async (kind: (typeof files)[number]["kind"]) =>
    await (await openClosingFile(till.ctx.test, closing.id, kind)).next();
  for (const { kind } of files) {
    const before = await bytesOf(kind);
    const set = "bytes = $3, compressed = false";
    const { rowCount } = await askOwner(
      `update month_closing_pieces set ${set} where closing_id = $1 and kind = $2 and compressed`,
      [closing.id, kind, before],
    );
    assert.equal(rowCount, 1);
    assert.deepEqual(await bytesOf(kind), before);
  }
});

test("queries that are copied at the same time for a month see one snapshot", async () => {
  const till = await openTill();
  const count = `select count(*) from payments where account_id = '${till.account.id}'`;
  const session = await copySession({ timezone: "UTC" });
  const counted = async ({ copy }: Pick<CopySession, "copy">) =>
    (await (await copy(count, { streams: true })).next())?.toString();
  try {
    assert.equal(await counted(session), "count\n0\n");
    await till.charge({ amount: 10_000 });
    // On Citus one session streams them all.
    assert.equal(await counted((await session.beside()) ?? session), "count\n0\n");
  } finally {
    await session.close();
  }
});
