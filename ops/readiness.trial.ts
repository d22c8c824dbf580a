// Answers of `/readyz` of a web process, and of its calls, while its database cannot serve them. A full disk, a full log and
// clocks have trials of their own.
// Runs alone: its database is on a server of its own.

import assert from "node:assert/strict";
import { connect, createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import pg from "pg";
import { freePort } from "#db/embedded/ports.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { ask } from "#test/ask.ts";
import { openTill } from "#test/money.ts";
import { chargeOnce, clientOf } from "./faults/charge.ts";
import { makeService, startPrimary, startStandby } from "./postgres.ts";
import { cleanUpAfterwards, startWeb, until } from "./support.ts";

const CALLS = 150;
const SHUTDOWN_DELAY_MS = 1_500;

cleanUpAfterwards();

/** An address of the database that is moved from one server to another, as a balancer's. */
const open = new Set<Socket>();
let to = 0;
const address = createServer((from) => {
  const onward = connect(to, "127.0.0.1");
  for (const [one, other] of [
    [from, onward],
    [onward, from],
  ] as const) {
    open.add(one);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
    one.pipe(other);
  }
});
const move = (port: number) => {
  to = port;
  for (const socket of open) socket.destroy();
};
after(() => {
  address.close();
  for (const socket of open) socket.destroy();
});

const primary = await startPrimary();
const { name, ownerUrl, serviceUrl } = await makeService(primary);
const standby = await startStandby(primary);
const port = await freePort();
await new Promise<void>((resolve) => address.listen(port, "127.0.0.1", resolve));
move(primary.port);
assignEnv({ DATABASE_URL: serviceUrl, DATABASE_OWNER_URL: ownerUrl });
const till = await openTill();
const moved = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
const web = await startWeb({
  ...{ DATABASE_URL: moved(serviceUrl), DATABASE_OWNER_URL: moved(ownerUrl) },
  SHUTDOWN_DELAY_MS: String(SHUTDOWN_DELAY_MS),
});
const client = clientOf(web, till.key);

/** Waits until the process says this, with a status; returns the milliseconds. */
async function untilSaid(status: number, reason: RegExp): Promise<number> {
  const started = performance.now();
  await until(`${status} ${reason}`, async () => {
    const said = await ask(web, "/readyz").catch(() => null);
    return said?.status === status && reason.test(said.body);
  });
  return Math.round(performance.now() - started);
}

/** Charges and lists, each once; returns how many answers had each status. */
async function callAll(about: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const headers = { authorization: `Bearer ${till.key}` };
  await Promise.all(
    Array.from({ length: CALLS }, async (_, n) => {
      const answer =
        n % 2 === 0
          ? await chargeOnce(client, `${about} ${n}`)
          : await ask(web, "/v1/payments?limit=1", { headers });
      const kind = `${n % 2 === 0 ? "charge" : "list"} ${answer.status}`;
      found[kind] = (found[kind] ?? 0) + 1;
      if (answer.status === 503) assert.ok(answer.headers["retry-after"], "when to try again");
    }),
  );
  return found;
}

const SERVES = { "charge 201": CALLS / 2, "list 200": CALLS / 2 };

/** Nothing but an answer or 503; a charge is never acknowledged. */
function areRefused(answers: Record<string, number>): void {
  const { "list 200": _, "list 503": __, ...charges } = answers;
  assert.deepEqual(charges, { "charge 503": CALLS / 2 });
}

test("when its address leads to a standby the process says so, and no call gets 500", async (t) => {
  assert.deepEqual(await callAll("before"), SERVES);
  move(standby.port);
  const saidMs = await untilSaid(503, /standby|read-only/);
  const answers = await callAll("on the standby");
  areRefused(answers);
  move(primary.port);
  const backMs = await untilSaid(200, /./);
  assert.deepEqual(await callAll("after"), SERVES);
  t.diagnostic(JSON.stringify({ saidMs, answers, backMs }));
});

test("a read-only database, an older schema and a statement that waits for an exclusive lock are told", async (t) => {
  const told: Record<string, number> = {};
  const database = `alter database ${name}`;
  await primary.ask(`${database} set default_transaction_read_only = on`);
  move(primary.port);
  told.readOnly = await untilSaid(503, /read-only/);
  areRefused(await callAll("read-only"));
  await primary.ask(`${database} reset default_transaction_read_only`);
  move(primary.port);
  await untilSaid(200, /./);

  const shift = (by: number) =>
    primary.ask(
      `update drizzle.__drizzle_migrations set created_at = created_at + (${by}) where id = (select max(id) from drizzle.__drizzle_migrations)`,
      name,
    );
  await shift(-1);
  told.olderSchema = await untilSaid(503, /schema is older/);
  await shift(1);
  await untilSaid(200, /./);

  const sessions = [ownerUrl, ownerUrl].map((url) => new pg.Client({ connectionString: url }));
  const [reader, migration] = sessions as [pg.Client, pg.Client];
  await Promise.all(sessions.map((each) => each.connect()));
  await reader.query("begin; select from payments limit 1");
  const waiting = migration.query("alter table payments add column late int");
  told.waitingLock = await untilSaid(503, /exclusive lock on payments/);
  await reader.query("commit");
  await waiting;
  await untilSaid(200, /./);
  await Promise.all(sessions.map((each) => each.end()));
  assert.deepEqual(await callAll("afterwards"), SERVES);
  t.diagnostic(JSON.stringify(told));
});

test("a process that is stopped is first not ready, and serves until its delay is over", async (t) => {
  const stopping = web.stop();
  const started = performance.now();
  await untilSaid(503, /about to end/);
  let served = 0;
  while (performance.now() - started < SHUTDOWN_DELAY_MS - 500) {
    assert.equal((await chargeOnce(client, `leaving ${served}`)).status, 201);
    served++;
  }
  assert.ok(served > 0);
  await stopping;
  assert.equal(web.exitCode(), 0);
  t.diagnostic(`${served} charges while it was not ready`);
});
