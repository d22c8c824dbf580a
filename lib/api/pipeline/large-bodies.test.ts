import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { PayoutBatchWire } from "#lib/wire/contract/payout-batches.ts";
import { sendBatch } from "#test/payout-batches.ts";
import { IBANS, openPayer } from "#test/payouts.ts";

const MIB = 2 ** 20;
const HEAD = "name,iban,amount,currency,reference";

/** A file of about `bytes` with `rows` payouts of 1.00 EUR. */
function csvOf(rows: number, bytes = 0): string {
  const filler = " ".repeat(Math.floor(bytes / rows));
  const line = (n: number) => `Person ${n},${IBANS.settles},100,EUR,${filler}Pay ${n}`;
  return [HEAD, ...Array.from({ length: rows }, (_, n) => line(n))].join("\n");
}

const instructions = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    amount: 100,
    currency: "EUR",
    beneficiary: { name: `Person ${n}`, iban: IBANS.settles },
    reference: `Pay ${n} ${"x".repeat(100)}`,
  }));

const key = (text: string) => ({ "Idempotency-Key": text });

test("a batch of nearly 16 MiB is parsed in another thread while other requests are answered", async () => {
  const [payer, other] = [await openPayer(1_000_000), await openPayer()];
  const parse = mock.method(JSON, "parse");
  let done = false;
  const batch = sendBatch(payer, { file: csvOf(1_000, 15 * MIB), format: "csv" }).finally(() => {
    done = true;
  });
  let answered = 0;
  while (!done) {
    assert.equal((await other.call("GET", "/v1/payouts")).status, 200);
    if (!done) answered++;
  }
  const { body } = await batch;
  const longest = Math.max(...parse.mock.calls.map((call) => String(call.arguments[0]).length));
  parse.mock.restore();
  assert.equal(body.accepted, 1_000);
  assert.ok(longest < MIB, `a text of ${longest} characters was parsed on the event loop`);
  assert.ok(answered >= 3, `${answered} requests were answered before the batch`);
});

test("of two concurrent large bodies of an account one is read and one gets 429 and records nothing", async () => {
  const [payer, other] = [await openPayer(1_000_000), await openPayer(1_000_000)];
  const body = { file: csvOf(1_500), format: "csv" };
  const mine = () => sendBatch(payer, body, key("same"));
  const [first, second, theirs] = await Promise.all([mine(), mine(), sendBatch(other, body)]);
  assert.deepEqual([first.status, second.status, theirs.status], [201, 429, 201]);
  const { code, message } = second.body.error as unknown as { code: string; message: string };
  assert.equal(code, "rate_limited");
  assert.match(message, /^Another body over 64 KiB of this account is being read/);
  assert.equal(second.headers.get("Retry-After"), "1");
  assert.equal(second.headers.get("Service-RateLimit-Limit"), "1");
  const again = await mine();
  assert.deepEqual([again.status, again.body.id], [200, first.body.id]);
  assert.equal(await payer.funds(), 1_000_000 - 150_000);
});

test("a small body is accepted while the account's large one is read", async () => {
  const payer = await openPayer(1_000_000);
  const large = sendBatch(payer, { file: csvOf(1_500), format: "csv" });
  const small = await sendBatch(payer, { instructions: instructions(1) });
  assert.equal(small.status, 201);
  assert.equal((await large).status, 201);
});

test("a batch is the same request in JSON and as a form, large or small; another one is a conflict", async () => {
  const payer = await openPayer(1_000_000);
  const list = instructions(150);
  const text = JSON.stringify({ instructions: list });
  assert.ok(text.length < 64 * 1_024);
  const json = { "Content-Type": "application/json" };
  const first = await sendBatch(payer, { instructions: list }, key("one"));
  assert.equal(first.status, 201);
  const send = (body: string | URLSearchParams) =>
    payer.call<PayoutBatchWire>("POST", "/v1/payouts", body, {
      ...(typeof body === "string" ? json : {}),
      ...key("one"),
    });
  const padded = await send(text + " ".repeat(64 * 1_024));
  const changed = await send(text.replace("Person 149", "Person X") + " ".repeat(64 * 1_024));
  assert.deepEqual([padded.status, padded.body.id], [200, first.body.id]);
  assert.equal(changed.status, 409);
  const file = csvOf(1_500);
  const asJson = await sendBatch(payer, { file, format: "csv" }, key("two"));
  const asForm = await payer.call(
    "POST",
    "/v1/payouts",
    new URLSearchParams({ file, format: "csv" }),
    key("two"),
  );
  assert.deepEqual([asJson.status, asForm.status, asForm.body.id], [201, 200, asJson.body.id]);
});

test("errors of a large batch equal those of a small one, and nothing is created", async () => {
  const payer = await openPayer(100_000_000);
  const file = csvOf(1_500);
  const long = "y".repeat(70_000);
  const card = { ...instructions(1)[0], reference: "4242 4242 4242 4242" };
  for (const [body, status, param] of [
    [{ instructions: instructions(20_001) }, 400, "instructions"],
    [{ file: csvOf(20_001), format: "csv" }, 400, "file"],
    [{ file: `<?xml version="1.0"?><a>${long}</a>`, format: "pain.001" }, 400, "file"],
    [{ file, format: "csv", instructions: instructions(2) }, 400, "file"],
    [{ file }, 400, "format"],
    [{ file, format: "xls" }, 400, "format"],
    [{ file, format: "csv", amount: 100 }, 400, "amount"],
    [{ file: instructions(1_000), format: "csv" }, 413, undefined],
    [{ file, format: "csv", metadata: { long } }, 400, "metadata[long]"],
    [{ reference: "\u0301\u0323".repeat(2_000_000) }, 400, "reference"],
    [{ instructions: [...instructions(1_000), card] }, 400, "instructions[1000][reference]"],
    [{ instructions: instructions(1_000), surprise: 1 }, 400, "surprise"],
    [{ instructions: [Array.from({ length: 500_000 }, () => 0)] }, 400, undefined],
  ] as const) {
    const answer = await payer.call("POST", "/v1/payouts", body);
    const what = JSON.stringify(answer.body).slice(0, 300);
    assert.deepEqual([answer.status, answer.body.error?.param], [status, param], what);
  }
  assert.equal(await payer.funds(), 100_000_000);
});

test("an instruction with any number of unknown fields has at most 50 errors", async () => {
  const payer = await openPayer();
  const strange = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field_${n}`, n]));
  const { status, body } = await sendBatch(payer, { instructions: [strange] });
  assert.deepEqual([status, body.status, body.errors.length], [201, "rejected", 50]);
});

test("a large body of another route is parsed in the other thread too, and only its length is logged", async () => {
  const payer = await openPayer();
  const name = "Zoë ".repeat(50_000);
  const id = newId("req");
  const answer = await payer.call("POST", "/v1/customers", { name }, key(id));
  assert.deepEqual([answer.status, answer.body.error.param], [400, "name"]);
  await flushRequestLog();
  const rows = await payer.rows<{ request_bytes: number; request_body: string | null }>(
    `select request_bytes, request_body from api_requests where account_id = $1 and idempotency_key = '${id}'`,
  );
  const bytes = Buffer.byteLength(JSON.stringify({ name }));
  assert.deepEqual([rows[0]?.request_bytes, rows[0]?.request_body], [bytes, null]);
});
