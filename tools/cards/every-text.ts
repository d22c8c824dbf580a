import { getPool } from "#db/client.ts";

/** Every column of every table that can hold text, row by row; bytes both as text and as hex. */
export async function everyText(look: (table: string, text: string) => void): Promise<Set<string>> {
  const { rows: columns } = await getPool().query<{ name: string; columns: string[] }>(
    `select quote_ident(c.table_schema) || '.' || quote_ident(c.table_name) as name,
            array_agg(case when c.data_type = 'bytea'
                      then format('encode(%1$I, ''escape'') || '' '' || encode(%1$I, ''hex'')', c.column_name)
                      else format('%I::text', c.column_name) end) as columns
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
        and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY')
        and c.table_name <> 'fuzz_writes'
        and not exists (select from pg_inherits i where i.inhparent = format('%I.%I', c.table_schema, c.table_name)::regclass)
      group by 1`,
  );
  const tables = new Set<string>();
  for (const { name, columns: texts } of columns) {
    const { rows } = await getPool().query<{ texts: (string | null)[] }>(
      `select array[${texts.join(", ")}] as texts from ${name}`,
    );
    if (rows.length > 0) tables.add(name.replace(/^public\./, "").replace(/_\d{8}$/, ""));
    for (const row of rows) for (const text of row.texts) if (text) look(name, text);
  }
  return tables;
}
