import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { encryptSecret } from "#lib/kernel/crypto.ts";
import { askOwner } from "#test/as-owner.ts";
import { endpointRow } from "#test/hook-rows.ts";
import { createMerchant } from "#test/merchant.ts";
import { heldSince, holdInstallation, whyNotStart } from "./index.ts";
import { findSecret } from "./store.ts";

beforeEach(() => askOwner("delete from installation"));

const checks = async () => (await askOwner("select key_check from installation")).rows;

const replaceSecret = (id: string, secret: Buffer) =>
  askOwner("update webhook_endpoints set secret = $2 where id = $1", [id, secret]);

test("processes that start at once store one check value, and later ones recognise their key by it", async () => {
  const starts = await Promise.all([1, 2, 3].map(() => whyNotStart()));
  assert.deepEqual(starts, [null, null, null]);
  assert.equal((await checks()).length, 1);
  assert.equal(await whyNotStart(), null);
});

test("a process with another master key than the database's may never start", async () => {
  await askOwner("insert into installation (key_check) values ($1)", [randomBytes(32)]);
  const refusal = await whyNotStart();
  assert.equal(refusal?.final, true);
  assert.match(refusal.why, /PAYDESK_MASTER_KEY is not the key that protects this database/);
});

test("a copy that was held before any process started gets a check value and stays held", async () => {
  await holdInstallation();
  assert.equal(await whyNotStart(), null);
  assert.notEqual((await checks())[0].key_check, null);
  assert.notEqual(await heldSince(), null);
});

test("a database with secrets of another key gets no check value", async () => {
  await endpointRow(await createMerchant());
  const { boundTo, stored } = (await findSecret())!;
  const foreign = encryptSecret("whsec_x", "bound to something else");
  await replaceSecret(boundTo, foreign);
  try {
    assert.equal((await whyNotStart())?.final, true);
    assert.deepEqual(await checks(), []);
  } finally {
    await replaceSecret(boundTo, stored);
  }
  assert.equal(await whyNotStart(), null);
  assert.equal((await checks()).length, 1);
});

test("a process waits for the migrations of its schema, and never starts on a newer one", async () => {
  const NEWEST = "(select max(created_at) from drizzle.__drizzle_migrations)";
  const shift = (by: number) =>
    askOwner(
      `update drizzle.__drizzle_migrations set created_at = created_at + $1 where created_at = ${NEWEST}`,
      [by],
    );
  await shift(-1);
  try {
    const older = await whyNotStart();
    assert.equal(older?.final, false);
    assert.match(older.why, /npm run migrate/);
    await shift(2);
    const newer = await whyNotStart();
    assert.equal(newer?.final, true);
    assert.match(newer.why, /upgraded by a newer version/);
  } finally {
    await shift(-1);
  }
  assert.equal(await whyNotStart(), null);
});
