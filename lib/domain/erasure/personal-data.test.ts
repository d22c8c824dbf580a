import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { askOwner } from "#test/as-owner.ts";
import { NOT_PERSONAL } from "./not-personal.ts";
import { FATES, PERSONAL_DATA, SWEPT } from "./personal-data.ts";

/** Ids have a collation of their own. */
const COLUMNS = `
  select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_collation l on l.oid = a.attcollation
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb', 'bytea')
     and coalesce(l.collname, '') <> 'C'
   order by 1`;

test("each column that can hold words has one line that says whether it is about a person", async () => {
  const { rows } = await askOwner(COLUMNS);
  const lines = [
    ...Object.entries(NOT_PERSONAL).flatMap(([table, columns]) =>
      columns.split(" ").map((column) => `${table}.${column}`),
    ),
    ...Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    ),
  ];
  assert.deepEqual(
    lines.sort(),
    rows.map(({ name }) => name),
  );
});

test("each text that is swept is one that is erased", () => {
  for (const { table, columns, json = [] } of SWEPT) {
    for (const column of [...columns, ...json]) {
      assert.equal(PERSONAL_DATA[table]?.[column], "erased", `${table}.${column}`);
    }
  }
});

test("the documentation has the same table", () => {
  const page = readFileSync("docs/personal-data.md", "utf8");
  const rows = Object.entries(PERSONAL_DATA).map(([table, columns]) => {
    const byFate = Map.groupBy(Object.entries(columns), ([, fate]) => fate);
    const cells = [...byFate].map(
      ([fate, of]) => `${of.map(([column]) => `\`${column}\``).join(", ")}: ${fate}`,
    );
    return `| \`${table}\` | ${cells.join("; ")} |`;
  });
  for (const row of rows) assert.ok(page.includes(row), row);
  for (const [fate, what] of Object.entries(FATES))
    assert.ok(page.includes(`| ${fate} | ${what} |`), fate);
});
