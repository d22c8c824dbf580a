import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { MINUTE_MS, nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { browseRequests } from "./browse-requests.ts";
import { flushRequestLog, noteRequest } from "./note-request.ts";
import type { Noted } from "./types.ts";

const PAGE = { after: null, before: null, limit: 50 };

function noted({ account }: Merchant, params: Partial<Noted> = {}): Noted {
  return {
    id: newId("req"),
    accountId: account.id,
    mode: "test",
    keyId: newId("key"),
    route: "create_payment",
    method: "POST",
    path: "/v1/payments",
    status: 201,
    version: NEWEST_VERSION,
    startedMs: nowMs(),
    durationMs: 3,
    address: "203.0.113.9",
    userAgent: null,
    idempotencyKey: null,
    replayed: false,
    namedId: null,
    request: { text: '{"amount":1}', isForm: false, bytes: 12 },
    answer: '{"id":"pay_01kcx3a7e9r5t8w2y4z6b0d1fg","object":"payment"}',
    sensitive: false,
    tokenises: false,
    ...params,
  };
}

test("a request with any text is stored and read back", async () => {
  const merchant = await createMerchant();
  const text = JSON.stringify({ description: 'Zoë 🍋 " \\ \t' });
  noteRequest(
    noted(merchant, {
      request: { text, isForm: false, bytes: Buffer.byteLength(text) },
      userAgent: "a\0b ü",
    }),
  );
  noteRequest(noted(merchant, { request: null, answer: null, status: 500 }));
  await flushRequestLog();
  const { rows } = await getPool().query(
    "select request_body, response_body, user_agent, object_id, answer from api_requests where account_id = $1 order by id",
    [merchant.account.id],
  );
  assert.equal(rows[0].request_body, text);
  assert.deepEqual(
    [rows[0].user_agent, rows[0].object_id],
    ["ab ü", "pay_01kcx3a7e9r5t8w2y4z6b0d1fg"],
  );
  assert.deepEqual(
    [rows[1].request_body, rows[1].response_body, rows[1].answer],
    [null, null, "5xx"],
  );
});

test("a request that the database refuses is counted as a gap, and the others are stored", async () => {
  const merchant = await createMerchant();
  const kept = [noted(merchant), noted(merchant)];
  // No partition accepts it.
  const refused = noted(merchant, { id: newId("req").replace("req_0", "req_9") as Noted["id"] });
  for (const one of [kept[0]!, refused, kept[1]!]) noteRequest(one);
  await flushRequestLog();
  const found = await browseRequests(merchant.ctx.test, {}, PAGE);
  assert.deepEqual(
    found.rows.map(({ id }) => id),
    [kept[1]!.id, kept[0]!.id],
  );
  assert.equal(found.gaps.length, 1);
  assert.equal(found.gaps[0]!.requests, 1);
  assert.ok(Math.abs(found.gaps[0]!.fromAt.getTime() - nowMs()) < MINUTE_MS);
});

test("at most 10,000 requests wait to be written, and further ones are counted as a gap", async () => {
  const merchant = await createMerchant();
  // Nothing is written before the event loop turns.
  for (let n = 0; n < 10_050; n++) noteRequest(noted(merchant));
  await flushRequestLog();
  const { total, uncounted, gaps } = await browseRequests(merchant.ctx.test, {}, PAGE);
  assert.deepEqual([total, uncounted], [10_000, false]);
  assert.deepEqual(
    gaps.map(({ requests }) => requests),
    [50],
  );
});
