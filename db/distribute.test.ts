// Runs alone: it changes tables. Only a cluster of Citus runs these tests (`npm run -s ops -- citus test`).

import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import { asOwner } from "#test/as-owner.ts";
import { createMerchant } from "#test/merchant.ts";
import { openTill } from "#test/money.ts";
import { distribute, isCoordinator } from "./distribute.ts";
import { applyMigration } from "./migrate.ts";

const skip = (await asOwner(isCoordinator)) ? false : "one PostgreSQL";

/** The answers of the shards of a table; `%s` stands for the shard's name. */
async function ofShards(client: pg.Client, table: string, ask: string): Promise<string[]> {
  const text = "select result from run_command_on_shards($1, $2)";
  const { rows } = await client.query<{ result: string }>(text, [table, ask]);
  return rows.map(({ result }) => result);
}

test("a table without a place is distributed later, and homes of accounts that have none are added", {
  skip,
}, async () => {
  const { account } = await createMerchant();
  await asOwner(async (client) => {
    await client.query("delete from account_homes where account_id = $1", [account.id]);
    await client.query("select undistribute_table('object_notes')");
    await distribute(client);
    const { rows } = await client.query(
      `select (select count(*)::int from pg_dist_partition where logicalrelid = 'object_notes'::regclass) as placed,
              (select count(*)::int from account_homes where account_id = $1) as homes`,
      [account.id],
    );
    assert.deepEqual(rows, [{ placed: 1, homes: 1 }]);
  });
});

test("a later migration adds a column and indexes on every shard, and the service goes on", {
  skip,
}, async () => {
  await asOwner(async (client) => {
    const sql = [
      "alter table payments add column trial_note text",
      "alter table events add column trial_count integer not null default 0",
      "create index events_trial on events (account_id, trial_count)",
    ];
    const migration = { sql, hash: "trial", folderMillis: Date.UTC(2100), bps: true };
    await applyMigration(client, migration, 10_000);
    await client.query(
      "create index concurrently payments_trial on payments (account_id, trial_note)",
    );
    const valid = `select bool_and(indisvalid) and bool_or(indexrelid::regclass::text like '%%_trial_%%')
                     from pg_index where indrelid = '%s'::regclass`;
    for (const table of ["payments", "events"]) {
      const answers = await ofShards(client, table, valid);
      assert.ok(answers.length > 1);
      assert.deepEqual(new Set(answers), new Set(["t"]));
    }
  });
  const charged = await (await openTill()).charge();
  assert.equal(charged.status, 201, charged.text);
});
