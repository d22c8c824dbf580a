import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { apiApp } from "#lib/api/app.ts";
import { createKey } from "#lib/domain/keys/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { type Id, newId } from "#lib/kernel/ids.ts";
import type { ReplayResultWire, ReplayWire } from "#lib/wire/contract/replays.ts";
import { startDispatch } from "#lib/worker/dispatch/dispatch.ts";
import type { Loop } from "#lib/worker/repeat.ts";
import { startReplays } from "#lib/worker/replays.ts";
import { api } from "#test/api.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { outage } from "#test/replay-rows.ts";

const client = api();
type ErrorPart = { error?: { code: string; param?: string } };
type List<T> = { data: T[]; has_more: boolean; next_cursor: string | null };

let merchant: Merchant;
let receiver: Receiver;
let loops: Loop[];
before(async () => {
  receiver = await startReceiver();
  loops = [startDispatch(), startReplays()];
});
after(async () => {
  for (const loop of loops) await loop.stop();
  await receiver.stop();
});
beforeEach(async () => {
  merchant = await createMerchant();
});

const call = <T>(method: string, path: string, body?: object, headers?: Record<string, string>) =>
  client.call<T & ErrorPart>(merchant.keys.test.secret, method, path, body, headers);

const endpoint = (): Promise<Id<"we">> => endpointRow(merchant, { url: receiver.url });
const hoursAgo = (hours: number) => dateFromMs(nowMs() - hours * HOUR_MS).toISOString();

async function completed(id: string): Promise<ReplayWire> {
  const ends = performance.now() + 20_000;
  for (;;) {
    const { body } = await call<ReplayWire>("GET", `/v1/replays/${id}`);
    if (body.status === "completed") return body;
    assert.ok(performance.now() < ends, `still ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

test("a dry run returns the counts and sends nothing", async () => {
  const id = await endpoint();
  const rows = await outage(merchant, id, 7);
  await outage(merchant, id, 2, { type: "payout.failed" });
  const before = receiver.received.length;
  const { status, body } = await call<ReplayWire>("POST", "/v1/replays", {
    from: hoursAgo(1),
    dry_run: true,
  });
  assert.equal(status, 201);
  assert.deepEqual(
    [body.status, body.dry_run, body.total, body.delivered, body.statuses, body.types],
    ["previewed", true, 9, 0, ["failed"], ["*"]],
  );
  assert.deepEqual(body.by_type, [
    { type: "payment.succeeded", total: 7 },
    { type: "payout.failed", total: 2 },
  ]);
  assert.deepEqual(
    body.by_endpoint.map((each) => [each.endpoint, each.total]),
    [[id, 9]],
  );
  assert.equal(body.sample.length, 5);
  assert.equal(body.sample[0], rows[0]!.id);
  assert.ok(body.estimated_seconds >= 1);
  assert.deepEqual((await call<ReplayWire>("GET", `/v1/replays/${body.id}`)).body, body);
  assert.equal(receiver.received.length, before);
  assert.equal((await call("POST", `/v1/replays/${body.id}/cancel`)).status, 409);
});

test("a replay runs to its end; a repeat of the call creates no second one; results come as JSON and CSV", async () => {
  const id = await endpoint();
  const rows = await outage(merchant, id, 12);
  const headers = { "Idempotency-Key": newId("req") };
  const range = { from: hoursAgo(1), endpoints: [id], types: ["payment.*"] };
  const made = await call<ReplayWire>("POST", "/v1/replays", range, headers);
  assert.deepEqual([made.status, made.body.status, made.body.total], [201, "queued", 12]);
  const again = await call<ReplayWire>("POST", "/v1/replays", range, headers);
  assert.deepEqual([again.status, again.body], [200, made.body]);
  const { total, delivered, failed, skipped, by_endpoint } = await completed(made.body.id);
  assert.deepEqual([total, delivered, failed, skipped], [12, 12, 0, 0]);
  assert.equal(by_endpoint[0]!.delivered, 12);
  const listed = await call<List<ReplayWire>>("GET", "/v1/replays");
  assert.deepEqual(
    listed.body.data.map((each) => each.id),
    [made.body.id],
  );

  const path = `/v1/replays/${made.body.id}/results`;
  const seen: ReplayResultWire[] = [];
  let cursor = "";
  do {
    const { body } = await call<List<ReplayResultWire>>("GET", `${path}?limit=5${cursor}`);
    seen.push(...body.data);
    cursor = body.next_cursor ? `&starting_after=${body.next_cursor}` : "";
  } while (cursor);
  assert.deepEqual(
    seen.map((each) => each.id),
    rows.map((row) => row.id).reverse(),
  );
  assert.ok(seen.every((each) => each.outcome === "delivered" && each.response_status === 200));
  const replayed = await call<{ replay_of: string }>("GET", `/v1/deliveries/${seen[0]!.replay}`);
  assert.equal(replayed.body.replay_of, seen[0]!.id);

  const csv = await apiApp.fetch(
    new Request(`http://localhost${path}?format=csv`, {
      headers: { Authorization: `Bearer ${merchant.keys.test.secret}` },
    }),
  );
  assert.match(csv.headers.get("Content-Type")!, /^text\/csv/);
  const lines = (await csv.text()).split("\r\n");
  assert.equal(lines.length, 14);
  assert.match(lines[0]!, /^delivery_id,event_id,event_type,endpoint_id,outcome,reason,/);
  assert.ok(
    lines[1]!.startsWith(
      `${rows[0]!.id},${rows[0]!.eventId},payment.succeeded,${id},delivered,,200,dlv_`,
    ),
  );
});

test("an invalid range is refused by its parameter", async () => {
  const id = await endpoint();
  const refusal = async (body: object) => {
    const { status, body: answer } = await call("POST", "/v1/replays", body);
    return [status, answer.error?.code, answer.error?.param];
  };
  const from = hoursAgo(1);
  const bad = (param: string) => [400, "parameter_invalid", param];
  assert.deepEqual(await refusal({}), bad("from"));
  assert.deepEqual(await refusal({ from: "yesterday" }), bad("from"));
  assert.deepEqual(await refusal({ from, to: hoursAgo(2) }), bad("to"));
  assert.deepEqual(await refusal({ from, to: from }), bad("to"));
  const old = dateFromMs(nowMs() - 31 * DAY_MS).toISOString();
  assert.deepEqual(await refusal({ from: old, to: from }), bad("from"));
  assert.deepEqual(await refusal({ from, types: ["payment.exploded"] }), bad("types"));
  assert.deepEqual(await refusal({ from, statuses: ["lost"] }), bad("statuses[0]"));
  const many = Array.from({ length: 51 }, () => id);
  assert.deepEqual(await refusal({ from, endpoints: many }), bad("endpoints"));
  const stranger = newId("we");
  assert.deepEqual(await refusal({ from, endpoints: [stranger] }), [
    404,
    "resource_missing",
    "endpoints",
  ]);
  const wide = { from: dateFromMs(nowMs() - 30 * DAY_MS).toISOString(), dry_run: true };
  assert.equal((await call("POST", "/v1/replays", wide)).status, 201);
  await getPool().query("update webhook_endpoints set status = 'disabled' where id = $1", [id]);
  assert.deepEqual(await refusal({ from }), [409, "state_invalid", undefined]);
});

test("a replay is paused, resumed and canceled by calls", async () => {
  const id = await endpoint();
  await outage(merchant, id, 2_000);
  const { body } = await call<ReplayWire>("POST", "/v1/replays", { from: hoursAgo(1) });
  const step = async (name: string) =>
    (await call<ReplayWire>("POST", `/v1/replays/${body.id}/${name}`)).body;
  assert.equal((await step("pause")).status, "paused");
  assert.equal((await step("pause")).error?.code, "state_invalid");
  assert.ok(["queued", "running"].includes((await step("resume")).status));
  const canceled = await step("cancel");
  assert.equal(canceled.status, "canceled");
  const { total, delivered, failed, skipped, in_flight } = canceled;
  assert.equal(total, delivered + failed + skipped + in_flight);
});

test("replays cannot be read or changed without a key, across merchants, across modes or out of scope", async () => {
  const id = await endpoint();
  await outage(merchant, id, 3);
  const dry = { from: hoursAgo(1), dry_run: true };
  const { body } = await call<ReplayWire>("POST", "/v1/replays", dry);
  const other = await createMerchant();
  const one = `/v1/replays/${body.id}`;
  for (const [method, path] of [
    ["GET", one],
    ["GET", `${one}/results`],
    ["GET", `${one}/results?format=csv`],
    ["POST", `${one}/pause`],
    ["POST", `${one}/resume`],
    ["POST", `${one}/cancel`],
  ] as const) {
    const codeFor = async (key: string | null) =>
      (await client.call<ErrorPart>(key, method, path)).body.error?.code;
    assert.equal(await codeFor(null), "key_missing", path);
    assert.equal(await codeFor(other.keys.test.secret), "resource_missing", path);
    assert.equal(await codeFor(merchant.keys.live.secret), "resource_missing", path);
    assert.equal(await codeFor(merchant.keys.test.publishable), "key_scope", path);
  }
  const foreign = await client.call<List<object>>(other.keys.test.secret, "GET", "/v1/replays");
  assert.deepEqual(foreign.body.data, []);
  const theirs = await client.call<ErrorPart>(other.keys.test.secret, "POST", "/v1/replays", {
    ...dry,
    endpoints: [id],
  });
  assert.equal(theirs.body.error?.code, "resource_missing");

  const { plaintext: secret } = await createKey(merchant.ctx.test, {
    name: "reads replays",
    kind: "secret",
    scopes: ["replays:read"],
  });
  assert.equal((await client.call(secret, "GET", one)).status, 200);
  const denied = await client.call<ErrorPart>(secret, "POST", "/v1/replays", dry);
  assert.equal(denied.body.error?.code, "key_scope");
});
