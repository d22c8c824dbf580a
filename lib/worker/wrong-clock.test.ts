// Web and worker processes whose system clock is wrong by minutes, days and months. Each pair has its own database,
// made while the clock was right.
// Runs alone: it closes its database to connections.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { closeDb } from "#db/client.ts";
import { cloneTemplate } from "#db/databases.ts";
import { freePort } from "#db/embedded/ports.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { flushKeyUse } from "#lib/domain/keys/index.ts";
import { flushRequestLog } from "#lib/domain/request-log/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS, nowMs, useClock } from "#lib/kernel/clock.ts";
import { env } from "#lib/kernel/env.ts";
import { api } from "#test/api.ts";
import { asOwner } from "#test/as-owner.ts";
import { eventRow } from "#test/hook-rows.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { shiftedClock } from "#test/moving-clock.ts";
import { type Received, type Receiver, startReceiver } from "#test/receiver.ts";
import { Killable } from "#tools/crash/processes.ts";

const PAYMENT = {
  ...{ amount: 1_000, currency: "EUR", method: "card", capture: "automatic" },
  payment_method: "pm_test_4242424242424242",
};
const DAYS_OLD = { young: 29, old: 34 };

let folder: string;
let receiver: Receiver;
let merchant: Merchant;
/** The payment made with the idempotency key `earlier`, used 23 hours ago. */
let earlierId: string;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "paydesk-clock-"));
  receiver = await startReceiver();
  merchant = await createMerchant();
  for (const days of Object.values(DAYS_OLD)) {
    const createdAt = dateFromMs(nowMs() - days * DAY_MS);
    const day = { nowMs: createdAt.getTime(), daysBack: 0, daysAhead: 0 };
    await asOwner((client) => ensurePartitions(client, day));
    await eventRow(merchant, { createdAt });
  }
  earlierId = await payEarlier("earlier", 23 * HOUR_MS);
  await payEarlier("expired", 25 * HOUR_MS);
  // After the payments, so that these processes deliver only their own events.
  await createEndpoint(merchant.ctx.test, { url: receiver.url, events: ["payment.succeeded"] });
  await Promise.all([flushRequestLog(), flushKeyUse()]);
  await closeDb();
  await disconnectAll();
});

/** PostgreSQL cannot copy a database with connections. */
async function disconnectAll(): Promise<void> {
  const url = new URL(env.databaseOwnerUrl);
  const name = url.pathname.slice(1);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`alter database "${name}" with allow_connections false`);
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    name,
  ]);
  await client.end();
}

after(async () => {
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function payEarlier(key: string, agoMs: number): Promise<string> {
  const ms = nowMs() - agoMs;
  const putBack = useClock({ nowMs: () => ms });
  try {
    const headers = { "Idempotency-Key": key };
    const made = await api().call(
      merchant.keys.test.secret,
      "POST",
      "/v1/payments",
      PAYMENT,
      headers,
    );
    assert.equal(made.status, 201);
    return made.body.id;
  } finally {
    putBack();
  }
}

type Pair = {
  origin: string;
  database: pg.Client;
  /** Waits for the running rounds, including the first pruning. */
  stopWorker(): Promise<void>;
  workerLog(): string;
  stop(): Promise<void>;
};

async function startPair(name: string, aheadMs: number): Promise<Pair> {
  const { ownerUrl, serviceUrl } = await cloneTemplate(
    { ownerUrl: env.databaseOwnerUrl, serviceUrl: env.databaseUrl },
    `${new URL(env.databaseUrl).pathname.slice(1)}_${name}`,
  );
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const variables = {
    ...{ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl },
    ...{ DATA_DIR: join(folder, name), LOG_LEVEL: "info" },
    ...{ HOST: "127.0.0.1", PORT: String(port), PUBLIC_URL: origin },
    // Eight processes share the server with other tests.
    ...{ NODE_ENV: "production", NODE_TEST_CONTEXT: undefined, DATABASE_POOL: "16" },
  };
  const clock = shiftedClock(aheadMs);
  const web = new Killable(`${name}-web`, [...clock, "server.ts", "--api-only"], variables, folder);
  const worker = new Killable(`${name}-worker`, [...clock, "worker.ts"], variables, folder);
  const database = new pg.Client({ connectionString: serviceUrl });
  await Promise.all([web.start(), worker.start(), database.connect()]);
  return {
    ...{ origin, database },
    stopWorker: () => worker.stop(),
    workerLog: () => readFileSync(join(folder, `${name}-worker.log`), "utf8"),
    stop: async () => {
      await Promise.all([web.kill(), worker.kill(), database.end()]);
    },
  };
}

async function pay({ origin }: Pair, key: string): Promise<{ status: number; id: string }> {
  const response = await fetch(`${origin}/v1/payments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${merchant.keys.test.secret}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify(PAYMENT),
  });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
}

/** Makes a payment, repeats the earlier one and waits for the webhook; then stops the worker. */
async function work(pair: Pair): Promise<Received> {
  assert.deepEqual(await pay(pair, "earlier"), { status: 200, id: earlierId });
  const { status, id } = await pay(pair, "new");
  assert.equal(status, 201);
  assert.deepEqual(await pay(pair, "new"), { status: 200, id });
  const [webhook] = await receiver.waitFor(1, ({ body }) => body.includes(id));
  await pair.stopWorker();
  assert.deepEqual(await pay(pair, "earlier"), { status: 200, id: earlierId });
  return webhook!;
}

/** Seconds between the time in a signature and ours. */
function apartSeconds({ headers }: Received): number {
  const t = /t=(\d+)/.exec(headers["service-signature"]!)?.[1];
  return Math.abs(Number(t) - nowMs() / 1_000);
}

async function left({
  database,
}: Pair): Promise<{ payments: number; keys: string[]; days: string[] }> {
  const { rows } = await database.query(
    `select (select count(*)::int from payments) as payments,
            (select array_agg(key order by key) from idempotency_keys) as keys,
            (select array_agg(round(extract(epoch from now() - created_at) / 86400) || ' days' order by created_at)
               from events where created_at < now() - interval '7 days') as days`,
  );
  return rows[0];
}

describe("a wrong system clock", { concurrency: 4 }, () => {
  for (const [shift, aheadMs] of [
    ["10 minutes", 10 * MINUTE_MS],
    ["a day", DAY_MS],
    ["60 days", 60 * DAY_MS],
  ] as const) {
    for (const direction of ["ahead", "behind"] as const) {
      test(`processes ${shift} ${direction} report it, delete nothing, charge once and deliver`, async () => {
        const signedMs = direction === "ahead" ? aheadMs : -aheadMs;
        const pair = await startPair(`${direction}_${aheadMs}`, signedMs);
        try {
          const ready = await fetch(`${pair.origin}/readyz`);
          assert.equal(ready.status, 503);
          const wrong = new RegExp(`the clock of this process is \\d+ s ${direction}`);
          assert.match(await ready.text(), wrong);

          assert.ok(apartSeconds(await work(pair)) < 300);
          assert.match(pair.workerLog(), wrong);
          assert.deepEqual(await left(pair), {
            payments: 3,
            keys: ["earlier", "expired", "new"],
            days: ["34 days", "29 days"],
          });
        } finally {
          await pair.stop();
        }
      });
    }
  }

  test("processes with a right clock are ready and delete only old data", async () => {
    const pair = await startPair("right", 0);
    try {
      assert.equal((await fetch(`${pair.origin}/readyz`)).status, 200);
      await work(pair);
      const rest = { payments: 3, keys: ["earlier", "new"], days: ["29 days"] };
      assert.deepEqual(await left(pair), rest);
    } finally {
      await pair.stop();
    }
  });
});
