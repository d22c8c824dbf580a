import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "drizzle-orm";
import type pg from "pg";
import { getPool } from "./client.ts";
import type { PatientPool } from "./patient-pool.ts";
import { exclusively } from "./prepared.ts";
import type { ServiceClient } from "./service-client.ts";
import { transact } from "./transact.ts";

/** Ends a connection from the server's side, like a restart or a failover, and waits until it is gone. */
async function cut(pid: number): Promise<void> {
  const pool = getPool();
  await pool.query("select pg_terminate_backend($1)", [pid]);
  for (;;) {
    const { rowCount } = await pool.query("select from pg_stat_activity where pid = $1", [pid]);
    if (rowCount === 0) break;
  }
  // The event arrives by the socket, one turn of the event loop after another round trip.
  await pool.query("select 1");
  await new Promise((resolve) => setImmediate(resolve));
}

test("a connection lost between two statements fails only its transaction", async () => {
  let pid = 0;
  const work = transact(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    pid = rows[0]!.pid;
    await cut(pid);
    await tx.execute(sql`select 1`);
  });
  await assert.rejects(work);
  const { rows } = await getPool().query("select pg_backend_pid() as pid");
  assert.notEqual(rows[0].pid, pid);
});

test("transactions that cannot begin give their connections back", async () => {
  const pool = getPool() as PatientPool;
  const lose = (client: pg.PoolClient) =>
    (client as unknown as ServiceClient).cut("lost in a test");
  // Each connection is lost between its acquisition and `begin`.
  pool.on("acquire", lose);
  for (let n = 0; n <= pool.options.max; n++) {
    await assert.rejects(
      transact(async () => {}),
      (error: Error) => /lost in a test|not queryable/.test(String(error.cause)),
    );
  }
  pool.off("acquire", lose);
  assert.equal(await transact(async () => "begun"), "begun");
  assert.equal(pool.idleCount, pool.totalCount, "none is in use");
});

test("a connection lost under an exclusive lock fails only its work", async () => {
  const work = exclusively(1, async (run) => {
    const [row] = await run<{ pid: number }>("test.pid", "select pg_backend_pid() as pid", []);
    await cut(row!.pid);
    await run("test.one", "select 1 as one", []);
  });
  await assert.rejects(work);
  assert.equal(await exclusively(1, async () => "free again"), "free again");
});
