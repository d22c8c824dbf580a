import assert from "node:assert/strict";
import { test } from "node:test";
import { closeDb } from "#db/client.ts";
import { whyCannotServe } from "#db/fitness.ts";
import { whyWritesFail } from "#lib/kernel/database-trouble.ts";
import { api } from "#test/api.ts";
import { askOwner } from "#test/as-owner.ts";
import { createMerchant } from "#test/merchant.ts";

const client = api();

/** A pooler keeps connections that began before. */
const CUT =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

/** Runs `work` while the database accepts reads only, as a standby or a server in trouble does. */
async function whileReadOnly(work: () => Promise<void>): Promise<void> {
  const { rows } = await askOwner("select quote_ident(current_database()) as name");
  const name = rows[0].name;
  await askOwner(`alter database ${name} set default_transaction_read_only = on`);
  try {
    await closeDb();
    await askOwner(CUT);
    await work();
  } finally {
    await askOwner(
      `set transaction read write; alter database ${name} reset default_transaction_read_only`,
    );
    await closeDb();
    await askOwner(CUT);
  }
}

test("a write that the database refuses is answered 503 with Retry-After, and the process is not ready", async () => {
  const { keys } = await createMerchant();
  const key = { "Idempotency-Key": "while-read-only" };
  const body = { email: "a@shop.example" };
  const create = () => client.call(keys.test.secret, "POST", "/v1/customers", body, key);
  assert.equal(whyWritesFail(), null);
  await whileReadOnly(async () => {
    const refused = await create();
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.headers.get("Retry-After")],
      [503, "gateway_error", "2"],
    );
    assert.equal(await whyCannotServe(), "the database is read-only");
    const read = await client.call(keys.test.secret, "GET", "/v1/customers");
    assert.deepEqual([read.status, read.body.data], [200, []]);
  });
  const created = await create();
  assert.equal(created.status, 201, "the same key can be sent again");
  assert.deepEqual([await whyCannotServe(), whyWritesFail()], [null, null], "ready at once");
});
