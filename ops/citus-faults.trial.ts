// A shard moves to the other node, and a node dies, while accounts of both nodes charge: nothing is lost, nothing is charged
// twice, each event arrives at its own endpoint only, and the accounts of the other node go on.
// Runs alone: its database is on a cluster of its own.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "#db/client.ts";
import {
  chargeAll,
  nodeOf,
  openScene,
  post,
  type Scene,
  type Shop,
  saidBy,
  settleAll,
} from "./citus/scene.ts";
import { charge, refusedCharge } from "./faults/probe.ts";
import { judge } from "./faults/verdict.ts";
import { cleanUpAfterwards, isReady, until } from "./support.ts";

const UNTIL_SETTLED_DAYS = 4;
/** Charges and deliveries flow for so long before a node is lost or a shard moves. */
const BEFORE_MS = 5_000;
/** Until then the sessions of new processes connect to the nodes and plan their first statements. */
const WARM_UP_MS = 120_000;
/** With all nodes up, something arrives at each endpoint at least so often. */
const STEADY_MS = 1_500;
const DOWN_MS = 10_000;
const AFTER_MS = 10_000;
/** Citus ends what a crash left prepared after at most a minute. */
const REST_MS = 180_000;
/** While a node is lost, deliveries of accounts on the other wait for so long, and their due work too. */
const LONGEST_PAUSE_MS = 5_000;
/** While logical replication catches up at the end of a move, writes wait. */
const LONGEST_WAIT_MS = 10_000;
/** Keys of probes, which belong to no load. */
const OF_PROBES = /payments for \d+ orders/;

cleanUpAfterwards();

/** Prints the charges of some accounts, and their longest waits since the last call. */
function look(t: TestContext, when: string, shops: readonly Shop[]): void {
  for (const { name, charges, stall } of shops) {
    const { acknowledged, failures } = charges.report();
    t.diagnostic(
      `${when}, ${name}: ${acknowledged} acknowledged, longest gap ${charges.takeGap()} ms, nothing arrived for ${stall.take()} ms, failures so far ${JSON.stringify(failures)}`,
    );
  }
}

/** Charges until something has arrived at each endpoint all the time. A cold start would count as a pause of the lost node. */
async function warmUp(t: TestContext, shops: readonly Shop[]): Promise<void> {
  const began = performance.now();
  await until(
    "a steady flow of deliveries",
    async () => {
      for (const { stall } of shops) stall.take();
      await sleep(BEFORE_MS);
      return Math.max(...shops.map(({ stall }) => stall.take())) < STEADY_MS;
    },
    WARM_UP_MS,
  );
  t.diagnostic(`a steady flow after ${Math.round(performance.now() - began)} ms`);
}

/** A warning of the coordinator itself: a worker's becomes an error, which callers see. */
const LOST_ROWS = /WARNING.*could not find the intermediate result/;

/** Compares what callers were told with the books and with what arrived where. */
async function compare(
  t: TestContext,
  { it, shops, cluster }: Scene,
  replayed = "none",
): Promise<void> {
  for (const [said, n] of saidBy([...it.webs, ...it.workers])) t.diagnostic(`${n} x ${said}`);
  await settleAll(shops, UNTIL_SETTLED_DAYS);
  const counts = new Map(shops.flatMap(({ arrivals }) => [...arrivals.counts]));
  const loads = shops.map(({ charges }) => charges);
  const { problems, ...verdict } = await judge(loads, { counts }, REST_MS);
  for (const { name, charges } of shops) {
    t.diagnostic(`${name}: ${JSON.stringify(charges.report())}`);
  }
  t.diagnostic(JSON.stringify(verdict));
  assert.deepEqual(
    problems.filter((each) => !OF_PROBES.test(each) && !each.startsWith(replayed)),
    [],
  );
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.doesNotMatch(cluster.coordinator.unit.log(), LOST_ROWS);
  const { rows } = await getPool().query<{ id: string; accountId: string }>(
    `select id, account_id as "accountId" from events`,
  );
  const owners = new Map(rows.map(({ id, accountId }) => [id, accountId]));
  for (const { accountId, arrivals } of shops) {
    const strangers = [...arrivals.counts.keys()].filter((id) => owners.get(id) !== accountId);
    assert.deepEqual(strangers, [], "every event arrived at an endpoint of its account");
  }
}

/** Callers are told to repeat: never another error of ours, and never without saying when. */
function areTold(shops: readonly Shop[], allowed: RegExp): void {
  for (const { name, charges } of shops) {
    const seen = Object.keys(charges.report().failures);
    assert.deepEqual(
      seen.filter((failure) => !allowed.test(failure)),
      [],
      name,
    );
  }
}

/** Something due of an account is done: what, and after how many ms. */
async function isDone(t: TestContext, what: string, check: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  await until(what, check, LONGEST_PAUSE_MS);
  t.diagnostic(`${what} while the node is down, after ${Math.round(performance.now() - began)} ms`);
}

const DELIVERED = `
  select id, event_id as event from deliveries where account_id = $1 and status = 'delivered' limit 1`;
const ARRIVED = `
  with next as (select id from settlements where account_id = $1 and status = 'scheduled' limit 1)
  update settlements s set rail_check_at = now() from next where s.account_id = $1 and s.id = next.id
  returning s.id`;
const STATUS = "select status from settlements where account_id = $1 and id = $2";

/** A replay, which goes through the queue, and a settlement that arrives: due work of an account. Returns the replayed event. */
async function workMeanwhile(t: TestContext, shop: Shop): Promise<string> {
  const { accountId, arrivals } = shop;
  const { rows } = await getPool().query<{ id: string; event: string }>(DELIVERED, [accountId]);
  const { id, event } = rows[0]!;
  const before = arrivals.counts.get(event) ?? 0;
  await post(shop, `/v1/deliveries/${id}/replay`, { key: "while a node is down" });
  await isDone(t, "a replay arrives", async () => (arrivals.counts.get(event) ?? 0) > before);
  const due = await getPool().query<{ id: string }>(ARRIVED, [accountId]);
  await isDone(t, "a settlement is paid", async () => {
    const found = await getPool().query(STATUS, [accountId, due.rows[0]!.id]);
    return found.rows[0]!.status === "paid";
  });
  return event;
}

/** Makes a settlement of each account, which has not arrived. */
async function makeSettlements(shops: readonly Shop[]): Promise<void> {
  for (const { name, port, secret } of shops) {
    assert.equal((await charge(port, secret, `${name} before`)).status, 201);
  }
  await settleAll(shops, 1);
}

test("a node dies while its accounts charge: they are told to repeat, and all work of the others goes on", async (t) => {
  const scene = await openScene();
  try {
    const { it, cluster, shops } = scene;
    const [lost, other] = scene.nodes;
    const node = cluster.workers.find(({ port }) => port === lost!.port)!;
    await makeSettlements(shops);
    let key = "";
    let replayed = "";
    await chargeAll(shops, async () => {
      await warmUp(t, shops);
      look(t, "before", shops);
      const arrived = () => other!.shops.map(({ arrivals }) => arrivals.counts.size);
      const before = arrived();
      await node.kill();
      key = await refusedCharge(it.webPorts[0]!, lost!.shops[0]!.secret);
      for (const port of [...it.webPorts, ...it.workerPorts]) {
        t.diagnostic(`port ${port} is ready while the node is down: ${await isReady({ port })}`);
      }
      const up = sleep(DOWN_MS);
      replayed = await workMeanwhile(t, other!.shops[0]!);
      await up;
      const stalls = other!.shops.map(({ stall }) => stall.take());
      const events = arrived().map((count, n) => count - before[n]!);
      t.diagnostic(
        `the other node's events while it is down: ${events}; longest pause: ${stalls} ms`,
      );
      assert.ok(Math.max(...stalls) < LONGEST_PAUSE_MS, `nothing arrived for ${stalls} ms`);
      look(t, "down", shops);
      await node.start();
      const began = performance.now();
      await until("a charge on the node", async () => {
        const { status } = await charge(it.webPorts[0]!, lost!.shops[0]!.secret, key);
        return status === 200 || status === 201;
      });
      t.diagnostic(`next charge ${Math.round(performance.now() - began)} ms after the start`);
      await sleep(AFTER_MS);
      look(t, "after", shops);
    });
    await compare(t, scene, replayed);
    areTold(lost!.shops, /^503 gateway_error$|^409 idempotency_in_progress$/);
    areTold(other!.shops, /^$/);
    for (const { arrivals, name } of shops) {
      const twice = [...arrivals.counts].filter(([id, count]) => count > (id === replayed ? 2 : 1));
      assert.deepEqual(twice, [], `${name}: each event arrived once`);
    }
  } finally {
    await scene.stop();
  }
});

test("a shard moves to the other node while accounts of both charge, and callers wait for seconds at most", async (t) => {
  const scene = await openScene();
  try {
    const { cluster, shops } = scene;
    const [from, to] = scene.nodes;
    const { accountId } = from!.shops[0]!;
    await chargeAll(shops, async () => {
      await warmUp(t, shops);
      look(t, "before", shops);
      const began = performance.now();
      await cluster.coordinator.ask(
        `select citus_move_shard_placement(get_shard_id_for_distribution_column('payments', '${accountId}'),
           '127.0.0.1', ${from!.port}, '127.0.0.1', ${to!.port}, 'auto')`,
        "paydesk",
      );
      t.diagnostic(`the shard moved in ${Math.round(performance.now() - began)} ms`);
      look(t, "during the move", shops);
      await sleep(AFTER_MS);
      look(t, "after", shops);
    });
    assert.equal(await nodeOf(accountId), to!.port);
    await compare(t, scene);
    areTold(shops, /^503 gateway_error$|^409 idempotency_in_progress$/);
    for (const { name, charges } of shops) {
      assert.ok(charges.report().longestGapMs < LONGEST_WAIT_MS, name);
    }
  } finally {
    await scene.stop();
  }
});

const SEEN = `
  select d.*, 'new_deliveries_' || get_shard_id_for_distribution_column('new_deliveries', d.account_id) as shard
    from deliveries d where d.account_id = $1 and d.status = 'delivered' limit 1`;

test("a delivery that its node commits after the coordinator, when readers have passed it, is sent within seconds", async (t) => {
  const scene = await openScene();
  try {
    const { cluster, it } = scene;
    const { accountId, secret, arrivals } = scene.nodes[0]!.shops[0]!;
    const node = cluster.workers.find(({ port }) => port === scene.nodes[0]!.port)!;
    const chargeOne = async (key: string) => {
      const before = arrivals.counts.size;
      assert.equal((await charge(it.webPorts[0]!, secret, key)).status, 201);
      await until(`the arrival of ${key}`, async () => arrivals.counts.size > before);
    };
    await chargeOne("before");
    let seen: Record<string, unknown> | undefined;
    await until("a delivered row", async () => {
      seen = (await getPool().query(SEEN, [accountId])).rows[0];
      return seen !== undefined;
    });
    const { id, mode, event_id, event_type, object_id, endpoint_id, shard } = seen as Record<
      string,
      string
    >;
    const [ended] = await cluster.coordinator.ask(
      "select pg_current_xact_id()::text as id",
      "paydesk",
    );
    await node.ask(
      `begin;
       insert into ${shard} (account_id, id, mode, event_id, event_type, object_id, endpoint_id, created_at, tx_id)
       values ('${accountId}', '${id}x', '${mode}', '${event_id}', '${event_type}', '${object_id}', '${endpoint_id}', now(), '${ended!.id}');
       prepare transaction 'late'`,
      "paydesk",
    );
    await chargeOne("after");
    assert.equal(arrivals.counts.get(event_id!), 1);
    await node.ask("commit prepared 'late'", "paydesk");
    const began = performance.now();
    await until("its arrival", async () => arrivals.counts.get(event_id!) === 2);
    t.diagnostic(
      `sent ${Math.round(performance.now() - began)} ms after its node had committed it`,
    );
  } finally {
    await scene.stop();
  }
});
