// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { getPool } from "#db/client.ts";
import { transact } from "#db/transact.ts";
import { emitEvent, notifyDispatcher } from "#lib/domain/events/index.ts";
import { createEndpoint } from "#lib/domain/webhooks/index.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { createMerchant, type Merchant } from "#test/merchant.ts";
import { type Receiver, startReceiver } from "#test/receiver.ts";

const LEASE_MS = 1_500;
const SCRIPT = fileURLToPath(import.meta.resolve("#test/worker-process.ts"));

let merchant: Merchant;
let receiver: Receiver;
const children = new Set<ChildProcess>();
before(async () => {
  merchant = await createMerchant();
  receiver = await startReceiver();
  receiver.reply({ status: 200, delayMs: 20 });
  await createEndpoint(merchant.ctx.test, { url: receiver.url, events: ["*"] });
});
after(async () => {
  for (const child of children) child.kill("SIGKILL");
  await receiver.stop();
});

async function startProcess({ leaseMs = LEASE_MS, idleMs = 30_000 } = {}): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--no-warnings", SCRIPT, `${leaseMs}`, `${idleMs}`], {
    env: childEnv({}),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  children.add(child);
  await once(child, "message");
  return child;
}

async function end(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  children.delete(child);
}

async function emit(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const data = { id: `pay_${i}`, status: "succeeded" };
    const event = await transact((tx) =>
      emitEvent(tx, merchant.ctx.test, { type: "payment.succeeded", objectId: data.id, data }),
    );
    ids.push(event.id);
  }
  notifyDispatcher();
  return ids;
}

const arrived = () => receiver.received.map((each) => each.headers["service-event-id"]!);

test("killing workers at any moment loses no event, repeats few deliveries and keeps every attempt", async () => {
  const KILLS = 4;
  const ids = await emit(300);
  let worker = await startProcess();
  for (let kill = 1; kill <= KILLS; kill++) {
    await receiver.waitFor(receiver.received.length + 30);
    await end(worker, "SIGKILL");
    worker = await startProcess();
  }
  await receiver.waitFor(ids.length);
  const ends = performance.now() + 30_000;
  let statuses: Array<{ status: string; n: bigint }> = [];
  do {
    const { rows } = await getPool().query(
      "select status, count(*) as n from all_deliveries where account_id = $1 group by status",
      [merchant.account.id],
    );
    statuses = rows;
    await new Promise((resolve) => setTimeout(resolve, 50));
  } while (statuses.length !== 1 && performance.now() < ends);
  await end(worker, "SIGTERM");

  assert.deepEqual(statuses, [{ status: "delivered", n: BigInt(ids.length) }]);
  assert.deepEqual(new Set(arrived()), new Set(ids));
  // Only deliveries in flight when a worker died can arrive twice: at most 64 per endpoint.
  const repeated = arrived().length - ids.length;
  assert.ok(repeated <= KILLS * 64, `${repeated} came twice`);
  const { rows } = await getPool().query(
    `select count(*) as n from deliveries d join delivery_attempts a
       on a.account_id = d.account_id and a.delivery_id = d.id and a.number = d.attempt_count
      where d.account_id = $1`,
    [merchant.account.id],
  );
  assert.equal(rows[0].n, BigInt(ids.length));
});

test("a worker that stops finishes its attempts and leaves the other deliveries to the next worker", async () => {
  const before = receiver.received.length;
  receiver.reply({ status: 200, delayMs: 300 });
  const ids = await emit(120);
  // Longer than the test may take: on a busy machine a short lease ends before its attempt is recorded, and a lease that were
  // left behind would keep its delivery from the next worker.
  const first = await startProcess({ leaseMs: 60_000 });
  await receiver.waitFor(before + 20);
  await end(first, "SIGTERM");
  const { rows } = await getPool().query(
    "select count(*) as n from deliveries where account_id = $1 and lease_id is not null",
    [merchant.account.id],
  );
  assert.equal(rows[0].n, 0n, "no lease is left behind");
  receiver.reply({ status: 200 });
  const second = await startProcess();
  await receiver.waitFor(before + ids.length);
  await end(second, "SIGTERM");
  assert.deepEqual(arrived().slice(before).sort(), [...ids].sort());
});

test("a worker that hangs loses its lanes, and the other one sends their deliveries", async () => {
  receiver.reply({ status: 200 });
  for (let n = 0; n < 16; n++) {
    await createEndpoint(merchant.ctx.test, { url: `${receiver.url}/${n}`, events: ["*"] });
  }
  const hangs = { idleMs: 8_000 };
  const workers = [await startProcess(hangs), await startProcess(hangs)];
  const lanes = async () =>
    (
      await getPool().query(
        "select count(*) as n from pg_locks where locktype = 'advisory' and classid = 7340013 group by pid",
      )
    ).rows.map(({ n }) => Number(n));
  while ((await lanes()).join() !== "8,8") await sleep(50);
  workers[0]!.kill("SIGSTOP");
  const before = receiver.received.length;
  await emit(1);
  await receiver.waitFor(before + 17);
  workers[0]!.kill("SIGCONT");
  for (const worker of workers) await end(worker, "SIGTERM");
});
