import type { RunPrepared } from "./prepared.ts";

type Part = {
  table: string;
  name: string;
  definition: string;
  kind: "index" | "key" | "reference";
};

/** No name: a statement that is not kept. */
const ONCE = "";

/** References first: they need the keys that they point to. Each with what makes it again. */
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

/**
 * Runs `work`, which writes many rows to the tables, while they have neither indexes nor references, and
 * makes these again as they were: sorting all rows once costs a fraction of finding each one's place.
 * Part of the caller's transaction, so that nobody sees the tables without them, nor rows that break
 * them; everybody else who uses the tables waits for its end. Throws what the made-again rules find wrong.
 */
export async function indexedAfter(
  run: RunPrepared,
  { tables, onIndex }: { tables: readonly string[]; onIndex: (name: string) => void },
  work: () => Promise<void>,
): Promise<void> {
  if (tables.length === 0) return work();
  // At once, so that nobody who has one of them and waits for another is met half-way.
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
