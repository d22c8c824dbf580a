import { getPool } from "#db/client.ts";
import { askOwner } from "#test/as-owner.ts";

/** The tables that a refused call may write: its stored response, its row in the request log, its key's counters and
 *  addresses, and when a worker next looks whether an alert is due. */
const ALLOWED = new Set([
  "idempotency_keys",
  "api_requests",
  "api_key_callers",
  "api_key_usage",
  "api_key_usage_minutes",
  "api_key_last_use",
  "api_version_usage",
  "api_key_addresses",
  "alert_watches",
]);

/** A daily partition counts as its parent table. */
const tableOf = (name: string) => name.replace(/_\d{8}$/, "");

const INSTALL = `
  create unlogged table if not exists fuzz_writes (name text not null, op text not null, row_text text);
  create or replace function fuzz_note() returns trigger language plpgsql as $$
    begin
      insert into fuzz_writes values (tg_table_name, tg_op, left(coalesce(new, old)::text, 300));
      return null;
    end $$;
  do $$
    declare name text;
    begin
      for name in
        select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
           and c.relname <> 'fuzz_writes'
      loop
        execute format('create or replace trigger fuzz_note after insert or update or delete on %I
                          for each row execute function fuzz_note()', name);
      end loop;
    end $$;`;

export type Write = { name: string; op: string; row: string };

/** Makes the database record every written row in the same transaction, so that rolled-back writes are not
 *  recorded. For a throwaway database. */
export async function watchWrites(): Promise<void> {
  await askOwner(INSTALL);
}

/** Clears the record, with the dead rows of earlier reads, which slow down later ones. */
export async function forgetWrites(): Promise<void> {
  await askOwner("truncate fuzz_writes");
}

/** The rows written since the last call, except those that a refused call may write. */
export async function takeWrites(): Promise<Write[]> {
  const taken = "delete from fuzz_writes returning name, op, row_text as row";
  const { rows } = await getPool().query<Write>({ name: "fuzz.take_writes", text: taken });
  return rows.filter(({ name }) => !ALLOWED.has(tableOf(name)));
}
