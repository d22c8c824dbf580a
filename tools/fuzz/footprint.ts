import { getPool, knowShards } from "#db/client.ts";
import { isSharded } from "#db/shards.ts";
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

/** A daily partition counts as its parent table, and on Citus a shard as its table. */
const tableOf = (name: string) =>
  name.replace(isSharded() ? /(_\d{8})?_\d{6,7}$|_\d{8}$/ : /_\d{8}$/, "");

const TABLE = `
  create unlogged table if not exists fuzz_writes (name text not null, op text not null, row_text text);`;
const NOTE = `
  create or replace function fuzz_note() returns trigger language plpgsql as $$
    begin
      insert into fuzz_writes values (tg_table_name, tg_op, left(coalesce(new, old)::text, 300));
      return null;
    end $$;`;

const TRIGGERS = `
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

/** On Citus each node has its own record. Triggers are refused there for reasons that do not concern one that writes a local table. */
const ON_CITUS = `set citus.enable_unsafe_triggers = on; set citus.multi_shard_modify_mode = 'sequential';`;
const ON_WORKERS = "select * from run_command_on_workers($1)";

export type Write = { name: string; op: string; row: string };

/** Makes the database record every written row in the same transaction, so that rolled-back writes are not
 *  recorded. For a throwaway database. */
export async function watchWrites(): Promise<void> {
  await knowShards();
  if (!isSharded()) {
    await askOwner(TABLE + NOTE + TRIGGERS);
    return;
  }
  await askWorkers(TABLE);
  // Only the coordinator has default privileges of the service's role.
  await askWorkers("grant insert on fuzz_writes to public");
  await askOwner(ON_CITUS + TABLE + NOTE + TRIGGERS);
}

/** Runs a statement on the workers of a cluster; returns what they answer. */
async function askWorkers(text: string): Promise<string[]> {
  const { rows } = await askOwner(ON_WORKERS, [text]);
  const failed = rows.find(({ success }) => !success);
  if (failed) throw new Error(`a worker answers ${failed.result}`);
  return rows.map(({ result }) => result);
}

/** Clears the record, with the dead rows of earlier reads, which slow down later ones. */
export async function forgetWrites(): Promise<void> {
  await askOwner("truncate fuzz_writes");
  if (isSharded()) await askWorkers("truncate fuzz_writes");
}

/** The rows written since the last call, except those that a refused call may write. */
export async function takeWrites(): Promise<Write[]> {
  const taken = "delete from fuzz_writes returning name, op, row_text as row";
  const { rows } = await getPool().query<Write>({ name: "fuzz.take_writes", text: taken });
  const everywhere = isSharded() ? [...rows, ...(await takeFromWorkers(taken))] : rows;
  return everywhere.filter(({ name }) => !ALLOWED.has(tableOf(name)));
}

async function takeFromWorkers(taken: string): Promise<Write[]> {
  const asJson = `with taken as (${taken}) select coalesce(json_agg(taken), '[]') from taken`;
  return (await askWorkers(asJson)).flatMap((result) => JSON.parse(result) as Write[]);
}
