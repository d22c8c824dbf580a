// A coordinator with two workers of Citus, and the processes of the service: what is charged there is delivered, settled and sealed,
// and the books agree.
// Runs alone: its database is on a cluster of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { getPool } from "#db/client.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { disagreements } from "#test/books-agree.ts";
import { openTill, type Till } from "#test/money.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";
import { keepCharging } from "./charges.ts";
import { startCluster } from "./citus/cluster.ts";
import { makeFolder } from "./faults/folder.ts";
import { makeService } from "./postgres.ts";
import { cleanUpAfterwards, killAll, startWeb, startWorker, until } from "./support.ts";

const SHARDS = 4;
const ACCOUNTS = 4;
const LANES = 2;
const CHARGING_MS = 5_000;
const FOUR_DAYS_S = 4 * 86_400;

cleanUpAfterwards();

const { webhooks } = new Stripe("sk_test_unused");

type Shop = { till: Till; receiver: Receiver; secret: string };

async function openShop(): Promise<Shop> {
  const till = await openTill();
  const receiver = await startReceiver();
  const { secret } = await createEndpoint(till.ctx.test, { url: receiver.url, events: ["*"] });
  return { till, receiver, secret };
}

/** The ids of the events that have arrived, each once; throws for a signature that is not the endpoint's. */
const arrivedAt = ({ receiver, secret }: Shop): string[] =>
  receiver.received.map(({ body, headers }) => {
    const signed = webhooks.constructEvent(body, headers["service-signature"]!, secret);
    return String(signed.id);
  });

const asked = async (sql: string) => (await getPool().query(sql)).rows;
const idsOf = async (table: string): Promise<string[]> =>
  (await asked(`select id from ${table}`)).map(({ id }) => id).toSorted();
const isEmpty = async (sql: string) => (await asked(`select 1 from ${sql} limit 1`)).length === 0;

const WORKED_OFF = [
  "new_deliveries",
  "deliveries where next_attempt_at is not null",
  "ledger_unsealed",
  "audit_unsealed",
];

test("on a cluster each charge is delivered once with its signature, settled and sealed, and the books agree", async (t) => {
  const cluster = await startCluster({ folder: makeFolder("citus"), workers: 2, shards: SHARDS });
  try {
    const { ownerUrl, serviceUrl } = await makeService(cluster);
    assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
    const shops = await Promise.all(Array.from({ length: ACCOUNTS }, openShop));
    const web = await startWeb();
    await startWorker();
    const began = performance.now();
    const loads = shops.map(({ till }) => keepCharging(web, till.key, { lanes: LANES }));
    await sleep(CHARGING_MS);
    await Promise.all(loads.map((load) => load.stop()));
    const seconds = (performance.now() - began) / 1_000;
    const orders = loads.flatMap((load) => load.orders());
    for (const { till } of shops) {
      const advanced = await till.call("POST", "/v1/test/clock/advance", { seconds: FOUR_DAYS_S });
      assert.equal(advanced.status, 200, advanced.text);
    }
    for (const work of WORKED_OFF) await until(`the end of ${work}`, () => isEmpty(work));

    const { rows: nodes } = await getPool().query(
      "select count(distinct nodename || nodeport)::int as n from citus_shards where table_name = 'payments'::regclass",
    );
    assert.equal(nodes[0].n, 2);
    assert.deepEqual(await idsOf("payments"), orders.map(({ paymentId }) => paymentId).toSorted());
    const arrived = shops.flatMap(arrivedAt).toSorted();
    assert.deepEqual(arrived, await idsOf("events"));
    assert.ok((await idsOf("settlements")).length >= ACCOUNTS);
    assert.deepEqual(await disagreements(), []);
    t.diagnostic(
      `${orders.length} charges of ${ACCOUNTS} accounts in ${seconds.toFixed(1)} s, ${arrived.length} events delivered once each, all signatures verified`,
    );
  } finally {
    await killAll();
    await cluster.stop();
  }
});
