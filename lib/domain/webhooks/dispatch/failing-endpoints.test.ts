import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, HISTORY_DAYS } from "#lib/domain/events/index.ts";
import { createUpcomingPartitions } from "#lib/domain/history/index.ts";
import { createMailer, sendDueMail } from "#lib/domain/mail/index.ts";
import { HOUR_MS, SECOND_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { claimDueDeliveries } from "#test/claim-deliveries.ts";
import { clearQueue, queueNewDeliveries } from "#test/hook-rows.ts";
import { type MailServer, startMailServer } from "#test/mail-server.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type MovingClock, moveClock } from "#test/moving-clock.ts";
import {
  createEndpointIn,
  disableFailingEndpoints,
  newQueuePlace,
  recordAttempts,
  replayDeliveryIn,
  testEndpointIn,
  warnOfFailingEndpoints,
} from "../index.ts";
import { attemptRecord } from "./send-delivery.ts";

const NO_CAP = { most: 1_000, underWay: new Map<Id<"acct">, number>() };

let clock: MovingClock;
let mails: MailServer;
let merchant: Merchant;
let mailer: ReturnType<typeof createMailer>;

beforeEach(async () => {
  await clearQueue();
  await getPool().query("update mail_messages set status = 'failed' where status = 'queued'");
  await getPool().query("update webhook_endpoints set failing_since = null");
  clock = moveClock();
  mails = await startMailServer();
  mailer = createMailer(mails.url, "no-reply@desk.example");
  merchant = await createMerchant();
  // This file's clock moves days into the future.
  await createUpcomingPartitions();
  assert.ok(HISTORY_DAYS > 3);
});
afterEach(async () => {
  clock.putBack();
  mailer.close();
  await mails.stop();
});

const ctx = () => merchant.ctx.test;

async function endpoint(): Promise<Id<"we">> {
  const checked = { url: "https://hooks.example.com/in", note: null };
  const made = await transact((tx) =>
    createEndpointIn(tx, ctx(), { url: checked.url, events: ["*"] }, checked),
  );
  return made.endpoint.id;
}

async function emit() {
  const data = { id: "pay_1", status: "succeeded" };
  const event = await transact((tx) =>
    emitEvent(tx, ctx(), { type: "payment.succeeded", objectId: "pay_1", data }),
  );
  await queueNewDeliveries();
  return event;
}

/** Makes one attempt for everything due, with this outcome; returns the deliveries. */
async function attempt(outcome: "fails" | "succeeds"): Promise<Id<"dlv">[]> {
  const ids: Id<"dlv">[] = [];
  for (const status of ["pending", "retrying"] as const) {
    const caps = {
      limit: 50,
      perEndpoint: 50,
      perFailingEndpoint: 50,
      passOver: [],
      accounts: NO_CAP,
    };
    const claimed = await claimDueDeliveries(
      { status, ...caps, whole: true, place: newQueuePlace(), leaseMs: 30_000 },
      (event) => JSON.stringify(event.data),
    );
    const failed = outcome === "fails";
    await recordAttempts(
      claimed.map((each) =>
        attemptRecord(
          each,
          {},
          {
            sentAt: new Date(now()),
            durationMs: 1,
            status: failed ? 500 : 200,
            headers: {},
            body: Buffer.from(""),
            truncated: false,
            failure: failed ? { cause: "http_server_error", message: "It answered 500." } : null,
            address: null,
            certificate: null,
            timings: {},
          },
        ),
      ),
    );
    ids.push(...claimed.map(({ id }) => id));
  }
  return ids;
}

let elapsedMs = 0;
let startedMs = 0;
beforeEach(() => {
  elapsedMs = 0;
  startedMs = Date.now();
});
const now = () => startedMs + elapsedMs + (Date.now() - startedMs);
const goTo = (ms: number) => {
  clock.advance(ms - elapsedMs);
  elapsedMs = ms;
};

/** Runs the loops of three workers at the same time. */
async function watch(): Promise<number> {
  const workers = [1, 2, 3].map(async () => {
    const disabled = await disableFailingEndpoints();
    await warnOfFailingEndpoints();
    await sendDueMail(mailer.send);
    return disabled.length;
  });
  const counts = await Promise.all(workers);
  await sendDueMail(mailer.send);
  return counts.reduce((sum, n) => sum + n);
}

const subjects = () =>
  mails.received.map(({ data }) => /^Subject: (.*(?:\r\n .*)*)/im.exec(data)?.[1] ?? "");

async function stateOf(id: Id<"we">) {
  const { rows } = await getPool().query(
    "select status, failing_since, last_failure_at, warned_hours from webhook_endpoints where id = $1",
    [id],
  );
  return rows[0];
}

test("72 hours: not a second earlier, at the second, and one e-mail from three workers", async () => {
  const id = await endpoint();
  await emit();
  await attempt("fails");
  goTo(72 * HOUR_MS - SECOND_MS);
  // Skips the warnings, which have their own test.
  await getPool().query("update webhook_endpoints set warned_hours = 48");
  assert.equal(await watch(), 0);
  assert.equal((await stateOf(id)).status, "enabled");
  assert.equal(mails.received.length, 0);
  goTo(72 * HOUR_MS + SECOND_MS);
  assert.equal(await watch(), 1);
  assert.equal((await stateOf(id)).status, "disabled");
  assert.equal(mails.received.length, 1);
  assert.match(subjects()[0]!, /hooks\.example\.com are disabled/);
  assert.deepEqual(mails.received[0]!.to, [merchant.email]);
  goTo(80 * HOUR_MS);
  assert.equal(await watch(), 0);
  assert.equal(mails.received.length, 1, "one e-mail");
});

test("owners are warned once at 24 and once at 48 hours, and again when the endpoint fails after a success", async () => {
  await endpoint();
  await emit();
  await attempt("fails");
  goTo(24 * HOUR_MS - SECOND_MS);
  await watch();
  assert.equal(mails.received.length, 0);
  for (const hours of [24, 30, 48, 60]) {
    goTo(hours * HOUR_MS + SECOND_MS);
    await attempt("fails");
    await watch();
  }
  assert.equal(mails.received.length, 2);
  assert.match(subjects()[0]!, /24 hours/);
  assert.match(subjects()[1]!, /48 hours/);

  await emit();
  await attempt("succeeds");
  await emit();
  await attempt("fails");
  goTo(85 * HOUR_MS);
  await attempt("fails");
  await watch();
  assert.equal(mails.received.length, 3, "failing again after a success warns again");
  assert.match(subjects()[2]!, /24 hours/);
});

test("an endpoint first checked after 48 hours gets only the later warning", async () => {
  await endpoint();
  await emit();
  await attempt("fails");
  goTo(50 * HOUR_MS);
  await watch();
  assert.deepEqual(subjects().length, 1);
  assert.match(subjects()[0]!, /48 hours/);
});

test("a success before 72 hours restarts the count", async () => {
  const id = await endpoint();
  await emit();
  await attempt("fails");
  goTo(71 * HOUR_MS);
  await attempt("succeeds");
  goTo(73 * HOUR_MS);
  assert.equal(await watch(), 0);
  assert.equal((await stateOf(id)).failing_since, null);
  assert.equal((await stateOf(id)).warned_hours, 0);
});

test("an endpoint without deliveries after its failures stays enabled until the next failure", async () => {
  const id = await endpoint();
  await emit();
  // The whole ladder: seven attempts over 24 hours.
  for (const hours of [0, 0.1, 0.3, 1, 4, 11, 24]) {
    goTo(hours * HOUR_MS);
    await attempt("fails");
  }
  const { rows } = await getPool().query("select status from deliveries where endpoint_id = $1", [
    id,
  ]);
  assert.deepEqual(rows, [{ status: "failed" }]);
  goTo(100 * HOUR_MS);
  assert.equal(await watch(), 0);
  assert.equal((await stateOf(id)).status, "enabled");
  await emit();
  await attempt("fails");
  assert.equal(await watch(), 1);
});

test("an endpoint that was silent for days is judged by the outcome of its next event, not while it is sent", async () => {
  const id = await endpoint();
  await emit();
  await attempt("fails");
  await getPool().query("update deliveries set status = 'failed', next_attempt_at = null");
  goTo(100 * HOUR_MS);
  await emit();
  assert.equal(await watch(), 0, "the event waits for its first attempt");
  assert.equal((await attempt("succeeds")).length, 1);
  assert.equal(await watch(), 0);
  const { status, failing_since } = await stateOf(id);
  assert.deepEqual({ status, failing_since }, { status: "enabled", failing_since: null });
});

test("test events and failed replays neither disable an endpoint nor keep it enabled", async () => {
  const untouched = await endpoint();
  await emit();
  const [delivery] = await attempt("succeeds");
  await transact((tx) => replayDeliveryIn(tx, ctx(), delivery!));
  await transact((tx) => testEndpointIn(tx, ctx(), untouched));
  assert.equal((await attempt("fails")).length, 2);
  assert.equal((await stateOf(untouched)).failing_since, null, "their failures do not count");
  goTo(73 * HOUR_MS);
  assert.equal(await watch(), 0);

  await emit();
  await attempt("fails");
  const since = (await stateOf(untouched)).failing_since;
  assert.ok(since);
  await getPool().query("update deliveries set next_attempt_at = null where status = 'retrying'");
  await transact((tx) => testEndpointIn(tx, ctx(), untouched));
  await attempt("succeeds");
  assert.deepEqual((await stateOf(untouched)).failing_since, since, "nor does a test's success");

  const { rows } = await getPool().query(
    "select id from deliveries where endpoint_id = $1 and origin = 'event' order by id desc limit 1",
    [untouched],
  );
  await transact((tx) => replayDeliveryIn(tx, ctx(), rows[0].id));
  await attempt("succeeds");
  assert.equal((await stateOf(untouched)).failing_since, null, "a real event that arrived does");
});

test("a worker that dies between disabling and queueing the e-mail does neither, and the next worker does both", async () => {
  const id = await endpoint();
  await emit();
  await attempt("fails");
  goTo(72 * HOUR_MS + SECOND_MS);
  const blocker = await getPool().connect();
  await blocker.query("begin; lock table mail_messages in exclusive mode");
  const dying = assert.rejects(disableFailingEndpoints());
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 500, "it waits for the outbox");
    const { rows } = await getPool().query(
      "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like '%mail_messages%'",
    );
    if (rows.length > 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await dying;
  await blocker.query("rollback");
  blocker.release();
  assert.equal((await stateOf(id)).status, "enabled");
  assert.equal(await watch(), 1);
  assert.equal(mails.received.length, 1);
});
