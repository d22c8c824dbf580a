import "#lib/api/app.ts";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { transact } from "#db/transact.ts";
import { addMemberIn } from "#lib/domain/members/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { DashboardVisitor, signedIn } from "#test/dashboard.ts";
import {
  createUpcomingPartitions,
  deliveryRow,
  endpointRow,
  eventRow,
  ROW_SECRET,
} from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";

let receiver: Receiver;
before(async () => {
  receiver = await startReceiver();
});
after(() => receiver.stop());

test("a signing secret is in the response that creates it and in no other", async () => {
  const visitor = await signedIn(await createMerchant());
  const made = await visitor.post("/test/endpoints", {
    url: receiver.url,
    events: ["payment.*", "refund.settled"],
    description: "Shop",
  });
  assert.equal(made.status, 201);
  assert.match(made.body.secret, /^whsec_/);
  // A self-signed certificate is allowed in test mode, with a note.
  assert.match(made.body.note, /certificate/);
  const { id } = made.body.endpoint;
  const rotated = await visitor.post(`/test/endpoints/${id}/rotate`, { overlapHours: 12 });
  assert.equal(rotated.status, 201);
  assert.notEqual(rotated.body.secret, made.body.secret);
  const list = await visitor.get("/test/endpoints");
  const one = await visitor.get(`/test/endpoints/${id}`);
  assert.equal(list.body.endpoints[0].secretHint, rotated.body.secret.slice(-4));
  assert.deepEqual(one.body.events, ["payment.*", "refund.settled"]);
  const endsInMs = Date.parse(one.body.previousSecretExpiresAt) - nowMs();
  assert.ok(endsInMs > 11.9 * HOUR_MS && endsInMs <= 12 * HOUR_MS);
  for (const answer of [list, one]) {
    const text = JSON.stringify(answer.body);
    for (const secret of [made.body.secret, rotated.body.secret]) assert.ok(!text.includes(secret));
    assert.ok(!/"(secret|previousSecret)"/.test(text));
  }
});

test("an overlap that has ended is shown no more", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const overlap = (ms: number) => ({
    previousSecret: Buffer.from("its bytes"),
    previousSecretHint: "aUo1",
    previousSecretExpiresAt: dateFromMs(nowMs() + ms),
  });
  const shownOf = async (ms: number) => {
    const id = await endpointRow(merchant, overlap(ms));
    const { previousSecretHint, previousSecretExpiresAt } = (
      await visitor.get(`/test/endpoints/${id}`)
    ).body;
    return [previousSecretHint, previousSecretExpiresAt !== null];
  };
  assert.deepEqual(await shownOf(HOUR_MS), ["aUo1", true]);
  assert.deepEqual(await shownOf(-1), [null, false]);
});

test("the parameters of an endpoint are validated and the invalid field is named", async () => {
  const visitor = await signedIn(await createMerchant());
  const cases: Array<[object, string]> = [
    [{ url: "" }, "url"],
    [{ url: "http://shop.example/hooks" }, "url"],
    [{ url: "https://user:pass@shop.example/" }, "url"],
    [{ events: [] }, "events"],
    [{ events: ["payment.exploded"] }, "events"],
    [{ version: "2020-01-01" }, "version"],
    [{ description: "x".repeat(501) }, "description"],
  ];
  for (const [params, param] of cases) {
    const given = { url: receiver.url, events: ["*"], ...params };
    const { status, body } = await visitor.post("/test/endpoints", given);
    assert.equal(status, 400, param);
    assert.equal(body.error.param, param);
  }
  assert.equal((await visitor.get("/test/endpoints")).body.endpoints.length, 0);
});

test("health counts delivered and tried deliveries of the last day and week", async () => {
  await createUpcomingPartitions(10);
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant);
  const event = await eventRow(merchant);
  const make = (status: "delivered" | "failed" | "retrying" | "pending", ageMs: number) =>
    deliveryRow(merchant, event, id, { status, createdAt: dateFromMs(nowMs() - ageMs) });
  for (const status of ["delivered", "delivered", "failed", "retrying", "pending"] as const)
    await make(status, HOUR_MS);
  await make("delivered", 3 * DAY_MS);
  await make("delivered", 9 * DAY_MS);
  const { day, week, waiting } = (await visitor.get(`/test/endpoints/${id}`)).body;
  assert.equal(day.deliveries, 5);
  assert.equal(day.tried, 4);
  assert.equal(day.rate, 500);
  assert.equal(day.slots.length, 24);
  assert.equal(week.delivered, 3);
  assert.equal(week.rate, 600);
  assert.equal(week.slots.length, 28);
  const sum = (slots: Array<{ delivered: number }>) =>
    slots.reduce((total, slot) => total + slot.delivered, 0);
  assert.equal(sum(day.slots), 2);
  assert.equal(sum(week.slots), 3);
  assert.deepEqual(waiting, { due: 2, held: 0, heldUntil: null });
});

test("a failing endpoint shows the cause, also when disabled; a recovered one does not", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const event = await eventRow(merchant);
  const failureOf = async (failingSince: Date | null) => {
    const id = await endpointRow(merchant, { status: "disabled", failingSince });
    await deliveryRow(merchant, event, id, {
      status: "failed",
      lastResponseStatus: 503,
      lastFailureCause: "http_server_error",
    });
    return (await visitor.get(`/test/endpoints/${id}`)).body.failure?.responseStatus ?? null;
  };
  assert.equal(await failureOf(dateFromMs(nowMs() - HOUR_MS)), 503);
  assert.equal(await failureOf(null), null);
});

test("disabling an endpoint holds its deliveries, and enabling sends them on request", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant, { url: receiver.url });
  const event = await eventRow(merchant);
  const dlv = await deliveryRow(merchant, event, id, {
    status: "retrying",
    nextAttemptAt: dateFromMs(nowMs() + DAY_MS),
  });
  const before = nowMs();
  const off = await visitor.post(`/test/endpoints/${id}`, { status: "disabled" });
  assert.equal(off.body.endpoint.status, "disabled");
  const { disabledAt } = off.body.endpoint;
  assert.ok(Date.parse(disabledAt) >= before && Date.parse(disabledAt) <= nowMs(), disabledAt);
  const still = await visitor.post(`/test/endpoints/${id}`, {
    description: "Night",
    status: "disabled",
  });
  assert.equal(still.body.endpoint.disabledAt, disabledAt, "disabled once");
  const { status, createdAt } = (await visitor.get(`/test/deliveries/${dlv}`)).body;
  assert.equal(status, "held");
  const heldUntil = dateFromMs(Date.parse(createdAt) + 30 * DAY_MS).toISOString();
  const { waiting } = (await visitor.get(`/test/endpoints/${id}`)).body;
  assert.deepEqual(waiting, { due: 0, held: 1, heldUntil });
  assert.equal((await visitor.post(`/test/deliveries/${dlv}/replay`)).status, 409);
  assert.equal((await visitor.post(`/test/endpoints/${id}/test`)).status, 409);
  const on = await visitor.post(`/test/endpoints/${id}`, { status: "enabled", sendHeld: true });
  assert.equal(on.body.endpoint.status, "enabled");
  assert.equal(on.body.endpoint.disabledAt, null);
  const back = (await visitor.get(`/test/deliveries/${dlv}`)).body;
  assert.equal(back.status, "retrying");
  assert.ok(Date.parse(back.nextAttemptAt) <= nowMs());
});

test("a test event goes to this endpoint only, with the chosen object", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const [id, other] = [await endpointRow(merchant), await endpointRow(merchant)];
  const sample = await visitor.get(`/test/endpoints/${id}/sample?type=refund.settled`);
  assert.equal(sample.body.data.status, "settled");
  const data = { ...sample.body.data, amount: 77 };
  const sent = await visitor.post(`/test/endpoints/${id}/test`, { type: "refund.settled", data });
  assert.equal(sent.status, 201);
  const delivery = (await visitor.get(`/test/deliveries/${sent.body.deliveryId}`)).body;
  assert.equal(delivery.endpoint.id, id);
  assert.equal(delivery.eventId, sent.body.eventId);
  const event = (await visitor.get(`/test/events/${sent.body.eventId}`)).body;
  assert.equal(JSON.parse(event.body).data.amount, 77);
  assert.deepEqual(
    event.deliveries.map((one: { endpoint: { id: string } }) => one.endpoint.id),
    [id],
  );
  const unknown = await visitor.post(`/test/endpoints/${other}/test`, { type: "payment.x" });
  assert.equal(unknown.body.error.param, "type");
});

test("a live endpoint is deleted only if its host is typed", async () => {
  const merchant = await createMerchant();
  const visitor = await signedIn(merchant);
  const id = await endpointRow(merchant, { mode: "live", url: "https://pay.shop.example/hook" });
  const refused = await visitor.post(`/live/endpoints/${id}/delete`, { host: "shop.example" });
  assert.equal(refused.body.error.param, "host");
  const done = await visitor.post(`/live/endpoints/${id}/delete`, { host: "pay.shop.example" });
  assert.equal(done.status, 200);
  assert.equal((await visitor.get(`/live/endpoints/${id}`)).status, 404);
  assert.equal((await visitor.get("/live/endpoints")).body.endpoints.length, 0);
});

test("endpoints belong to one account and mode, and changes need the permission", async () => {
  const [merchant, other] = [await createMerchant(), await createMerchant()];
  const owner = await signedIn(merchant);
  const stranger = await signedIn(other);
  const id = await endpointRow(merchant);
  assert.equal((await owner.get(`/test/endpoints/${id}`)).status, 200);
  assert.ok(!JSON.stringify((await owner.get("/test/endpoints")).body).includes(ROW_SECRET));
  assert.equal((await owner.get(`/live/endpoints/${id}`)).status, 404);
  assert.equal((await stranger.get(`/test/endpoints/${id}`)).status, 404);
  assert.equal((await new DashboardVisitor().get(`/test/endpoints/${id}`)).status, 401);
  const changes: Array<[path: string, body: object]> = [
    ["", { url: receiver.url, events: ["*"] }],
    [`/${id}`, { description: "Mine" }],
    [`/${id}/rotate`, {}],
    [`/${id}/test`, {}],
    [`/${id}/delete`, {}],
  ];
  for (const [path, body] of changes) {
    const forged = await owner.send("POST", `/test/endpoints${path}`, body, {
      "x-paydesk-request": undefined,
    });
    assert.equal(forged.status, 403);
    if (path) assert.equal((await stranger.post(`/test/endpoints${path}`, body)).status, 404);
  }
  await transact((tx) =>
    addMemberIn(tx, { accountId: merchant.account.id, userId: other.userId, role: "finance" }),
  );
  await stranger.post("/session/account", { account: merchant.account.id });
  assert.equal((await stranger.get(`/test/endpoints/${id}`)).status, 200);
  for (const [path, body] of changes) {
    const refused = await stranger.post(`/test/endpoints${path}`, body);
    assert.equal(refused.status, 403, path);
    assert.equal(refused.body.error.code, "role_insufficient");
  }
});
