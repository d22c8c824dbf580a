import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { tablesAt } from "./placement.ts";

const OWN_TABLES = `
  select c.oid, c.relname::text as name from pg_class c
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`;

const distributed = new Set(tablesAt("distributed"));
const reference = new Set(tablesAt("reference"));
const local = new Set(tablesAt("local"));

test("each table has one place on Citus", async () => {
  const { rows } = await askOwner(`${OWN_TABLES} order by 2`);
  const named = [...tablesAt("distributed"), ...tablesAt("reference"), ...tablesAt("local")];
  assert.deepEqual(
    named.sort(),
    rows.map(({ name }) => name),
  );
});

test("each distributed table has the account in every unique key, or its key is extended by it", async () => {
  const { rows } = await askOwner(
    `select t.name, pg_get_indexdef(i.indexrelid) as key
       from (${OWN_TABLES}) t join pg_index i on i.indrelid = t.oid and i.indisunique
      where not exists (select from pg_attribute a
                         where a.attrelid = t.oid and a.attname = 'account_id' and a.attnum = any (i.indkey::int2[]))`,
  );
  assert.deepEqual(
    rows.filter(({ name }) => distributed.has(name)).map(({ name }) => name),
    ["ledger_unsealed"],
  );
});

test("these foreign keys stand across places, so that Citus does without them", async () => {
  const placeOf = (name: string) =>
    distributed.has(name) ? "distributed" : reference.has(name) ? "reference" : "local";
  const { rows } = await askOwner(
    `select t.name, k.confrelid::regclass::text as target
       from (${OWN_TABLES}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f' order by 1, 2`,
  );
  assert.ok(rows.length > 20);
  assert.deepEqual(
    rows
      .filter(({ name, target }) => placeOf(name) !== placeOf(target))
      .map(({ name, target }) => `${name} → ${target}`),
    ["customers → accounts", "webhook_endpoints → accounts"],
  );
  assert.ok(local.has("accounts"));
});
