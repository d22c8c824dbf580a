import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { askOwner } from "#test/as-owner.ts";
import { type DashboardVisitor, signedIn } from "#test/dashboard.ts";
import { openTill, type Till } from "#test/money.ts";

const DAY_S = 86_400;

async function atTill() {
  const till = await openTill();
  return { till, visitor: await signedIn(till) };
}

async function advance(visitor: DashboardVisitor, seconds: number): Promise<void> {
  const { status, body } = await visitor.post("/test/clock/advance", {
    seconds,
    attempt: randomUUID(),
  });
  assert.deepEqual([status, body.isAdvancing], [200, false], JSON.stringify(body));
}

test("an attempt advances the clock once, and its repeats get the same bytes", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  const press = { seconds: DAY_S, attempt: randomUUID() };
  const answers = await Promise.all(
    [1, 2, 3].map(() => visitor.post("/test/clock/advance", press)),
  );
  // Any of them can be first. Repeats during the advance get a conflict; stored responses are equal.
  const [first, ...repeats] = answers.filter(({ status }) => status !== 409);
  assert.deepEqual([first?.status, first?.body.isAdvancing], [200, false]);
  for (const repeat of repeats) assert.deepEqual(repeat.body, first!.body);
  for (const { status, body } of answers) {
    if (status === 409) assert.equal(body.error.code, "idempotency_in_progress");
  }
  assert.deepEqual((await visitor.post("/test/clock/advance", press)).body, first!.body);
  const { body } = await visitor.get("/test/clock");
  assert.equal(Math.round(body.aheadMs / 1_000), DAY_S);
});

const become = (till: Till, role: string) =>
  getPool().query("update members set role = $2 where account_id = $1", [till.account.id, role]);

test("settlements are listed and filtered, with their exact count", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  await till.charge({ amount: 5_000, currency: "GBP" });
  await advance(visitor, DAY_S);
  const { body } = await visitor.get("/test/settlements");
  assert.equal(body.total, 2);
  const [euros] = body.settlements.filter((one: { currency: string }) => one.currency === "EUR");
  assert.equal(BigInt(euros.gross) - BigInt(euros.fee), BigInt(euros.net));
  const arrival = `${euros.arrivalDate}..${euros.arrivalDate}`;
  const cutOff = euros.periodEnd.slice(0, 10);
  const totals: Record<string, number> = {
    "currency=EUR": 1,
    "currency=EUR,GBP": 2,
    "status=scheduled": 2,
    "status=paid,failed": 0,
    [`arrival=${arrival}`]: 2,
    "arrival=2020-01-01..2020-02-01": 0,
    [`cut_off=${cutOff}..`]: 2,
    "cut_off=7d": 2,
    [`q=${euros.id}`]: 1,
    [`q=${euros.bankReference.toLowerCase()}`]: 1,
    [`q=${euros.bankReference.slice(0, 10)}`]: 0,
  };
  for (const [query, total] of Object.entries(totals)) {
    const found = await visitor.get(`/test/settlements?${query}`);
    assert.equal(found.body.total, total, query);
  }
  const unknown = await visitor.get("/test/settlements?status=lost");
  assert.deepEqual([unknown.status, unknown.body.error.param], [400, "status"]);
});

test("a settlement shows its parts, balance transactions, events, and that the books agree", async () => {
  const { till, visitor } = await atTill();
  const { body: payment } = await till.charge({ amount: 10_000, description: "Order 7" });
  const { body: refund } = await till.refund({ payment: payment.id, amount: 2_500 });
  await advance(visitor, DAY_S);
  const { settlements } = (await visitor.get("/test/settlements")).body;
  const path = `/test/settlements/${settlements[0].id}`;
  const { body } = await visitor.get(path);
  assert.deepEqual(
    [body.gross, body.interchange, body.schemeFee, body.markup, body.refunds, body.net],
    ["10000", "150", "59", "35", "2500", "7256"],
  );
  assert.deepEqual(
    body.transfers.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]),
    [["settlement", "7256"]],
  );
  assert.deepEqual(
    body.events.map(({ type }: { type: string }) => type),
    ["settlement.created"],
  );
  const { body: rows } = await visitor.get(`${path}/rows`);
  assert.deepEqual(
    rows.entries.map((row: { type: string; sourceId: string; description: string }) => [
      row.type,
      row.sourceId,
      row.description,
    ]),
    [
      ["refund", refund.id, "Order 7"],
      ["charge", payment.id, "Order 7"],
    ],
  );
  assert.equal((await visitor.get(`${path}/rows?type=refund`)).body.total, 1);
  assert.equal((await visitor.get(`${path}/rows?q=${payment.id}`)).body.total, 2);
  const { body: books } = await visitor.get(`${path}/books`);
  assert.deepEqual(books, {
    net: "7256",
    rows: "7256",
    rowCount: 2,
    ledger: "7256",
    swept: "7256",
    agree: true,
  });
  const { body: json } = await visitor.get(`${path}/json`);
  assert.deepEqual([json.object.object, json.object.net], ["settlement", 7_256]);

  const shown = (await visitor.get(`/test/payments/${payment.id}`)).body;
  assert.equal(shown.settlement.id, body.id);
  assert.deepEqual([shown.charge.fee, shown.charge.net], ["244", "9756"]);
  assert.equal(shown.charge.pricing.region, "international");
  assert.equal((await visitor.get(`/test/refunds/${refund.id}`)).body.settlement.id, body.id);
});

test("a disagreement of the books is shown by part", async () => {
  const { till, visitor } = await atTill();
  const { body: payment } = await till.charge({ amount: 10_000 });
  await advance(visitor, DAY_S);
  const [{ id }] = (await visitor.get("/test/settlements")).body.settlements;
  await askOwner(
    "update ledger_transfers set amount = amount + 1 where account_id = $1 and source_id = $2 and kind = 'capture'",
    [till.account.id, payment.id],
  );
  const { body } = await visitor.get(`/test/settlements/${id}/books`);
  assert.deepEqual([body.agree, body.net, body.rows], [false, "9756", "9756"]);
  assert.equal(body.ledger, "9757");
});

test("the books agree on failed refunds and on returned settlements", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  await advance(visitor, DAY_S);
  const [first] = (await visitor.get("/test/settlements")).body.settlements;
  const { status, body } = await visitor.post(`/test/settlements/${first.id}/simulate`, {
    scenario: "bank_account_closed",
    attempt: randomUUID(),
  });
  assert.deepEqual([status, body.status, body.failureReason], [200, "failed", "account_closed"]);
  await till.charge({ amount: 4_000 });
  await advance(visitor, DAY_S);
  const { settlements, total } = (await visitor.get("/test/settlements")).body;
  assert.equal(total, 2);
  const [second] = settlements;
  assert.equal(second.adjustments, first.net);
  for (const { id } of settlements) {
    assert.equal((await visitor.get(`/test/settlements/${id}/books`)).body.agree, true, id);
  }
});

test("a settlement gets one simulated outcome, however often it is requested", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  await advance(visitor, DAY_S);
  const [{ id }] = (await visitor.get("/test/settlements")).body.settlements;
  const press = { scenario: "paid", attempt: randomUUID() };
  const path = `/test/settlements/${id}/simulate`;
  assert.equal((await visitor.post(path, press)).body.status, "paid");
  assert.deepEqual((await visitor.post(path, press)).status, 200);
  assert.deepEqual(await till.eventsOf(id), ["settlement.created", "settlement.paid"]);
  const late = await visitor.post(path, {
    scenario: "bank_account_closed",
    attempt: randomUUID(),
  });
  assert.deepEqual([late.status, late.body.error.code], [409, "state_invalid"]);
});

test("a settlement of another account or mode is 404, and simulating needs the role", async () => {
  const { till, visitor } = await atTill();
  const other = await signedIn(await openTill());
  await till.charge({ amount: 10_000 });
  await advance(visitor, DAY_S);
  const [{ id }] = (await visitor.get("/test/settlements")).body.settlements;
  for (const part of ["", "/rows", "/books", "/json"]) {
    assert.equal((await other.get(`/test/settlements/${id}${part}`)).status, 404, part);
    assert.equal((await visitor.get(`/live/settlements/${id}${part}`)).status, 404, part);
  }
  assert.equal((await other.get("/test/settlements")).body.total, 0);
  assert.equal((await visitor.get("/live/settlements")).body.total, 0);
  assert.equal((await visitor.get(`/test/balance?settlement=${id}`)).body.total, 1);
  assert.equal((await other.get(`/test/balance?settlement=${id}`)).body.total, 0);
  const simulate = { scenario: "paid", attempt: randomUUID() };
  assert.equal((await other.post(`/test/settlements/${id}/simulate`, simulate)).status, 404);
  assert.equal((await visitor.post(`/live/settlements/${id}/simulate`, simulate)).status, 404);
  await become(till, "finance");
  const denied = await visitor.post(`/test/settlements/${id}/simulate`, simulate);
  assert.deepEqual([denied.status, denied.body.error.code], [403, "role_insufficient"]);
  const clock = await visitor.post("/test/clock/advance", { seconds: 60, attempt: randomUUID() });
  assert.deepEqual([clock.status, clock.body.error.code], [403, "role_insufficient"]);
  assert.equal((await visitor.get(`/test/settlements/${id}`)).status, 200);
});

test("the balance has the funds by place and lists all balance transactions", async () => {
  const { till, visitor } = await atTill();
  const { body: payment } = await till.charge({ amount: 10_000 });
  const before = (await visitor.get("/test/balance")).body;
  assert.deepEqual(before.currencies, [
    { currency: "EUR", pending: "9756", available: "0", payouts: "0", inTransit: null },
  ]);
  assert.deepEqual([before.total, before.entries[0].place], [1, "pending"]);
  assert.ok(before.nextCutOff.endsWith("T00:00:00.000Z") && before.nextArrival > before.nextCutOff);
  await advance(visitor, DAY_S);
  await till.refund({ payment: payment.id, amount: 1_000 });
  const { body } = await visitor.get("/test/balance");
  const [euros] = body.currencies;
  assert.deepEqual(
    [euros.pending, euros.available, euros.inTransit.amount, euros.inTransit.settlements],
    ["-1000", "0", "9756", 1],
  );
  assert.equal(body.nextCutOff > before.nextCutOff, true, "by the account's own clock");
  const totals: Record<string, number> = {
    "place=settled": 1,
    "place=pending": 1,
    "place=pending,settled": 2,
    "place=available": 0,
    "type=refund": 1,
    [`q=${payment.id}`]: 2,
    "created=24h": 1,
    "currency=GBP": 0,
  };
  for (const [query, total] of Object.entries(totals)) {
    assert.equal((await visitor.get(`/test/balance?${query}`)).body.total, total, query);
  }
});

test("the clock previews an advance, moves once per attempt, and only in test mode", async () => {
  const { till, visitor } = await atTill();
  await till.charge({ amount: 10_000 });
  const preview = (await visitor.get(`/test/clock/preview?seconds=${DAY_S}`)).body;
  assert.equal(preview.due.cutOffs, 1);
  const press = { seconds: DAY_S, attempt: randomUUID() };
  await visitor.post("/test/clock/advance", press);
  const { body } = await visitor.post("/test/clock/advance", press);
  assert.deepEqual([body.aheadMs, body.targetAheadMs], [DAY_S * 1_000, DAY_S * 1_000]);
  assert.equal((await visitor.get("/session")).body.testClockAheadMs, DAY_S * 1_000);
  for (const seconds of [0, 1.5, 400 * DAY_S]) {
    const refused = await visitor.post("/test/clock/advance", { seconds, attempt: randomUUID() });
    assert.deepEqual([refused.status, refused.body.error.param], [400, "seconds"], `${seconds}`);
  }
  assert.equal((await visitor.get("/live/clock")).status, 404);
  assert.equal((await visitor.post("/live/clock/advance", press)).status, 404);
});
