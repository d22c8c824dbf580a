import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import pg from "pg";
import { env } from "#lib/kernel/env.ts";
import { newId } from "#lib/kernel/ids.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant } from "#test/merchant.ts";
import { requestRow } from "#test/request-rows.ts";
import { getPool } from "./client.ts";

const VISA = "4242424242424242";
const file = new URL("./migrations/0003_card_data_clean_up.sql", import.meta.url);

/** Runs the migration again on the current content; returns its notices. */
async function cleanUp(): Promise<string[]> {
  const client = new pg.Client({ connectionString: env.databaseOwnerUrl });
  const told: string[] = [];
  client.on("notice", ({ message }) => told.push(message ?? ""));
  await client.connect();
  await client.query("begin");
  for (const statement of readFileSync(file, "utf8").split("--> statement-breakpoint")) {
    await client.query(statement);
  }
  await client.query("commit");
  await client.end();
  return told;
}

test("the clean-up removes card data from the request log, callers, sessions and the audit log, and reports the row counts", async () => {
  const merchant = await createMerchant();
  const form = "type=card&card[number]=4242+4242+4242+4242&card[cvc]=7391";
  const dirty = [
    await requestRow(merchant, { requestBody: form, requestForm: true }),
    await requestRow(merchant, { path: `/v1/payments?q=4242%204242%2042%342%204242` }),
    await requestRow(merchant, { path: "/v1/payments?cvc=7391" }),
    await requestRow(merchant, { path: "/v1/payments/4242.4242.4242.4242" }),
    await requestRow(merchant, {
      userAgent: `till ${VISA}`,
      idempotencyKey: "4242–4242–4242–4242",
    }),
    await requestRow(merchant, { responseBody: '{"message":"No such payment: ٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"}' }),
  ];
  const clean = await requestRow(merchant, {
    path: "/v1/payments?customer=cus_01kcx3a7e9r5t8w2y4z6b0d1fg&limit=3",
    userAgent: "curl/8.5.0",
    idempotencyKey: "550e8400-e29b-41d4-a716-446655440000",
    responseBody: '{"id":"pay_01kcx3a7e9r5t8w2y4z6b0d1fg","amount":1290}',
  });
  const rowOf = async (id: string) =>
    (await getPool().query("select * from api_requests where id = $1", [id])).rows[0];
  const before = await rowOf(clean);
  for (const [client, requests] of [
    [`till ${VISA}`, 2],
    ["till 4242-4242-4242-4242", 3],
    ["curl", 5],
  ]) {
    await getPool().query(
      `insert into api_key_callers (account_id, key_id, per, start, address, client, version, requests, errors, last_at)
       select $1, id, 'hour', date_trunc('hour', now()), '203.0.113.9', $2, '2026-04-01', $3, 0, now()
         from api_keys where account_id = $1 limit 1`,
      [merchant.account.id, client, requests],
    );
  }
  // A later migration drops these columns.
  await askOwner(
    "alter table audit_entries add column if not exists client text, add column if not exists subject_name text, add column if not exists actor_name text",
  );
  await askOwner(
    `insert into audit_entries (account_id, id, action, subject_id, actor_type, actor_id, client, request_id, after)
     values ($1, $2, 'a', 's', 'system', 'operator', $3, $4, $5)`,
    [merchant.account.id, newId("aud"), `x ${VISA}`, newId("req"), { name: "4242/4242/4242/4242" }],
  );

  assert.deepEqual(await cleanUp(), [
    "card data was cleaned from 6 requests, 2 callers, 0 sessions and 1 audit entries; see docs/operations.md",
  ]);
  for (const id of dirty) {
    assert.doesNotMatch(JSON.stringify(await rowOf(id)), /4242\D{1,9}4242|42424242|7391|٤٢/);
  }
  assert.deepEqual(await rowOf(clean), before);
  const callers = await getPool().query(
    "select client, requests from api_key_callers where account_id = $1 order by client",
    [merchant.account.id],
  );
  assert.deepEqual(callers.rows, [
    { client: "curl", requests: 5 },
    { client: "other", requests: 5 },
  ]);
  const { rows: entries } = await getPool().query(
    "select client, after from audit_entries where account_id = $1",
    [merchant.account.id],
  );
  assert.deepEqual(entries, [{ client: null, after: { removed: "card data" } }]);
  assert.deepEqual(await cleanUp(), [], "there is nothing left to clean");
});
