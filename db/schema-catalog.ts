import type pg from "pg";

/** The grants of an access list, without the grantor. */
const grants = (list: string, kind: string, owner: string) => `(
  select string_agg(coalesce(r.rolname, 'public') || ' ' || privilege_type, ', ' order by r.rolname, privilege_type)
    from aclexplode(coalesce(${list}, acldefault('${kind}', ${owner}))) left join pg_roles r on r.oid = grantee)`;

const COLUMN = `concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
  (select 'collate ' || collname from pg_collation where oid = a.attcollation), case when a.attnotnull then 'not null' end,
  'default ' || pg_get_expr(d.adbin, d.adrelid), 'identity ' || nullif(a.attidentity::text, ''),
  'generated ' || nullif(a.attgenerated::text, ''), 'storage ' || a.attstorage::text, 'compression ' || nullif(a.attcompression::text, ''),
  a.attoptions::text, 'grants ' || a.attacl::text)`;

/** A table itself, without its name and columns. */
const TABLE = `concat_ws(' ', c.relkind, c.relpersistence, c.reloptions::text, 'replica identity ' || c.relreplident::text,
  'row security ' || c.relrowsecurity::text || c.relforcerowsecurity, pg_get_partkeydef(c.oid),
  'grants ' || ${grants("c.relacl", "r", "c.relowner")})`;

/** An index without its own name and that of its table. */
const INDEX = `regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON (ONLY )?\\S+', 'INDEX')`;

const COLUMNS = `pg_attribute a left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)`;
const REAL_COLUMN = "a.attnum > 0 and not a.attisdropped";

/** Each selects one kind of object of the current schema as `name` and `definition`. Daily partitions are left out,
 * because two databases have different days. */
const KINDS: Readonly<Record<string, string>> = {
  table: `select c.relname as name, ${TABLE} as definition
            from tables c`,
  column: `select c.relname || ' ' || row_number() over (partition by c.oid order by a.attnum) as name, ${COLUMN} as definition
             from tables c join ${COLUMNS} on a.attrelid = c.oid where ${REAL_COLUMN}`,
  constraint: `select concat_ws(' ', c.relname, k.conname) as name,
                      concat_ws(' ', pg_get_constraintdef(k.oid), 'validated ' || k.convalidated) as definition
                 from tables c join pg_constraint k on k.conrelid = c.oid`,
  index: `select i.indexrelid::regclass::text as name,
                 concat_ws(' ', pg_get_indexdef(i.indexrelid), 'valid ' || i.indisvalid, 'replica identity ' || i.indisreplident) as definition
            from tables c join pg_index i on i.indrelid = c.oid`,
  trigger: `select concat_ws(' ', c.relname, t.tgname) as name, pg_get_triggerdef(t.oid) || ' enabled ' || t.tgenabled::text as definition
              from tables c join pg_trigger t on t.tgrelid = c.oid where not t.tgisinternal`,
  policy:
    "select concat_ws(' ', tablename, policyname) as name, p::text as definition from pg_policies p where schemaname = current_schema()",
  function: `select p.oid::regprocedure::text as name,
                    pg_get_functiondef(p.oid) || ' grants ' || ${grants("p.proacl", "f", "p.proowner")} as definition
               from pg_proc p where p.pronamespace = current_schema()::regnamespace and p.prokind <> 'a'`,
  sequence: `select c.relname as name, concat_ws(' ', format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmax, s.seqmin,
                    s.seqcache, s.seqcycle, 'grants ' || ${grants("c.relacl", "s", "c.relowner")},
                    (select 'owned by ' || refobjid::regclass || ' ' || refobjsubid || ' ' || deptype::text
                       from pg_depend where objid = c.oid and deptype in ('a', 'i') limit 1)) as definition
               from pg_class c join pg_sequence s on s.seqrelid = c.oid where c.relnamespace = current_schema()::regnamespace`,
  view: `select c.relname as name, pg_get_viewdef(c.oid) || ' ' || ${TABLE} as definition
           from pg_class c where c.relkind in ('v', 'm') and c.relnamespace = current_schema()::regnamespace`,
  type: `select t.typname as name, concat_ws(' ', t.typtype, format_type(t.typbasetype, t.typtypmod), t.typnotnull, t.typdefault,
                (select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as definition
           from pg_type t where t.typnamespace = current_schema()::regnamespace and t.typtype <> 'c' and t.typelem = 0`,
  statistics:
    "select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext where stxnamespace = current_schema()::regnamespace",
  comment: `select c.relname || ' ' || objsubid as name, description as definition
              from tables c join pg_description on objoid = c.oid and classoid = 'pg_class'::regclass`,
  extension: "select extname as name, extversion as definition from pg_extension",
  schema: `select nspname as name, ${grants("nspacl", "n", "nspowner")} as definition from pg_namespace where nspname = current_schema()`,
  "default grants": `select defaclobjtype::text as name, ${grants("defaclacl", "r", "defaclrole")} as definition from pg_default_acl`,
  // Every day must change together with its table, so all days of a table have one definition.
  "days of": `select distinct parent.relname as name, concat_ws(E'\\n', ${TABLE},
                     (select string_agg(${COLUMN}, E'\\n' order by a.attnum) from ${COLUMNS} where a.attrelid = c.oid and ${REAL_COLUMN}),
                     (select string_agg(definition, E'\\n' order by definition)
                        from (select ${INDEX} as definition from pg_index i where i.indrelid = c.oid) indexes),
                     (select string_agg(definition, E'\\n' order by definition)
                        from (select pg_get_constraintdef(k.oid) as definition from pg_constraint k where k.conrelid = c.oid) constraints)
                   ) as definition
              from pg_inherits join pg_class c on c.oid = inhrelid and c.relkind = 'r' join tables parent on parent.oid = inhparent`,
};

const CATALOG = `
  with tables as (
    select * from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace
  )
  ${Object.entries(KINDS)
    .map(
      ([kind, sql]) =>
        `select '${kind} ' || name || ': ' || coalesce(definition, '') as line from (${sql}) of_kind`,
    )
    .join(" union all ")}`;

/** The whole schema of a database with the privileges of roles, as sorted lines that are equal for another database
 * with the same schema. */
export async function catalogOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line).sort();
}
