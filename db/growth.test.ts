import assert from "node:assert/strict";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { GROWTH } from "./growth.ts";

const named = GROWTH.flatMap(({ tables }) => tables.split(/\s+/));

test("each table has a line that says why it does not grow without end, or why it may", async () => {
  const { rows } = await askOwner(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  assert.deepEqual(
    [...named].sort(),
    rows.map(({ name }) => name),
  );
});

test("the tables that are dropped by day are the partitioned ones", async () => {
  const { rows } = await askOwner(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'p' order by 1",
  );
  const [byDay] = GROWTH;
  assert.deepEqual(
    byDay!.tables.split(/\s+/).sort(),
    rows.map(({ name }) => name),
  );
});
