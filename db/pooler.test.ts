import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { makePool } from "./pool.ts";
import { limitRole, THROUGH_POOLER } from "./pooler.ts";

// That the service works through PgBouncer is tried with a real one (`npm run -s ops -- pgbouncer`).

test("a pool through a pooler asks for no settings and keeps no statement on a connection", async () => {
  const pool = makePool("main", { connectionString: env.databaseUrl, max: 1, ...THROUGH_POOLER });
  const named = { name: "a name", text: "select $1::int as n", values: [7] };
  assert.deepEqual((await pool.query(named)).rows, [{ n: 7 }]);
  const kept = await pool.query("select name from pg_prepared_statements");
  assert.deepEqual(kept.rows, []);
});

test("the role gets the time limits that a pooler does not pass on", async () => {
  await limitRole();
  const client = new pg.Client({ connectionString: env.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    assert.deepEqual(rows, [{ statement: "30s", idle: "30s" }]);
  } finally {
    await client.query(
      `alter role ${pg.escapeIdentifier(client.user!)} in database ${pg.escapeIdentifier(client.database!)} reset all`,
    );
    await client.end();
  }
});
