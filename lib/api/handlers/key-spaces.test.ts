// The merchant's server, its shop's browsers and the dashboard have separate idempotency keys.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { getPool } from "#db/client.ts";
import { scopedKey } from "#lib/domain/idempotency/index.ts";
import { requestDetail, requestsAbout } from "#lib/domain/request-log/index.ts";
import { api } from "#test/api.ts";
import { askOwner } from "#test/as-owner.ts";
import { openTill, type Till } from "#test/money.ts";

const client = api();

const CARD = { number: "4242424242424242", exp_month: 12, exp_year: 2030, cvc: "123" };
const TOKENISE = { type: "card", card: CARD };
const CHARGE = {
  amount: 1290,
  currency: "EUR",
  method: "card",
  payment_method: "pm_test_4242424242424242",
};
const named = { "Idempotency-Key": "order-1042" };

const tokenise = (key: string, headers: Record<string, string> = named) =>
  client.call(key, "POST", "/v1/payment_methods", TOKENISE, headers);

test("a browser and a server can use the same idempotency key without blocking each other", async () => {
  const till = await openTill();
  const { publishable, secret } = till.keys.test;
  const visitor = await tokenise(publishable);
  const server = await client.call(secret, "POST", "/v1/payments", CHARGE, named);
  assert.deepEqual([visitor.status, server.status], [201, 201]);
  const [again, charged] = await Promise.all([
    tokenise(publishable),
    client.call(secret, "POST", "/v1/payments", CHARGE, named),
  ]);
  assert.deepEqual([again.status, again.text], [200, visitor.text]);
  assert.deepEqual([charged.status, charged.text], [200, server.text]);
});

test("a browser cannot read a response that is stored under a key of the server", async () => {
  const till = await openTill();
  const { publishable, secret } = till.keys.test;
  const server = await tokenise(secret);
  const visitor = await tokenise(publishable);
  assert.equal(visitor.status, 201);
  assert.notEqual(visitor.body.id, server.body.id);
});

test("no header moves a server's key to another key space", async () => {
  for (const space of ["publishable", "dashboard"] as const) {
    assert.doesNotMatch(scopedKey(space, "k"), /^[\x20-\x7e]+$/);
    assert.throws(() => new Headers({ "Idempotency-Key": scopedKey(space, "k") }), TypeError);
  }
});

test("the log shows each request the activity of its own key", async () => {
  const till = await openTill();
  const { publishable, secret } = till.keys.test;
  const visitor = await tokenise(publishable);
  const server = await client.call(secret, "POST", "/v1/payments", CHARGE, named);
  const ctx = till.ctx.test;
  const detailAbout = async (id: string) => {
    const [line] = await requestsAbout(ctx, [id]);
    return await requestDetail(ctx, line!.id);
  };
  const [theirs, ours] = [await detailAbout(visitor.body.id), await detailAbout(server.body.id)];
  assert.deepEqual([theirs.sameKey, ours.sameKey], [[], []]);
  assert.deepEqual([theirs.key?.resourceId, ours.key?.resourceId], [null, server.body.id]);
});

/** Stores the account's keys in the schema before the migration, and runs the migration. */
async function migrateKeys(till: Till): Promise<void> {
  const folder = new URL("../../../db/migrations/", import.meta.url);
  const file = readdirSync(folder).find((name) => name.endsWith("_idempotency_key_spaces.sql"));
  await getPool().query(
    `update idempotency_keys set key = case when key like 'dashboard%'
                                            then replace(key, chr(10), '-')
                                            else split_part(key, chr(10), 2) end
      where account_id = $1 and key like '%' || chr(10) || '%'`,
    [till.account.id],
  );
  // A later migration drops this column.
  await askOwner("alter table idempotency_keys add column if not exists locked_until timestamptz");
  const statements = readFileSync(new URL(file!, folder), "utf8");
  for (const statement of statements.split("--> statement-breakpoint")) {
    await askOwner(statement);
  }
}

test("keys used before the migration keep their responses", async () => {
  const till = await openTill();
  const { publishable, secret } = till.keys.test;
  const first = [
    await tokenise(publishable, { "Idempotency-Key": "visitor-1" }),
    await tokenise(secret, { "Idempotency-Key": "server-1" }),
    await client.call(secret, "POST", "/v1/payments", CHARGE, named),
  ];
  await migrateKeys(till);
  const repeats = [
    await tokenise(publishable, { "Idempotency-Key": "visitor-1" }),
    await tokenise(secret, { "Idempotency-Key": "server-1" }),
    await client.call(secret, "POST", "/v1/payments", CHARGE, named),
  ];
  assert.deepEqual(
    repeats.map(({ status, text }) => [status, text]),
    first.map(({ text }) => [200, text]),
  );
});
