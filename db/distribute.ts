// Distributes the tables of a migrated database over the nodes of Citus (decision 65).

import type pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { tablesAt } from "./placement.ts";

const IS_COORDINATOR = `
  select exists (select from pg_extension where extname = 'citus')
     and (select groupid = 0 from pg_dist_local_group)
     and exists (select from pg_dist_node where isactive) as yes`;

type Queryable = { query(text: string): Promise<{ rows: unknown[] }> };

/** Whether the database has Citus and its nodes are known here, at the coordinator. */
export async function isCoordinator(client: Queryable): Promise<boolean> {
  const ask = async (text: string) =>
    ((await client.query(text)).rows as Array<{ yes: boolean }>)[0]!.yes;
  return (
    (await ask("select to_regclass('pg_dist_node') is not null as yes")) && ask(IS_COORDINATOR)
  );
}

const FOREIGN_KEYS = `
  select k.conrelid::regclass::text as name, k.confrelid::regclass::text as target, quote_ident(conname) as key,
         pg_get_constraintdef(k.oid) as definition
    from pg_constraint k
   where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace`;

type ForeignKey = { name: string; target: string; key: string; definition: string };

/** Keys that lack the account, which Citus wants in each unique key of a distributed table. The ids in them are unique among
 * all accounts, so the longer key says the same. */
const LONGER_KEYS: Readonly<Record<string, string>> = {
  ledger_unsealed: `alter table ledger_unsealed drop constraint ledger_unsealed_tx_id_first_id_pk,
    add constraint ledger_unsealed_tx_id_first_id_pk primary key (tx_id, first_id, account_id)`,
};

/** Hot statements find an account's node by this table, also of accounts that an older version made. */
const HOMES = "insert into account_homes select id from accounts on conflict do nothing";

/** The view of deliveries without constants, which a query's condition could refute: a table that PostgreSQL leaves out while it
 * plans has no shard for Citus. */
const WITHOUT_CONSTANTS = `
  create or replace view all_deliveries as
  select account_id, id, mode, event_id, event_type, object_id, endpoint_id, status, attempt_count,
         next_attempt_at, leased_until, lease_id, last_response_status, last_failure_cause,
         replay_of, origin, created_at, finished_at
    from deliveries
  union all
  select n.account_id, n.id, n.mode, n.event_id, n.event_type, n.object_id, n.endpoint_id, as_new.status,
         as_new.attempt_count, n.created_at, as_new.leased_until, as_new.lease_id, as_new.last_response_status,
         as_new.last_failure_cause, as_new.replay_of, as_new.origin, n.created_at, as_new.finished_at
    from new_deliveries n
   cross join (
     select 'pending'::text as status, 0::smallint as attempt_count, null::timestamp(3) with time zone as leased_until,
            null::text as lease_id, null::integer as last_response_status, null::text as last_failure_cause,
            null::text collate "C" as replay_of, 'event'::text as origin,
            null::timestamp(3) with time zone as finished_at
     offset 0) as_new`;

const HAS_CONSTANTS = "select pg_get_viewdef('all_deliveries') !~* 'offset' as yes";

/** Ends the rows that a table had before it was distributed: Citus copies them to the nodes and leaves them on the coordinator's disk. */
const WITHOUT_LOCAL_ROWS = "select truncate_local_data_after_distributing_table($1::regclass)";

/** The first of the distributed tables: the others are placed beside it. */
const FIRST = "payments";

/** Distributes the tables that are not yet, with their rows, in one transaction in which nobody can write to them. Foreign keys
 * stay between tables of one place; the others are dropped. Cheap if nothing is missing. */
export async function distribute(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select logicalrelid::text as name from pg_dist_partition",
  );
  const placed = new Set(rows.map(({ name }) => name));
  const missing = (of: readonly string[]) => of.filter((name) => !placed.has(name));
  const distributed = tablesAt("distributed");
  const wanted = missing([FIRST, ...distributed.filter((name) => name !== FIRST)]);
  const reference = missing(tablesAt("reference"));
  const view = await client.query<{ yes: boolean }>(HAS_CONSTANTS);
  if (view.rows[0]!.yes) await client.query(WITHOUT_CONSTANTS);
  if (wanted.length + reference.length === 0) return;
  // Citus tells of each table that it copies.
  await client.query(
    "begin; set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning",
  );
  try {
    const keys = (await client.query<ForeignKey>(FOREIGN_KEYS)).rows.filter(
      ({ name, target }) => wanted.includes(name) || wanted.includes(target),
    );
    for (const { name, key } of keys) {
      await client.query(`alter table ${name} drop constraint ${key}`);
    }
    await client.query(HOMES);
    for (const name of reference) {
      await client.query("select create_reference_table($1)", [name]);
    }
    for (const name of wanted) {
      if (LONGER_KEYS[name]) await client.query(LONGER_KEYS[name]);
      await client.query("select create_distributed_table($1, 'account_id', colocate_with => $2)", [
        name,
        name === FIRST ? "none" : FIRST,
      ]);
    }
    for (const { name, target, key, definition } of keys) {
      if (!distributed.includes(name) || !distributed.includes(target)) continue;
      await client.query(`alter table ${name} add constraint ${key} ${definition}`);
    }
    for (const name of [...reference, ...wanted]) await client.query(WITHOUT_LOCAL_ROWS, [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  log.info("tables distributed", { tables: wanted.length, reference: reference.length });
}
