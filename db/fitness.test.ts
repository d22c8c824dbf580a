import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner, asOwner } from "#test/as-owner.ts";
import { closeDb } from "./client.ts";
import { whyCannotServe } from "./fitness.ts";

const FAR = Date.UTC(2100, 0);

test("a migrated database can serve, and one that lacks a migration cannot", async () => {
  assert.equal(await whyCannotServe(), null);
  assert.match((await whyCannotServe(FAR)) ?? "", /schema is older than this program/);
});

test("a database that accepts no writes cannot serve", async () => {
  const { rows } = await askOwner("select quote_ident(current_database()) as name");
  await askOwner(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  try {
    await closeDb();
    assert.equal(await whyCannotServe(), "the database is read-only");
  } finally {
    await askOwner(
      `set transaction read write; alter database ${rows[0].name} reset default_transaction_read_only`,
    );
    await closeDb();
  }
  assert.equal(await whyCannotServe(), null);
});

test("a statement that waits for an exclusive lock for more than a second is named", async () => {
  await asOwner(async (reader) => {
    await reader.query("begin; select from accounts");
    const locking = askOwner("begin; lock table accounts; rollback");
    let why: string | null = null;
    while (why === null) why = await whyCannotServe();
    assert.match(why, /exclusive lock on accounts/);
    await reader.query("rollback");
    await locking;
  });
  assert.equal(await whyCannotServe(), null);
});
