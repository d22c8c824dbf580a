import assert from "node:assert/strict";
import { after, test } from "node:test";
import { env } from "#lib/kernel/env.ts";
import { askOwner } from "#test/as-owner.ts";
import { startProxy } from "#test/swallowing-proxy.ts";
import { freePort } from "./embedded/ports.ts";
import { makePool } from "./pool.ts";
import { askState, NoPrimaryError, onServer, Servers, serversOf } from "./servers.ts";
import { ServiceClient } from "./service-client.ts";

const real = new URL(env.databaseDirectUrl);
const here = { host: real.hostname, port: Number(real.port) };
const proxies: Array<{ stop(): Promise<void> }> = [];
after(async () => {
  await Promise.all(proxies.map((proxy) => proxy.stop()));
});

async function proxied() {
  const proxy = await startProxy(here);
  proxies.push(proxy);
  return proxy;
}

/** The test's database, reached by other ports. */
const addressOf = (...ports: number[]) =>
  `postgres://${real.username}:${real.password}@${ports.map((port) => `127.0.0.1:${port}`).join()}${real.pathname}`;

const NAME = `"${real.pathname.slice(1)}"`;
const one = "select 1 as n";

test("a connection goes to the first server that accepts writes, past one that is gone and one that is silent", async () => {
  const [gone, silent, good] = [await freePort(), await proxied(), await proxied()];
  silent.swallow(true);
  const address = addressOf(gone, silent.port, good.port);
  const connect = async () => {
    const client = new ServiceClient({ connectionString: address });
    await client.connect();
    assert.deepEqual((await client.query(one)).rows, [{ n: 1 }]);
    assert.equal(client.server.name, `127.0.0.1:${good.port}`);
    await client.end();
    return "connected";
  };
  const expired = onServer(addressOf(silent.port), askState).then(
    () => assert.fail("the silent server answered"),
    () => "expired",
  );
  assert.equal(await Promise.race([expired, connect()]), "connected", "it is not awaited");
  await expired;
  assert.equal(await connect(), "connected");
  assert.equal(silent.accepted(), 2, "the good one is remembered");
});

test("without a server that accepts writes the error says why each does not", async () => {
  const [gone, only] = [await freePort(), await proxied()];
  await askOwner(`alter database ${NAME} set default_transaction_read_only = on`);
  try {
    await assert.rejects(
      serversOf(addressOf(gone, only.port)).current(),
      (error: Error) =>
        error instanceof NoPrimaryError &&
        error.message.includes(`127.0.0.1:${only.port} is read-only`) &&
        error.message.includes("ECONNREFUSED"),
    );
  } finally {
    await askOwner(
      `set transaction read write; alter database ${NAME} reset default_transaction_read_only`,
    );
  }
  assert.equal(
    (await serversOf(addressOf(gone, only.port)).current()).name,
    `127.0.0.1:${only.port}`,
  );
});

test("an old primary is refused once a newer timeline was seen", () => {
  const known = { at: null, last: null, timeline: 2, looking: null };
  const servers = new Servers([{ name: "db1:5432", url: addressOf(1) }], true, known);
  const state = { standby: false, readOnly: false };
  assert.equal(servers.whyNot({ ...state, timeline: 1 }), "is an old primary (timeline 1, seen 2)");
  assert.equal(servers.whyNot({ ...state, timeline: 2 }), null);
  assert.equal(servers.whyNot({ ...state, standby: true, timeline: 0 }), "is a standby");
});

test("a pool throws a connection away whose server refused a write as read-only", async () => {
  const pool = makePool("main", { connectionString: env.databaseDirectUrl, max: 1 });
  const pid = async () => (await pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  const first = await pid();
  const client = await pool.connect();
  await client.query("begin read only");
  await assert.rejects(client.query("create table refused (n int)"), { code: "25006" });
  await client.query("rollback");
  client.release();
  assert.notEqual(await pid(), first);
  assert.equal(await pid(), await pid(), "others are kept");
  await pool.end();
});

test("a statement whose server becomes silent fails in seconds, and a slow one does not", {
  timeout: 30_000,
}, async () => {
  const proxy = await proxied();
  const address = new URL(env.databaseDirectUrl);
  address.port = String(proxy.port);
  const pool = makePool("main", { connectionString: address.href, max: 2 });
  assert.equal((await pool.query("select 7 as n, pg_sleep(5)")).rows[0].n, 7);
  await pool.query(one);
  proxy.swallow(true);
  const began = performance.now();
  await assert.rejects(pool.query(one), /Connection terminated/);
  assert.ok(performance.now() - began < 10_000);
  proxy.swallow(false);
  assert.deepEqual((await pool.query(one)).rows, [{ n: 1 }]);
  await pool.end();
});

test("calls wait for a connection while the server accepts no more", async () => {
  const pool = makePool("main", { connectionString: env.databaseDirectUrl, max: 8 });
  const others = await onServer(
    env.databaseDirectUrl,
    async (client) =>
      (
        await client.query(
          "select count(*)::int as n from pg_stat_activity where datname = current_database()",
        )
      ).rows[0].n,
  );
  await askOwner(`alter database ${NAME} connection limit ${others + 2}`);
  try {
    const sleeps = Array.from({ length: 12 }, () => pool.query("select pg_sleep(0.02)"));
    assert.equal((await Promise.all(sleeps)).length, 12);
    assert.ok(pool.totalCount < 8);
  } finally {
    await askOwner(`alter database ${NAME} connection limit -1`);
    await pool.end();
  }
});
