import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, now, nowMs } from "#lib/kernel/clock.ts";
import { newId } from "#lib/kernel/ids.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import {
  attemptRow,
  bodyRow,
  createUpcomingPartitions,
  deliveryRow,
  endpointRow,
  eventRow,
} from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { customerRow, paymentRow } from "#test/money-rows.ts";

const ids = (body: { deliveries: { id: string }[] }) => body.deliveries.map(({ id }) => id);

test("deliveries are filtered by endpoint, type, status, time and id", async () => {
  await createUpcomingPartitions(31);
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const visitor = await signedIn(merchant);
  const [shop, erp] = [await endpointRow(merchant), await endpointRow(merchant)];
  const event = await eventRow(merchant);
  const refund = await eventRow(merchant, { type: "refund.settled", data: { id: "re_1" } });
  const old = await deliveryRow(merchant, event, shop, {
    createdAt: dateFromMs(nowMs() - 2 * DAY_MS),
  });
  const failed = await deliveryRow(merchant, event, erp, {
    status: "failed",
    lastResponseStatus: null,
    lastFailureCause: "connect_timeout",
    createdAt: dateFromMs(nowMs() - HOUR_MS),
  });
  const latest = await deliveryRow(merchant, refund, shop, { eventType: "refund.settled" });
  await deliveryRow(other, await eventRow(other), await endpointRow(other));
  // Older than the 30 days that are kept.
  await deliveryRow(merchant, event, shop, { createdAt: dateFromMs(nowMs() - 30.5 * DAY_MS) });
  const cases: [query: string, expected: string[]][] = [
    ["", [latest, failed, old]],
    [`endpoint=${erp}`, [failed]],
    ["type=refund.settled", [latest]],
    ["status=failed,retrying", [failed]],
    ["status=failed,delivered", [latest, failed, old]],
    ["answer=none", [failed]],
    ["answer=2xx", [latest, old]],
    ["answer=2xx,none", [latest, failed, old]],
    ["answer=4xx,5xx", []],
    ["cause=connect_timeout", [failed]],
    ["cause=connect_timeout,dns_failed&status=failed,retrying", [failed]],
    ["created=24h", [latest, failed]],
    ["created=1h", [latest]],
    [`q=${event}`, [failed, old]],
    ["q=re_1", [latest]],
    [`q=${old.slice(0, 20)}`, [old]],
    ["q=dlv_%25", []],
    [`endpoint=${shop}&status=failed`, []],
  ];
  for (const [query, expected] of cases) {
    const { body } = await visitor.get(`/test/deliveries?${query}`);
    assert.deepEqual(ids(body), expected, query);
    assert.equal(body.total, expected.length, query);
  }
  assert.equal((await visitor.get("/test/deliveries?status=lost")).body.error.param, "status");
  assert.deepEqual(ids((await visitor.get("/live/deliveries")).body), []);
});

test("a delivery shows request and response byte for byte", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant, { url: "https://shop.example/hook" });
  const event = await eventRow(merchant);
  const body = '{"id":"evt",  "data":{"name":"Zoë \\u00e9"}}';
  await bodyRow(merchant, event, body);
  const delivery = await deliveryRow(merchant, event, endpoint, {
    status: "retrying",
    attemptCount: 2,
    nextAttemptAt: dateFromMs(nowMs() + HOUR_MS),
    lastFailureCause: "http_server_error",
    lastResponseStatus: 500,
  });
  await attemptRow(merchant, delivery, {
    number: 1,
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    failureCause: "tls_expired",
    failureMessage: "The certificate of shop.example is not valid at this date.",
  });
  await attemptRow(merchant, delivery, {
    number: 2,
    responseStatus: 500,
    responseBody: Buffer.from([0xff, 0x00, 0x41]),
    responseTruncated: true,
    failureCause: "http_server_error",
    timings: { firstByteMs: 12.5 },
  });
  const shown = (await visitor.get(`/test/deliveries/${delivery}`)).body;
  assert.equal(shown.endpoint.url, "https://shop.example/hook");
  assert.equal(shown.maxAttempts, 7);
  assert.equal(shown.ladder.length, 6);
  const [first, second] = shown.attempts;
  assert.equal(first.requestBody, body);
  assert.equal(first.response, null);
  assert.match(first.failure.fix, /Renew the certificate/);
  assert.deepEqual(second.response, { bytes: 3, encoding: "hex", content: "ff0041" });
  assert.equal(second.responseTruncated, true);
  assert.deepEqual(second.timings, { firstByteMs: 12.5 });
});

test("a replay is a new delivery of the same event, and both refer to each other", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const event = await eventRow(merchant);
  const original = await deliveryRow(merchant, event, await endpointRow(merchant), {
    status: "failed",
    attemptCount: 7,
  });
  const answer = await visitor.post(`/test/deliveries/${original}/replay`);
  assert.equal(answer.status, 201);
  const replay = (await visitor.get(`/test/deliveries/${answer.body.deliveryId}`)).body;
  assert.equal(replay.eventId, event);
  assert.equal(replay.attemptCount, 0);
  assert.equal(replay.original.id, original);
  const before = (await visitor.get(`/test/deliveries/${original}`)).body;
  assert.equal(before.status, "failed");
  assert.equal(before.attemptCount, 7);
  assert.deepEqual(
    before.replays.map((one: { id: string }) => one.id),
    [replay.id],
  );
  assert.equal((await visitor.post(`/test/deliveries/${replay.id}/replay`)).status, 409);
});

test("a period by the minute is half-open, in the merchant's zone", async () => {
  await createUpcomingPartitions(31);
  const merchant = await createMerchant();
  await getPool().query("update accounts set timezone = 'Asia/Tokyo' where id = $1", [
    merchant.account.id,
  ]);
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const event = await eventRow(merchant);
  const day = dateFromMs(nowMs() - 5 * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const made = async (time: string) =>
    await deliveryRow(merchant, event, endpoint, { createdAt: new Date(`${day}T${time}Z`) });
  await made("04:59:59.999");
  const first = await made("05:00:00.000");
  const last = await made("05:29:59.999");
  await made("05:30:00.000");
  // Tokyo is UTC+9 all year.
  const { body } = await visitor.get(`/test/deliveries?created=${day}T14:00..${day}T14:30`);
  assert.deepEqual(ids(body), [last, first]);
  for (const wrong of [
    `${day}T24:00..`,
    `..${day}T12:60`,
    `${day}T1200..`,
    "..",
    `${day}T12:00Z..`,
  ]) {
    const refused = await visitor.get(`/test/deliveries?created=${encodeURIComponent(wrong)}`);
    assert.equal(refused.body.error.param, "created", wrong);
  }
});

test("a customer's deliveries are those of their payments and refunds", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const customerId = await customerRow(merchant);
  const payment = await paymentRow(merchant, { customerId });
  const other = await paymentRow(merchant);
  const mine = await eventRow(merchant, { data: { id: payment } });
  const theirs = await eventRow(merchant, { data: { id: other } });
  const wanted = await deliveryRow(merchant, mine, endpoint);
  await deliveryRow(merchant, theirs, endpoint);
  assert.deepEqual(ids((await visitor.get(`/test/deliveries?q=${customerId}`)).body), [wanted]);
  const { body } = await visitor.get(`/test/events?q=${customerId}`);
  assert.deepEqual(
    body.events.map((one: { id: string }) => one.id),
    [mine],
  );
});

test("selected deliveries are replayed in one call, each with its outcome", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const shop = await endpointRow(merchant);
  const off = await endpointRow(merchant, { status: "disabled" });
  const gone = await endpointRow(merchant, { deletedAt: now() });
  const event = await eventRow(merchant);
  const second = await eventRow(merchant);
  const failed = await deliveryRow(merchant, event, shop, { status: "failed" });
  const retrying = await deliveryRow(merchant, second, shop, {
    status: "retrying",
    nextAttemptAt: dateFromMs(nowMs() + HOUR_MS),
  });
  const newer = await deliveryRow(merchant, event, shop, { status: "failed", replayOf: failed });
  const disabled = await deliveryRow(merchant, event, off, { status: "held" });
  const deleted = await deliveryRow(merchant, event, gone, { status: "failed" });
  const pending = await deliveryRow(merchant, await eventRow(merchant), shop, {
    status: "pending",
    nextAttemptAt: dateFromMs(nowMs() + HOUR_MS),
  });
  const orphan = await deliveryRow(merchant, newId("evt"), shop, { status: "failed" });
  const foreign = await createMerchant();
  const strangers = await deliveryRow(foreign, await eventRow(foreign), await endpointRow(foreign));
  const wanted = [failed, retrying, newer, disabled, deleted, pending, orphan, strangers];
  const { status, body } = await visitor.post("/test/deliveries/replay", { ids: wanted });
  assert.equal(status, 201);
  assert.deepEqual(
    body.outcomes.map((one: { id: string; refusal?: string }) => [one.id, one.refusal]),
    [
      [failed, "repeated"],
      [retrying, undefined],
      [newer, undefined],
      [disabled, "endpoint_disabled"],
      [deleted, "endpoint_deleted"],
      [pending, "pending"],
      [orphan, "expired"],
      [strangers, "missing"],
    ],
  );
  const replay = (await visitor.get(`/test/deliveries/${body.outcomes[1].replayId}`)).body;
  assert.equal(replay.eventId, second);
  assert.equal(replay.original.id, retrying);
  assert.equal(replay.original.status, "canceled");
  const many = Array.from({ length: 501 }, () => failed);
  assert.equal((await visitor.post("/test/deliveries/replay", { ids: many })).status, 400);
  assert.equal((await visitor.post("/test/deliveries/replay", { ids: [] })).status, 400);
});

test("deliveries belong to one account and mode; a replay needs the permission", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  const stranger = await signedIn(other);
  const event = await eventRow(merchant);
  const id = await deliveryRow(merchant, event, await endpointRow(merchant));
  assert.equal((await owner.get(`/live/deliveries/${id}`)).status, 404);
  assert.equal((await stranger.get(`/test/deliveries/${id}`)).status, 404);
  assert.equal((await stranger.post(`/test/deliveries/${id}/replay`)).status, 404);
  assert.equal((await owner.post(`/live/deliveries/${id}/replay`)).status, 404);
  assert.equal((await new DashboardVisitor().get(`/test/deliveries/${id}`)).status, 401);
  const forged = await owner.send(
    "POST",
    `/test/deliveries/${id}/replay`,
    {},
    {
      "x-paydesk-request": undefined,
    },
  );
  assert.equal(forged.status, 403);
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "support" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  assert.equal((await stranger.get(`/test/deliveries/${id}`)).status, 200);
  const refused = await stranger.post(`/test/deliveries/${id}/replay`);
  assert.equal(refused.body.error.code, "role_insufficient");
  assert.equal((await owner.get(`/test/deliveries/${id}`)).body.replays.length, 0);
});

test("paging repeats and skips no delivery while new ones are created", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const endpoint = await endpointRow(merchant);
  const event = await eventRow(merchant);
  const made: string[] = [];
  for (let n = 0; n < 120; n++) made.unshift(await deliveryRow(merchant, event, endpoint));
  const walked: string[] = [];
  let after: string | null = "";
  while (after !== null) {
    const { body } = await visitor.get(`/test/deliveries?after=${after}`);
    walked.push(...ids(body));
    after = body.older;
    await deliveryRow(merchant, event, endpoint);
  }
  assert.deepEqual(walked, made);
});
