import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { getPool } from "#db/client.ts";
import { hostedApp } from "#lib/hosted/app.ts";
import { findProof, readProof, verifyProof } from "#lib/kernel/books-proof.ts";
import { openTill } from "#test/money.ts";
import { takeCsv } from "#test/report-file.ts";
import { sealPast } from "#test/seal-past.ts";
import { verifyBooks } from "#test/verify-books.ts";
import { publicBookKeys, rotateBookKey } from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-books-"));
after(async () => {
  rmSync(folder, { recursive: true, force: true });
});

function keep(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function report() {
  const till = await openTill();
  await till.charge({ amount: 10_000 });
  await sealPast();
  const file = await takeCsv(till.key, "type=settlement&status=unsettled");
  const headers = Object.entries(file.trailers!).map(
    ([name, value]) => `${name.toLowerCase()}: ${value}\r\n`,
  );
  return { till, bytes: file.bytes, headers: headers.join("") };
}

test("a report is signed with the last block of its ledger, which an outsider verifies without a database", async () => {
  const { till, bytes, headers } = await report();
  const response = await hostedApp.request("/.well-known/paydesk-books.json");
  assert.equal(response.status, 200);
  const keys = keep("keys.json", await response.text());
  const file = keep("report.csv", bytes);
  keep("report.csv.headers", headers);
  const { rows } = await getPool().query(
    "select number, encode(hash, 'hex') as hash from ledger_blocks where account_id = $1 order by number desc limit 1",
    [till.account.id],
  );
  const fits = await verifyBooks(file, "--keys", keys);
  assert.equal(fits.code, 0, fits.out);
  assert.ok(fits.out.includes(`head ${rows[0].number}:${rows[0].hash}`), fits.out);

  const changed = keep("changed.csv", bytes.toString().replace("10000", "10001"));
  const wrong = await verifyBooks(changed, "--headers", `${file}.headers`, "--keys", keys);
  assert.deepEqual([wrong.code, /DOES NOT FIT/.test(wrong.out)], [1, true], wrong.out);
  const forged = keep("forged.headers", headers.replace(rows[0].hash, "0".repeat(64)));
  assert.equal((await verifyBooks(file, "--headers", forged, "--keys", keys)).code, 1);
  assert.equal((await verifyBooks(keep("bare.csv", bytes), "--keys", keys)).code, 1);
});

test("a journal is signed up to its last line: text after it does not verify", async () => {
  const { till } = await report();
  const exporting = ["lib/cli/ledger.ts", "export", "--account", till.account.id];
  const { stdout: journal } = await promisify(execFile)(process.execPath, exporting);
  const keys = keep("journal-keys.json", JSON.stringify({ keys: await publicBookKeys() }));
  const fits = await verifyBooks(keep("whole.journal", journal), "--keys", keys);
  assert.equal(fits.code, 0, fits.out);
  const entry = "2026-12-01 bonus\n    assets:bank  1000.00 EUR\n    income:markup\n";
  const longer = await verifyBooks(keep("longer.journal", journal + entry), "--keys", keys);
  assert.deepEqual([longer.code, /DOES NOT FIT/.test(longer.out)], [1, true], longer.out);
});

test("rows that follow a report do not verify, whatever text divides them from it", async () => {
  const { bytes, headers } = await report();
  const keys = keep("added-keys.json", JSON.stringify({ keys: await publicBookKeys() }));
  const added = keep("added.csv", `${bytes}; Service-Books-Proof: account=a\nstl_forged,1000\n`);
  keep("added.csv.headers", headers);
  for (const how of [[], ["--headers", `${added}.headers`]]) {
    const { code, out } = await verifyBooks(added, ...how, "--keys", keys);
    assert.deepEqual([code, /DOES NOT FIT/.test(out)], [1, true], out);
  }
});

test("after a rotation new files have the new key, and old ones still verify", async () => {
  const before = await report();
  const id = await rotateBookKey();
  const later = await report();
  const keys = await publicBookKeys();
  assert.deepEqual([keys[0]?.kid, keys[0]?.current, keys[1]?.current], [id, true, false]);
  for (const { bytes, headers } of [before, later]) {
    const proof = findProof(headers)!;
    const { createHash } = await import("node:crypto");
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    assert.deepEqual(verifyProof(proof, sha256, keys), { valid: true });
    assert.equal(verifyProof(proof, sha256, []).valid, false);
  }
  assert.equal(findProof(later.headers)?.key, id);
  assert.notEqual(findProof(before.headers)?.key, id);
});

test("the private key is encrypted in the database, which the service cannot change", async () => {
  await publicBookKeys();
  const { rows } = await getPool().query("select private_key from book_keys");
  for (const { private_key } of rows)
    assert.doesNotMatch(private_key.toString("latin1"), /PRIVATE KEY/);
  for (const statement of ["delete from book_keys", "update book_keys set public_key = 'x'"]) {
    await assert.rejects(getPool().query(statement), { code: "42501" });
  }
});

test("a proof with a missing or malformed part is no proof", () => {
  const whole = "account=a;mode=test;block=1;head=ff;signed=2026-01-01T00:00:00Z;key=k;signature=s";
  assert.ok(readProof(whole));
  for (const part of whole.split(";")) assert.equal(readProof(whole.replace(part, "")), null, part);
  assert.equal(readProof(whole.replace("block=1", "block=one")), null);
});
