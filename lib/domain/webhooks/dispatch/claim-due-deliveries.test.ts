import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent } from "#lib/domain/events/index.ts";
import { dateFromMs, HOUR_MS, nowMs, SECOND_MS, useClock } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { endpointRow as addEndpoint, clearQueue, queueNewDeliveries } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { someoneWaits } from "#test/watch-database.ts";
import {
  createEndpointIn,
  disableFailingEndpoints,
  newQueuePlace,
  type PreparedDelivery,
  type QueuePlace,
  recordAttempts,
  replayDeliveryIn,
  sendDelivery,
} from "../index.ts";
import type { HttpCall } from "../outbound/post.ts";
import { attemptRecord } from "./send-delivery.ts";

const NO_CAP = { most: 1_000, underWay: new Map<Id<"acct">, number>() };

let ctx: Context;
let place: QueuePlace;
beforeEach(async () => {
  place = newQueuePlace();
  // Claims cover all merchants, so deliveries of earlier tests must not be due.
  await clearQueue();
  ctx = (await createMerchant()).ctx.test;
});

async function endpoint(): Promise<Id<"we">> {
  const checked = { url: "https://example.com/", note: null };
  const made = await transact((tx) =>
    createEndpointIn(tx, ctx, { url: checked.url, events: ["*"] }, checked),
  );
  return made.endpoint.id;
}

async function emit(count = 1): Promise<void> {
  for (let i = 0; i < count; i++) {
    const data = { id: `pay_${i}`, status: "succeeded" };
    await transact((tx) =>
      emitEvent(tx, ctx, { type: "payment.succeeded", objectId: data.id, data }),
    );
  }
  await queueNewDeliveries();
}

const claim = (params: Partial<Parameters<typeof claimDueDeliveries>[0]> = {}) =>
  claimDueDeliveries(
    {
      status: "pending",
      limit: 100,
      perEndpoint: 10,
      perFailingEndpoint: 2,
      passOver: [],
      accounts: NO_CAP,
      whole: false,
      place,
      leaseMs: 30_000,
      ...params,
    },
    (event) => JSON.stringify(event.data),
  );

function call(failed: boolean, sentAt = dateFromMs(nowMs())): HttpCall {
  return {
    sentAt,
    durationMs: 5,
    status: failed ? 500 : 200,
    headers: {},
    body: Buffer.from(""),
    truncated: false,
    failure: failed ? { cause: "http_server_error", message: "It answered 500." } : null,
    address: null,
    certificate: null,
    timings: {},
  };
}

const finish = (claimed: readonly PreparedDelivery[], failed = false) =>
  recordAttempts(claimed.map((each) => attemptRecord(each, {}, call(failed))));

async function endpointRow(id: Id<"we">) {
  const { rows } = await getPool().query(
    "select status, failing_since, disabled_reason, disabled_at from webhook_endpoints where id = $1",
    [id],
  );
  return rows[0] as Record<"failing_since" | "disabled_at", Date | null> &
    Record<"status" | "disabled_reason", string>;
}

async function deliveriesOf(id: Id<"we">) {
  const { rows } = await getPool().query(
    "select id, status, attempt_count from deliveries where endpoint_id = $1 order by id",
    [id],
  );
  return rows as Array<{ id: Id<"dlv">; status: string; attempt_count: number }>;
}

test("an endpoint's cap holds over all workers while they hold their leases", async () => {
  await endpoint();
  await emit(30);
  const claims = await Promise.all(Array.from({ length: 8 }, () => claim({ perEndpoint: 7 })));
  const held = claims.flat();
  assert.equal(held.length, 7);
  assert.equal(new Set(held.map((each) => each.id)).size, 7);
  assert.deepEqual(await claim({ perEndpoint: 7 }), []);
  await finish(held.slice(0, 3));
  assert.equal((await claim({ perEndpoint: 7 })).length, 3);
});

test("one endpoint's backlog does not delay others, and each endpoint is served oldest first", async () => {
  await endpoint();
  await emit(40);
  const second = await endpoint();
  await emit(3);
  const claimed = await claim({ perEndpoint: 5 });
  const ofSecond = claimed.filter((each) => each.endpointId === second);
  assert.equal(ofSecond.length, 3);
  assert.equal(claimed.length, 8);
  for (const list of [ofSecond, claimed.filter((each) => each.endpointId !== second)]) {
    const ids = list.map((each) => each.id);
    assert.deepEqual(ids, [...ids].sort());
  }
});

test("a failing endpoint gets at most its lower cap until a delivery succeeds", async () => {
  const id = await endpoint();
  await emit(20);
  await finish((await claim({ perEndpoint: 1 })).slice(0, 1), true);
  const few = await claim();
  assert.equal(few.length, 2);
  await finish(few);
  assert.equal((await endpointRow(id)).failing_since, null);
  assert.equal((await claim()).length, 10);
});

test("another worker can claim a delivery whose lease has ended, and the first worker's attempt is ignored", async () => {
  const id = await endpoint();
  await emit();
  const [first] = await claim({ leaseMs: -1 });
  const [second] = await claim();
  assert.equal(second!.id, first!.id);
  assert.equal(await finish([first!], true), 0);
  assert.equal(await finish([second!]), 1);
  assert.deepEqual(
    (await deliveriesOf(id)).map(({ status, attempt_count }) => [status, attempt_count]),
    [["delivered", 1]],
  );
});

test("a body is stored with the first attempt and is never rendered again", async () => {
  await endpoint();
  await emit();
  const [first] = await claim();
  await finish([first!], true);
  await getPool().query(
    "update deliveries set next_attempt_at = now() - interval '1 second' where id = $1",
    [first!.id],
  );
  const caps = { limit: 9, perEndpoint: 9, perFailingEndpoint: 9, passOver: [], accounts: NO_CAP };
  const args = { status: "retrying", ...caps, whole: false, place, leaseMs: 9_000 } as const;
  const [again] = await claimDueDeliveries(args, () => "changed");
  assert.equal(again!.attemptNumber, 2);
  assert.equal(again!.body, first!.body);
});

test("a skipped endpoint keeps its due deliveries, and other endpoints are served as usual", async () => {
  const [passedOver, other] = [await endpoint(), await endpoint()];
  await emit(2);
  const found = await claim({ passOver: [passedOver] });
  assert.deepEqual(
    found.map(({ endpointId }) => endpointId),
    [other, other],
  );
  const later = await claim();
  assert.deepEqual(
    later.map(({ endpointId }) => endpointId),
    [passedOver, passedOver],
  );
});

test("a delivery that falls due before the searched time is found by the next whole search and from then on", async () => {
  const id = await endpoint();
  assert.deepEqual(await claim({ whole: true }), []);
  await emit();
  assert.equal((await claim()).length, 1);
  await emit();
  await getPool().query(
    "update deliveries set next_attempt_at = now() - interval '1 hour' where endpoint_id = $1 and lease_id is null",
    [id],
  );
  assert.deepEqual(await claim(), []);
  const [late] = await claim({ whole: true, leaseMs: -1 });
  const [again] = await claim();
  assert.equal(again!.id, late!.id);
});

test("an endpoint is disabled after failing for 72 hours, not a second earlier, by exactly one of four workers", async () => {
  const id = await endpoint();
  await emit(3);
  const [failed, waiting] = await claim({ perEndpoint: 2 });
  await finish([failed!], true);
  await finish([waiting!], true);
  const since = (await endpointRow(id)).failing_since!.getTime();
  const restore = useClock({ nowMs: () => since + 72 * HOUR_MS - SECOND_MS });
  try {
    assert.deepEqual(await disableFailingEndpoints(), []);
    useClock({ nowMs: () => since + 72 * HOUR_MS });
    const answers = await Promise.all([1, 2, 3, 4].map(() => disableFailingEndpoints()));
    assert.deepEqual(
      answers.flat().map((each) => each.endpointId),
      [id],
    );
    assert.deepEqual(await disableFailingEndpoints(), []);
  } finally {
    restore();
  }
  const row = await endpointRow(id);
  assert.equal(row.status, "disabled");
  assert.match(row.disabled_reason, /72 hours/);
  assert.equal(row.disabled_at!.getTime(), since + 72 * HOUR_MS);
  const held = (await deliveriesOf(id)).map((each) => each.status);
  assert.deepEqual(held, ["held", "held", "held"]);
});

test("only failures since the last success count, and failures of replays do not", async () => {
  const id = await endpoint();
  await emit(2);
  const [first, second] = await claim();
  const early = dateFromMs(nowMs() - 60_000);
  const later = dateFromMs(nowMs() - 30_000);
  await recordAttempts([
    attemptRecord(first!, {}, call(true, early)),
    attemptRecord(second!, {}, call(false, later)),
  ]);
  assert.equal((await endpointRow(id)).failing_since, null, "the success came after the failure");

  await transact((tx) => replayDeliveryIn(tx, ctx, second!.id));
  const [replay] = await claim();
  assert.equal(replay!.eventId, second!.eventId);
  await finish([replay!], true);
  assert.equal((await endpointRow(id)).failing_since, null, "a replay's failure does not count");
  const retrying = (await deliveriesOf(id)).filter((each) => each.status === "retrying");
  assert.equal(retrying.length, 2, "but it is retried like any other");
});

test("deliveries of an endpoint that was disabled or deleted after the claim are not sent", async () => {
  const disabled = await endpoint();
  const deleted = await endpoint();
  await emit();
  await getPool().query("update webhook_endpoints set status = 'disabled' where id = $1", [
    disabled,
  ]);
  await getPool().query("update webhook_endpoints set deleted_at = now() where id = $1", [deleted]);
  assert.deepEqual(await claim(), []);
  assert.equal((await deliveriesOf(disabled))[0]!.status, "held");
  assert.equal((await deliveriesOf(deleted))[0]!.status, "canceled");
});

test("a secret that cannot be decrypted fails only its own endpoint's deliveries", async () => {
  const broken = await endpoint();
  await getPool().query("update webhook_endpoints set secret = '\\x00' where id = $1", [broken]);
  const healthy = await endpoint();
  await emit(2);
  const claimed = await claim();
  const sendable = claimed.filter((each) => each.secrets.length > 0);
  assert.deepEqual(
    sendable.map((each) => each.endpointId),
    [healthy, healthy],
  );
  const unsigned = claimed.filter((each) => each.endpointId === broken);
  assert.equal(unsigned.length, 2);
  const posted: unknown[] = [];
  const records = await Promise.all(
    unsigned.map((each) =>
      sendDelivery(each, async (message) => {
        posted.push(message);
        return call(false);
      }),
    ),
  );
  assert.deepEqual(posted, []);
  assert.equal(await recordAttempts(records), 2);
  assert.ok((await deliveriesOf(broken)).every(({ status }) => status === "retrying"));
  // Our own failures do not count towards disabling.
  assert.equal((await endpointRow(broken)).failing_since, null);
});

test("a delivery whose event is no longer kept is canceled and does not block others", async () => {
  const id = await endpoint();
  await emit(3);
  const [orphan] = await deliveriesOf(id);
  const { rowCount } = await getPool().query(
    `delete from events e using deliveries d
      where d.id = $1 and e.id = d.event_id and e.account_id = d.account_id`,
    [orphan!.id],
  );
  assert.equal(rowCount, 1);
  assert.equal((await claim()).length, 2);
  const [after] = await deliveriesOf(id);
  assert.equal(after!.status, "canceled");
});

test("every endpoint is served when more endpoints have due deliveries than one statement looks at", async () => {
  const merchant = await createMerchant();
  ctx = merchant.ctx.test;
  const endpoints = new Set<string>();
  for (let i = 0; i < 300; i++) endpoints.add(await addEndpoint(merchant));
  await emit(2);
  const claimed: PreparedDelivery[] = [];
  for (let i = 0; i < 3; i++) claimed.push(...(await claim({ perEndpoint: 1 })));
  assert.equal(claimed.length, 300);
  assert.deepEqual(new Set(claimed.map(({ endpointId }) => endpointId)), endpoints);
  assert.deepEqual(await claim({ perEndpoint: 1 }), [], "every endpoint is at its cap");
  assert.equal(
    (await claim({ perEndpoint: 2, limit: 1_000 })).length,
    300,
    "one claim looks at every endpoint",
  );
});

test("attempts are recorded even when another transaction is writing their deliveries", async () => {
  await endpoint();
  await emit(20);
  const claimed = await claim({ perEndpoint: 20 });
  assert.equal(claimed.length, 20);
  const other = await getPool().connect();
  try {
    await other.query("begin");
    await other.query(
      "update deliveries set next_attempt_at = next_attempt_at where account_id = $1",
      [ctx.accountId],
    );
    const recording = finish(claimed);
    await someoneWaits();
    await other.query("commit");
    assert.equal(await recording, 20);
  } finally {
    other.release();
  }
});
