import type { RunPrepared } from "./prepared.ts";

type Part = {
  table: string;
  name: string;
  definition: string;
  kind: "index" | "key" | "reference";
};

/** No name: the statement is not kept. */
const ONCE = "";

/** References first, because they need the keys that they point to. Each with its definition. */
const PARTS = `
  with tables as (select to_regclass(name)::oid as oid from unnest($1::text[]) as name)
  select c.conrelid::regclass::text as "table", c.conname as name,
         pg_get_constraintdef(c.oid) as definition, 'reference' as kind, 1 as turn
    from pg_constraint c
   where c.contype = 'f' and (c.conrelid in (select oid from tables) or c.confrelid in (select oid from tables))
     and c.conparentid = 0
  union all
  select c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid), 'key', 2
    from pg_constraint c where c.contype in ('p', 'u') and c.conrelid in (select oid from tables)
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid), 'index', 3
    from pg_index i
   where i.indrelid in (select oid from tables)
     and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))
  order by turn`;

/** Runs `work`, which writes many rows, while the tables have no indexes and references, and then recreates these:
 * sorting all rows once is much faster than inserting each into every index. Part of the caller's transaction, so
 * nobody sees the tables without them, nor rows that break them; other users of the tables wait for its end. Throws
 * if the rows break a recreated rule. */
export async function indexedAfter(
  run: RunPrepared,
  { tables, onIndex }: { tables: readonly string[]; onIndex: (name: string) => void },
  work: () => Promise<void>,
): Promise<void> {
  if (tables.length === 0) return work();
  // Locked together, so that a holder of one that waits for another cannot cause a deadlock.
  await run(ONCE, `lock table ${tables.join(", ")} in access exclusive mode`, []);
  const parts = await run<Part>("db.index_parts", PARTS, [tables]);
  for (const { table, name, kind } of parts) {
    const text =
      kind === "index" ? `drop index ${name}` : `alter table ${table} drop constraint ${name}`;
    await run(ONCE, text, []);
  }
  await work();
  for (const { table, name, kind, definition } of parts.toReversed()) {
    onIndex(name);
    const text =
      kind === "index" ? definition : `alter table ${table} add constraint ${name} ${definition}`;
    await run(ONCE, text, []);
  }
}
