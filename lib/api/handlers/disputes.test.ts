import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { apiApp } from "#lib/api/app.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { openDispute } from "#lib/domain/disputes/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import type { DisputeFileWire } from "#lib/wire/contract/dispute-files.ts";
import type { DisputeWire } from "#lib/wire/contract/disputes.ts";
import type { SettlementWire } from "#lib/wire/contract/settlements.ts";
import { disagreements } from "#test/books-agree.ts";
import { jpegFile, pdfFile, pngFile } from "#test/evidence-files.ts";
import { openTill, openTillAfterCutOff, type Till } from "#test/money.ts";
import { settleUnfinished } from "#test/settle-unfinished.ts";

const DAY_S = 86_400;
const DISPUTED = "pm_test_4000000000000259";

const advance = (till: Till, seconds: number) =>
  till.call("POST", "/v1/test/clock/advance", { seconds });
const disputesOf = async (till: Till) =>
  (await till.call<{ data: DisputeWire[] }>("GET", "/v1/disputes")).body.data;

async function disputed(amount = 10_000) {
  const till = await openTillAfterCutOff();
  const { body: payment } = await till.charge({ payment_method: DISPUTED, amount });
  await advance(till, 3_600);
  const [dispute] = await disputesOf(till);
  assert.ok(dispute, "the payer went to the bank within the hour");
  const post = (verb: string, body: object = {}) =>
    till.call<DisputeWire>("POST", `/v1/disputes/${dispute.id}/${verb}`, body);
  const read = async () => (await till.call<DisputeWire>("GET", `/v1/disputes/${dispute.id}`)).body;
  return { till, payment, dispute, post, read };
}

const netOf = async (till: Till, type: string) =>
  (
    await till.rows<{ net: bigint }>(
      `select net from balance_transactions where account_id = $1 and type = '${type}'`,
    )
  ).map(({ net }) => net);

test("a card that disputes takes its payment back within the hour, with a fee, once", async () => {
  const { till, payment, dispute } = await disputed();
  assert.deepEqual(
    [dispute.amount, dispute.fee, dispute.reason, dispute.network_reason_code, dispute.status],
    [10_000, 1_500, "fraudulent", "10.4", "needs_response"],
  );
  assert.deepEqual(await netOf(till, "dispute"), [-11_500n]);
  assert.deepEqual(await till.eventsOf(dispute.id), ["dispute.opened"]);
  const read = await till.call("GET", `/v1/payments/${payment.id}`);
  assert.equal(read.body.disputed, true);
  const refund = await till.refund({ payment: payment.id, amount: 100 });
  assert.deepEqual([refund.status, refund.body.error.param], [409, "payment"]);
  // Further and concurrent notifications record nothing more.
  const ctx = await systemContext({ accountId: till.account.id, mode: "test" }, "test");
  const chargeback = { reason: "fraudulent", networkReasonCode: "10.4" } as const;
  await Promise.all(
    Array.from({ length: 6 }, () => openDispute(ctx, { id: payment.id as never }, chargeback)),
  );
  await settleUnfinished();
  assert.equal((await disputesOf(till)).length, 1);
  assert.deepEqual(await netOf(till, "dispute"), [-11_500n]);
});

test("a separately captured payment is charged back by its captured amount", async () => {
  const till = await openTill();
  const params = { payment_method: DISPUTED, amount: 10_000, capture: "manual" };
  const { body: payment } = await till.charge(params);
  await advance(till, 2 * 3_600);
  assert.deepEqual(await disputesOf(till), [], "what is not captured cannot be taken back");
  await till.call("POST", `/v1/payments/${payment.id}/capture`, { amount: 6_000 });
  await advance(till, 3_600);
  const [dispute] = await disputesOf(till);
  assert.deepEqual([dispute?.payment, dispute?.amount], [payment.id, 6_000]);
  assert.deepEqual(await netOf(till, "dispute"), [-7_500n]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("winning evidence returns the money but not the fee", async () => {
  const { till, dispute, post, read } = await disputed();
  const kept = await post("evidence", { evidence: { receipt: "Order 12" }, submit: false });
  assert.deepEqual([kept.status, kept.body.status], [200, "needs_response"]);
  const handedIn = await post("evidence", { evidence: { uncategorized_text: "winning_evidence" } });
  assert.deepEqual(
    [handedIn.body.status, Object.keys(handedIn.body.evidence)],
    ["under_review", ["receipt", "uncategorized_text"]],
  );
  const twice = await post("evidence", { evidence: { receipt: "another" } });
  assert.deepEqual([twice.status, twice.body.error.code], [409, "state_invalid"]);
  await advance(till, DAY_S + 60);
  assert.equal((await read()).status, "won");
  const refused = await till.call("POST", "/v1/refunds", { payment: dispute.payment });
  assert.equal(refused.status, 409);
  assert.doesNotMatch(refused.body.error.message, /respond/i, "nothing is left to respond to");
  assert.deepEqual(await netOf(till, "dispute_reversal"), [10_000n]);
  assert.deepEqual(await till.eventsOf(dispute.id), [
    "dispute.opened",
    "dispute.updated",
    "dispute.updated",
    "dispute.updated",
    "dispute.won",
  ]);
});

test("other evidence, acceptance and no response lose the dispute", async () => {
  const weak = await disputed();
  await weak.post("evidence", { evidence: { receipt: "none" } });
  await advance(weak.till, DAY_S + 60);
  assert.equal((await weak.read()).status, "lost");

  const accepted = await disputed();
  assert.equal((await accepted.post("accept")).body.status, "lost");
  assert.equal((await accepted.post("accept")).status, 409);

  const silent = await disputed();
  await advance(silent.till, 15 * DAY_S);
  assert.equal((await silent.read()).status, "lost");
  assert.deepEqual(await netOf(silent.till, "dispute_reversal"), []);
});

test("a settlement contains the chargeback and its fee", async () => {
  const { till } = await disputed(10_000);
  await till.charge({ amount: 50_000 });
  await advance(till, DAY_S);
  const { body } = await till.call<{ data: SettlementWire[] }>("GET", "/v1/settlements");
  const [settlement] = body.data;
  assert.deepEqual([settlement?.gross, settlement?.chargebacks], [60_000, 11_500]);
  assert.deepEqual(await disagreements(till.account.id), []);
});

test("another merchant, the other mode and invalid evidence change nothing", async () => {
  const { till, dispute, post, read } = await disputed();
  const other = await openTill();
  const path = `/v1/disputes/${dispute.id}`;
  assert.equal((await other.call("GET", path)).status, 404);
  assert.equal((await other.call("POST", `${path}/accept`, {})).status, 404);
  const live = { authorization: `Bearer ${till.keys.live.secret}` };
  assert.equal((await till.call("POST", `${path}/accept`, {}, live)).status, 404);
  for (const [evidence, param] of [
    [{ bribe: "50 EUR" }, "evidence[bribe]"],
    [{ receipt: "" }, "evidence[receipt]"],
    [{ receipt: 5 }, "evidence[receipt]"],
  ] as const) {
    const refused = await post("evidence", { evidence });
    assert.deepEqual([refused.status, refused.body.error.param], [400, param]);
  }
  const { created, ...before } = dispute;
  assert.deepEqual({ ...(await read()), created }, { ...before, created });
});

const add = (till: Till, id: string, name: string, bytes: Buffer) =>
  till.call<DisputeFileWire>("POST", `/v1/disputes/${id}/files`, {
    name,
    file: bytes.toString("base64"),
  });

test("files are part of the evidence until it is submitted, and then stay as they are", async () => {
  const { till, dispute, post, read } = await disputed();
  const path = `/v1/disputes/${dispute.id}/files`;
  const note = (await add(till, dispute.id, "note", pdfFile())).body;
  assert.deepEqual(
    [note.name, note.type, note.size, note.dispute],
    ["note.pdf", "application/pdf", pdfFile().length, dispute.id],
  );
  const photo = (await add(till, dispute.id, "door.jpg", jpegFile())).body;
  const removed = (await add(till, dispute.id, "wrong.png", pngFile())).body;
  assert.equal((await till.call("DELETE", `${path}/${removed.id}`)).status, 200);
  assert.equal((await till.call("GET", `${path}/${removed.id}`)).status, 404);
  assert.deepEqual((await read()).evidence_files, [note.id, photo.id]);
  const twice = await add(till, dispute.id, "again.pdf", pdfFile());
  assert.deepEqual([twice.status, twice.body.error.param], [400, "file"]);

  const sent = await post("evidence", { evidence: { uncategorized_text: "winning_evidence" } });
  assert.deepEqual(sent.body.evidence_files, [note.id, photo.id]);
  const late = [
    await add(till, dispute.id, "late.png", pngFile()),
    await till.call("DELETE", `${path}/${note.id}`),
  ];
  for (const { status, body } of late)
    assert.deepEqual([status, body.error.code], [409, "state_invalid"]);
  await advance(till, DAY_S + 60);
  assert.equal((await read()).status, "won", "the rail takes the files with the evidence");
  const { body } = await till.call<{ url: string; data: DisputeFileWire[] }>("GET", path);
  assert.deepEqual([body.url, body.data.map(({ id }) => id)], [path, [photo.id, note.id]]);
  assert.equal(
    (await till.eventsOf(dispute.id)).filter((type) => type === "dispute.updated").length,
    6,
  );
});

test("a file is downloaded as it was added, to be saved and not to be run", async () => {
  const { till, dispute } = await disputed();
  const bytes = pngFile();
  const { body: file } = await add(till, dispute.id, "Übergabe (1).png", bytes);
  const path = `/v1/disputes/${dispute.id}/files/${file.id}/content`;
  const get = (key: string, at = path) =>
    apiApp.fetch(
      new Request(`http://localhost${at}`, { headers: { authorization: `Bearer ${key}` } }),
    );
  const answer = await get(till.key);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  const { headers } = answer;
  assert.equal(headers.get("content-type"), "image/png");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("content-security-policy"), "default-src 'none'; sandbox");
  assert.equal(headers.get("cache-control"), "private, no-store");
  assert.equal(
    headers.get("content-disposition"),
    `attachment; filename="_bergabe (1).png"; filename*=UTF-8''%C3%9Cbergabe%20%281%29.png`,
  );
  const other = await disputed();
  const elsewhere = `/v1/disputes/${other.dispute.id}/files/${file.id}/content`;
  assert.equal((await get(other.till.key)).status, 404, "another merchant's");
  assert.equal((await get(other.till.key, elsewhere)).status, 404);
  assert.equal((await get(till.keys.live.secret)).status, 404, "the other mode's");
});

test("a file's content is kept encrypted in its own row and nowhere else", async () => {
  const { till, dispute } = await disputed();
  const secret = "the payer lives at 12 Long Lane";
  // Small enough for the request log to keep the body.
  const { body: file } = await add(till, dispute.id, "note.pdf", pdfFile(secret));
  await flushRequestLog();
  const base64 = pdfFile(secret).toString("base64");
  const [row] = await till.rows<{ content: Buffer }>(
    "select content from dispute_files where account_id = $1",
  );
  assert.ok(!row!.content.includes("%PDF") && !row!.content.includes(secret));
  const { rows: tables } = await getPool().query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'account_id'",
  );
  for (const { name } of tables) {
    const kept = await till.rows<{ text: string }>(
      `select t::text as text from ${name} t where account_id = $1`,
    );
    for (const { text } of kept) {
      assert.ok(!text.includes(secret) && !text.includes(base64.slice(0, 60)), name);
    }
  }
  await getPool().query(
    "update dispute_files set content = set_byte(content, 40, 1) where id = $1",
    [file.id],
  );
  const changed = await till.call("GET", `/v1/disputes/${dispute.id}/files/${file.id}/content`);
  assert.equal(changed.status, 500, "altered content is never sent");
});

test("files over the limits, card numbers in names and broken base64 are refused", async () => {
  const { till, dispute, read } = await disputed();
  const filled = (text: string, size: number) =>
    Buffer.concat([pdfFile(text), Buffer.alloc(size, " "), Buffer.from("%%EOF")]);
  for (let n = 0; n < 6; n++) {
    const { status } = await add(till, dispute.id, `scan-${n}.pdf`, filled(String(n), 3_990_000));
    assert.equal(status, 201, "the body limit is 6 MiB on this route");
  }
  const full = await add(till, dispute.id, "seventh.pdf", filled("7", 3_990_000));
  assert.match(full.body.error.message, /25 MB together/);
  const large = await add(till, dispute.id, "large.pdf", filled("8", 4_000_000));
  assert.match(large.body.error.message, /at most 4 MB/);
  const path = `/v1/disputes/${dispute.id}/files`;
  for (const [name, file, param] of [
    ["4242 4242 4242 4242.pdf", pdfFile("9").toString("base64"), "name"],
    ["../etc/passwd", pdfFile("9").toString("base64"), "name"],
    ["a\u0007.pdf", pdfFile("9").toString("base64"), "name"],
    ["a.pdf", "not base64!", "file"],
    ["a.pdf", Buffer.from("<html>").toString("base64"), "file"],
  ] as const) {
    const { status, body } = await till.call("POST", path, { name, file });
    assert.deepEqual([status, body.error.param], [400, param], name);
  }
  const huge = await till.call("POST", path, { name: "a.pdf", file: "A".repeat(6 * 2 ** 20) });
  assert.equal(huge.status, 413);
  const elsewhere = await till.call("POST", `/v1/disputes/${dispute.id}/evidence`, {
    evidence: { receipt: "A".repeat(2 ** 20) },
  });
  assert.equal(elsewhere.status, 413, "other routes keep their limit");
  assert.equal((await read()).evidence_files.length, 6);
});
