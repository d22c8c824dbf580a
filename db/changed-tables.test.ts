import assert from "node:assert/strict";
import { after, test } from "node:test";
import { getPool, runPrepared } from "./client.ts";
import { getOwnerPool } from "./owner.ts";
import { preparedTransaction } from "./prepared.ts";
import { openSession } from "./session.ts";
import { sqlState } from "./transact.ts";

const TABLE = "changed_tables_test";
const ALL = `select * from ${TABLE}`;

const asOwner = (text: string) => getOwnerPool().query(text);
const addColumn = (name: string) => asOwner(`alter table ${TABLE} add column ${name} int`);
const isChangedPlan = (error: unknown) => sqlState(error) === "0A000";

after(() => asOwner(`drop table ${TABLE}`));

test("a statement that a migration has changed fails once, then on a new connection it does not", async () => {
  await asOwner(`create table ${TABLE} (a int); grant select on ${TABLE} to public`);
  const pool = getPool();
  await runPrepared("test.all", ALL, []);
  await addColumn("b");
  await assert.rejects(runPrepared("test.all", ALL, []), isChangedPlan);
  assert.equal(pool.totalCount, 0, "the connection is not kept");
  await runPrepared("test.all", ALL, []);
});

test("nor does it within a transaction", async () => {
  const read = () => preparedTransaction(["begin"], (run) => run("test.all", ALL, []));
  await read();
  await addColumn("c");
  await assert.rejects(read(), isChangedPlan);
  await read();
});

test("a session is lost when a migration has changed its statement, so that another can be opened", async () => {
  let lost = 0;
  const session = await openSession("paydesk test", () => lost++);
  await session.run("test.all", ALL, []);
  await addColumn("d");
  await assert.rejects(session.run("test.all", ALL, []), isChangedPlan);
  assert.equal(lost, 1);
  await session.close();
});
