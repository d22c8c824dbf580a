import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import {
  createReplay,
  getReplay,
  listResults,
  type Replay,
  type ReplayRequest,
  steerReplay,
} from "#lib/domain/replays/index.ts";
import { createEndpoint, replayDelivery, updateEndpoint } from "#lib/domain/webhooks/index.ts";
import { dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, type Reply, startReceiver } from "#test/receiver.ts";
import { outage } from "#test/replay-rows.ts";
import { startDispatch } from "./dispatch/dispatch.ts";
import type { Loop } from "./repeat.ts";
import { startReplays } from "./replays.ts";

let merchant: Merchant;
let receiver: Receiver;
let loops: Loop[];
const answers = new Map<string, (nth: number) => Reply>();
const received = new Map<string, string[]>();

before(async () => {
  receiver = await startReceiver();
  receiver.reply((one) => {
    const ids = received.get(one.path) ?? [];
    received.set(one.path, ids);
    ids.push(one.headers["service-event-id"]!);
    return answers.get(one.path)?.(ids.length) ?? { status: 200 };
  });
  // A faster start than for real servers, to keep the test short.
  const rules = { floorPerSecond: 100 };
  // Two workers: neither may repeat the other's work.
  loops = [startDispatch(), startDispatch(), startReplays({ rules }), startReplays({ rules })];
});
after(async () => {
  for (const loop of loops) await loop.stop();
  await receiver.stop();
});
beforeEach(async () => {
  merchant = await createMerchant();
});

let paths = 0;
async function endpoint(answer: (nth: number) => Reply = () => ({ status: 200 })) {
  const path = `/replays/${++paths}`;
  answers.set(path, answer);
  const url = `https://localhost:${receiver.port}${path}`;
  const { endpoint: made } = await createEndpoint(merchant.ctx.test, { url, events: ["*"] });
  return { id: made.id, path, received: () => received.get(path) ?? [] };
}

const lastHour = (params: Partial<ReplayRequest> = {}): ReplayRequest => ({
  from: dateFromMs(nowMs() - HOUR_MS),
  ...params,
});
const start = (params?: Partial<ReplayRequest>) =>
  createReplay(merchant.ctx.test, lastHour(params));

/** Polls the database until the replay is as expected, since another process may advance it. */
async function until(id: string, done: (replay: Replay) => boolean): Promise<Replay> {
  const ends = performance.now() + 20_000;
  for (;;) {
    const replay = await getReplay(merchant.ctx.test, id);
    if (done(replay)) return replay;
    assert.ok(performance.now() < ends, `still ${JSON.stringify(replay)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
const completed = (id: string) => until(id, ({ status }) => status === "completed");
const paused = (id: string) => until(id, ({ status }) => status === "paused");
const counts = ({ total, delivered, failed, skipped }: Replay) => ({
  total,
  delivered,
  failed,
  skipped,
});

async function statusesOf(ids: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await getPool().query(
    "select status, count(*)::int as n from deliveries where id = any($1) group by 1",
    [ids],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

test("a range is sent again once, in order, with the same event ids, and the counts add up", async () => {
  const one = await endpoint();
  const rows = await outage(merchant, one.id, 300);
  const { id, total } = await start();
  assert.equal(total, 300);
  const replay = await completed(id);
  assert.deepEqual(counts(replay), { total: 300, delivered: 300, failed: 0, skipped: 0 });
  assert.deepEqual([...one.received()].sort(), rows.map((row) => row.eventId).sort());
  assert.deepEqual(
    one.received().slice(0, 5).sort(),
    rows.slice(0, 5).map((row) => row.eventId),
  );
  assert.deepEqual(await statusesOf(rows.map((row) => row.id)), { failed: 300 });
  const again = await start();
  assert.equal(again.total, 0, "what has arrived since is not offered again");
  assert.deepEqual(counts(await completed(again.id)), {
    total: 0,
    delivered: 0,
    failed: 0,
    skipped: 0,
  });
});

test("pending retries are canceled when they are replayed, and none is sent twice", async () => {
  const one = await endpoint();
  const rows = await outage(merchant, one.id, 40, { status: "retrying" });
  const replay = await completed((await start()).id);
  assert.equal(replay.delivered, 40);
  assert.deepEqual(await statusesOf(rows.map((row) => row.id)), { canceled: 40 });
  assert.equal(one.received().length, 40);
});

test("a failure among the first five pauses the replay with a reason, and resuming after the fix sends all", async () => {
  let broken = true;
  const one = await endpoint((nth) => ({ status: broken && nth > 3 ? 503 : 200 }));
  await outage(merchant, one.id, 60);
  const { id } = await start();
  const stopped = await paused(id);
  assert.match(stopped.reason!, /of the first 5 to localhost:\d+ failed \(HTTP 503\)/);
  assert.equal(one.received().length, 5);
  broken = false;
  await steerReplay(merchant.ctx.test, id, "resume");
  const replay = await completed(id);
  assert.deepEqual(counts(replay), { total: 60, delivered: 60, failed: 0, skipped: 0 });
  assert.equal(new Set(one.received()).size, 60);
  assert.equal(replay.reason, null);
});

test("rising failures stop one endpoint, and a healthy endpoint continues", async () => {
  const sick = await endpoint((nth) => ({ status: nth > 20 ? 500 : 200 }));
  const well = await endpoint();
  await outage(merchant, sick.id, 400);
  await outage(merchant, well.id, 100);
  const { id } = await start();
  await paused(id);
  const isSettled = ({ lanes }: Replay) =>
    lanes.find((lane) => lane.endpointId === well.id)!.sent === 0;
  const replay = await until(id, isSettled);
  assert.match(replay.reason!, /Failures at localhost:\d+ were rising \(HTTP 500\)/);
  const laneOf = (of: { id: Id<"we"> }) => replay.lanes.find((each) => each.endpointId === of.id)!;
  assert.equal(laneOf(well).delivered, 100);
  assert.equal(laneOf(sick).phase, "stopped");
  assert.ok(sick.received().length < 200, `${sick.received().length} were sent`);
  const { rows } = await getPool().query(
    "select failing_since from webhook_endpoints where id = $1",
    [sick.id],
  );
  assert.equal(rows[0].failing_since, null, "replays do not count towards disabling");
  const canceled = await steerReplay(merchant.ctx.test, id, "cancel");
  assert.equal(canceled.status, "canceled");
  assert.equal(
    canceled.total,
    canceled.delivered + canceled.failed + canceled.skipped + canceled.sent,
  );
});

test("pausing stops sending, resuming continues, and cancelling leaves the remaining deliveries unchanged", async () => {
  const one = await endpoint();
  const rows = await outage(merchant, one.id, 500, { status: "retrying" });
  const { id } = await start();
  await until(id, ({ delivered }) => delivered >= 10);
  await steerReplay(merchant.ctx.test, id, "pause");
  const still = await until(id, ({ sent }) => sent === 0);
  assert.equal(still.status, "paused");
  assert.equal(still.reason, "Paused manually.");
  const before = one.received().length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.equal(one.received().length, before);
  await steerReplay(merchant.ctx.test, id, "resume");
  await until(id, ({ delivered }) => delivered >= still.delivered + 10);
  await steerReplay(merchant.ctx.test, id, "cancel");
  const ended = await until(id, ({ sent }) => sent === 0);
  assert.equal(ended.status, "canceled");
  assert.equal(ended.total, ended.delivered + ended.failed + ended.skipped);
  assert.ok(ended.skipped > 0);
  const statuses = await statusesOf(rows.map((row) => row.id));
  assert.equal(statuses.retrying, ended.skipped, "their retries still come");
  const { rows: claims } = await getPool().query(
    "select count(*)::int as n from replay_claims where replay_id = $1",
    [id],
  );
  assert.equal(claims[0].n, 0);
  await assert.rejects(
    steerReplay(merchant.ctx.test, id, "resume"),
    /Cannot resume a replay that is canceled/,
  );
});

test("a range that is replayed again includes what its first replay replaced and could not deliver", async () => {
  let broken = true;
  const one = await endpoint(() => ({ status: broken ? 500 : 200 }));
  const range = { from: dateFromMs(nowMs() - HOUR_MS), to: dateFromMs(nowMs() - 10 * 60_000) };
  await outage(merchant, one.id, 3, { status: "retrying", agoMs: 30 * 60_000 });
  await outage(merchant, one.id, 3, { status: "failed", agoMs: 30 * 60_000 });
  const first = await start(range);
  await paused(first.id);
  await steerReplay(merchant.ctx.test, first.id, "cancel");
  // The last attempts of the ladder.
  await getPool().query(
    "update deliveries set status = 'failed', next_attempt_at = null where account_id = $1 and replay_of is not null",
    [merchant.account.id],
  );
  await until(first.id, ({ sent }) => sent === 0);
  broken = false;
  const second = await start(range);
  assert.equal(second.total, 6);
  assert.equal((await completed(second.id)).delivered, 6);
  assert.equal((await start(range)).total, 0);
  assert.equal((await start({ ...range, statuses: ["delivered"] })).total, 0);
  assert.equal((await start({ statuses: ["delivered"] })).total, 6);
});

test("a replay that waits for held deliveries alone says why it is paused", async () => {
  const one = await endpoint((nth) => ({ status: nth === 12 ? 500 : 200 }));
  await outage(merchant, one.id, 20);
  const { id } = await start();
  await until(id, ({ sent, delivered }) => sent === 1 && delivered === 19);
  await updateEndpoint(merchant.ctx.test, one.id, { status: "disabled" });
  await updateEndpoint(merchant.ctx.test, one.id, { status: "enabled" });
  assert.match((await paused(id)).reason!, /held.* disabled.* Resume/);
  await steerReplay(merchant.ctx.test, id, "resume");
  assert.equal((await completed(id)).delivered, 20);
});

test("overlapping replays never send one delivery twice, and the later one skips it with a reason", async () => {
  const one = await endpoint();
  const rows = await outage(merchant, one.id, 200);
  const jobs = await Promise.all([start(), start(), start()]);
  const ended = await Promise.all(jobs.map(({ id }) => completed(id)));
  assert.equal(
    ended.reduce((sum, { delivered }) => sum + delivered, 0),
    200,
  );
  for (const job of ended) assert.equal(job.total, job.delivered + job.skipped);
  assert.deepEqual([...one.received()].sort(), rows.map((row) => row.eventId).sort());
  const loser = ended.find(({ skipped }) => skipped > 0);
  if (loser) {
    const page = await listResults(merchant.ctx.test, loser.id, { limit: 1, outcome: "skipped" });
    assert.equal(page.items[0]!.reason, "other_replay");
  }
});

test("a delivery that has arrived by another replay in the meantime is skipped", async () => {
  const gate = Promise.withResolvers<void>();
  const one = await endpoint((nth) =>
    nth <= 5
      ? { write: (response) => void gate.promise.then(() => response.writeHead(200).end()) }
      : { status: 200 },
  );
  const rows = await outage(merchant, one.id, 30);
  const { id } = await start();
  await until(id, ({ sent }) => sent === 5);
  await replayDelivery(merchant.ctx.test, rows.at(-1)!.id);
  await receiver.waitFor(1, (each) => each.headers["service-event-id"] === rows.at(-1)!.eventId);
  gate.resolve();
  const replay = await completed(id);
  assert.deepEqual(counts(replay), { total: 30, delivered: 29, failed: 0, skipped: 1 });
  const { items } = await listResults(merchant.ctx.test, id, { limit: 5, outcome: "skipped" });
  assert.deepEqual(
    items.map((item) => [item.deliveryId, item.reason]),
    [[rows.at(-1)!.id, "succeeded_meanwhile"]],
  );
  assert.equal(one.received().length, 30);
});

test("a selection has only deliveries of its window, types, statuses and endpoints", async () => {
  const one = await endpoint();
  const other = await endpoint();
  await outage(merchant, one.id, 4, { agoMs: 30 * 60_000 });
  await outage(merchant, one.id, 3, { type: "payout.failed" });
  await outage(merchant, one.id, 2, { status: "held" });
  await outage(merchant, one.id, 6, { status: "delivered" });
  await outage(merchant, other.id, 5);
  const totalOf = async (params: Partial<ReplayRequest>) =>
    (await createReplay(merchant.ctx.test, lastHour(params))).total;
  assert.equal(await totalOf({ endpoints: [one.id], types: ["payout.*"] }), 3);
  assert.equal(await totalOf({ endpoints: [one.id], from: dateFromMs(nowMs() - 10 * 60_000) }), 3);
  assert.equal(await totalOf({ endpoints: [one.id], statuses: ["held"] }), 2);
  assert.equal(await totalOf({ endpoints: [one.id], statuses: ["delivered", "held"] }), 8);
  assert.equal(await totalOf({ endpoints: [other.id] }), 5);
});

test("deliveries to a disabled endpoint wait, and are sent once it is enabled and the replay resumed", async () => {
  const off = await endpoint();
  const on = await endpoint();
  await outage(merchant, off.id, 8, { status: "held" });
  await outage(merchant, on.id, 8);
  await updateEndpoint(merchant.ctx.test, off.id, { status: "disabled" });
  const { id } = await start({ statuses: ["failed", "held"] });
  await paused(id);
  const waiting = await until(id, ({ sent }) => sent === 0);
  assert.match(waiting.reason!, /is disabled\. Enable it, then resume\./);
  assert.equal(waiting.delivered, 8);
  assert.equal(off.received().length, 0);
  await updateEndpoint(merchant.ctx.test, off.id, { status: "enabled" });
  await steerReplay(merchant.ctx.test, id, "resume");
  assert.equal((await completed(id)).delivered, 16);
});

test("a paused replay is canceled after 30 days and leaves the remaining deliveries unchanged", async () => {
  const one = await endpoint((nth) => ({ status: nth > 2 ? 503 : 200 }));
  await outage(merchant, one.id, 20);
  const { id } = await start();
  const stopped = await paused(id);
  assert.ok(stopped.delivered < 20);
  await getPool().query(
    "update replays set created_at = now() - interval '30 days', due_at = now() where account_id = $1 and id = $2",
    [merchant.account.id, id],
  );
  const over = await until(id, ({ status }) => status === "canceled");
  assert.equal(over.reason, "Its 30 days have ended.");
  assert.equal(over.delivered + over.failed + over.skipped, 20);
  const { items } = await listResults(merchant.ctx.test, id, { limit: 100 });
  const reasons = items.filter((item) => item.outcome === "skipped").map((item) => item.reason);
  assert.deepEqual(new Set(reasons), new Set(["expired"]));
  const receivedThen = one.received().length;
  await assert.rejects(steerReplay(merchant.ctx.test, id, "resume"));
  assert.equal(one.received().length, receivedThen);
});
