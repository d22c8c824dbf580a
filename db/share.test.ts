import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { closeDb, getPool } from "./client.ts";
import { shareConnections, shareOf } from "./share.ts";

test("processes share what the role may have, and each keeps enough to work", () => {
  assert.equal(shareOf(97, 2), 43);
  assert.equal(shareOf(97, 4), 20);
  assert.equal(shareOf(14, 1), 7);
  assert.equal(shareOf(14, 2), 5);
  assert.equal(shareOf(3, 9), 5);
});

test("a pool gives back connections that are more than its share, and gets them again", async () => {
  const name = (await getPool().query("select quote_ident(current_database()) as name")).rows[0]
    .name;
  const hold = async (count: number) => {
    const clients = await Promise.all(Array.from({ length: count }, () => getPool().connect()));
    for (const client of clients) client.release();
  };
  await closeDb();
  await hold(8);
  assert.equal(getPool().totalCount, 8);
  await askOwner(`alter database ${name} connection limit 14`);
  try {
    await shareConnections();
    while (getPool().totalCount > 2) await new Promise(setImmediate);
    assert.equal(getPool().options.max, 2, "two of a share of five or seven");
  } finally {
    await askOwner(`alter database ${name} connection limit -1`);
  }
  await shareConnections();
  assert.ok(getPool().options.max > 2);
  await hold(3);
  assert.equal(getPool().totalCount, 3);
  await closeDb();
});
