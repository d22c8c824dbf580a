// The role of the service: what it may do to each table, and how it comes to have exactly that.

import pg from "pg";
import { log } from "#lib/kernel/log.ts";

/** One database, as the role that owns its tables and as the role of the service. */
export interface Addresses {
  ownerUrl: string;
  serviceUrl: string;
}

/** Tables of which the service reads and adds rows, and never changes or deletes any. */
export const APPEND_ONLY: readonly string[] = [
  "audit_entries",
  "audit_people",
  "audit_blocks",
  "audit_seals",
];

const READ_AND_ADD = ["SELECT", "INSERT"];
const EVERYTHING_ELSE = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/** What the service calls of the owner's own rights, each by a function that does one thing. */
const FUNCTIONS = ["analyze_replay_items(text)"];

/** The tables where the role has a privilege too many, or too few. */
const DIFFERENT = `
  select quote_ident(c.relname) as name, privilege, wanted
    from pg_class c
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
   cross join lateral (
     select privilege = any (case when c.relname = any ($2::text[]) then $3::text[] else $4::text[] end) as wanted
   ) w
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
     and has_table_privilege($1, c.oid, privilege) <> wanted`;

type Difference = { name: string; privilege: string; wanted: boolean };

/** The role that an address connects as. Throws when it cannot connect. */
export async function roleOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, application_name: "paydesk migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}

/** Throws, and says what to do, when the role that is connected could not migrate the tables that there are. */
export async function refuseStranger(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; owner: string }>(
    `select current_user as role, tableowner as owner from pg_tables
      where schemaname = current_schema() and tablename = 'accounts'
        and not pg_has_role(current_user, tableowner, 'usage')`,
  );
  if (!rows[0]) return;
  const { role, owner } = rows[0];
  throw new Error(
    `The database's tables belong to ${owner}, and ${role} cannot migrate them. Set DATABASE_OWNER_URL to the same database as ${owner} (docs/operations.md, "Two roles").`,
  );
}

/**
 * Gives the role of the service what it needs of every table, takes away what it does not, and has the
 * tables that the owner will make come with it. A role that may do everything anyway, because it owns
 * the tables or is a superuser, is warned of; where it can be, the right to change the audit log is taken
 * from it all the same. Cheap when nothing differs.
 */
export async function grantService(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  if (await isAlmighty(client, role)) {
    log.warn(
      "the service connects as a role that owns its tables: name two roles (docs/operations.md, Two roles)",
      { role },
    );
    await client.query(`revoke update, delete, truncate on ${APPEND_ONLY.join(", ")} from ${name}`);
    return;
  }
  await client.query(`
    alter default privileges grant ${EVERYTHING_ELSE.join(", ")} on tables to ${name};
    grant execute on function ${FUNCTIONS.join(", ")} to ${name}`);
  const { rows } = await client.query<Difference>(DIFFERENT, [
    role,
    APPEND_ONLY,
    READ_AND_ADD,
    EVERYTHING_ELSE,
  ]);
  for (const [key, differences] of Map.groupBy(rows, (row) => `${row.wanted} ${row.privilege}`)) {
    const { wanted, privilege } = differences[0]!;
    const tables = differences.map((difference) => difference.name).join(", ");
    await client.query(
      wanted
        ? `grant ${privilege} on ${tables} to ${name}`
        : `revoke ${privilege} on ${tables} from ${name}`,
    );
    log.debug("privileges of the service changed", { key, tables: differences.length });
  }
}

async function isAlmighty(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ almighty: boolean }>(
    "select pg_has_role($1, current_user, 'member') as almighty",
    [role],
  );
  return rows[0]!.almighty;
}

/** Makes a role of the service with a password, or gives the one that exists that password. For servers that are
 *  ours alone; `password` has nothing that would have to be quoted. */
export async function makeServiceRole(
  client: pg.ClientBase,
  { role, password }: { role: string; password: string },
): Promise<void> {
  if (!/^\w+$/.test(password)) throw new Error("The password cannot be written as it is.");
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  await client.query(
    `${rowCount === 0 ? "create" : "alter"} role ${pg.escapeIdentifier(role)} with login nosuperuser
       nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
}

/** The same database as another role. */
export function asRole(url: string, role: string, password: string): string {
  const other = new URL(url);
  other.username = role;
  other.password = password;
  return other.href;
}
