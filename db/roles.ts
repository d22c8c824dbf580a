// The service's role: its privileges on each table, and how it gets exactly these.

import pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { ServiceClient } from "./service-client.ts";

/** URLs of one database, as the role that owns its tables and as the service's role. */
export interface Addresses {
  ownerUrl: string;
  serviceUrl: string;
}

/** Tables that the service only reads and adds rows to, and never changes or deletes. */
export const APPEND_ONLY: readonly string[] = [
  "audit_entries",
  "audit_people",
  "audit_blocks",
  "audit_seals",
  "month_closing_files",
  "month_closing_pieces",
  "ledger_transfers",
  "ledger_blocks",
  "ledger_sums",
  "ledger_totals",
  "book_keys",
];

const READ_AND_ADD = ["SELECT", "INSERT"];
const EVERYTHING_ELSE = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/** Functions of the owner that the service can call; each does one thing. */
const FUNCTIONS = ["analyze_replay_items(text)"];

/** Tables and views on which the role has too many or too few privileges. */
const DIFFERENT = `
  select quote_ident(c.relname) as name, privilege, wanted
    from pg_class c
   cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
   cross join lateral (
     select privilege = any (case when c.relkind = 'v' then array['SELECT']
                                  when c.relname = any ($2::text[]) then $3::text[] else $4::text[] end) as wanted
   ) w
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
     and has_table_privilege($1, c.oid, privilege) <> wanted`;

type Difference = { name: string; privilege: string; wanted: boolean };

/** The role of a URL. Throws if it cannot connect. */
export async function roleOf(url: string): Promise<string> {
  const client = new ServiceClient({ connectionString: url, application_name: "paydesk migrate" });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]!.role;
  } finally {
    await client.end();
  }
}

/** Throws with the next step if the connected role could not migrate the existing tables. */
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

/** Grants the service's role what it needs on every table, revokes the rest, and sets the same for tables that the
 * owner will create. Warns of a role that can do everything, because it owns the tables or is a superuser; if
 * possible, even that role loses the right to change the audit log. Cheap if nothing differs. */
export async function grantService(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  if (await isAlmighty(client, role)) {
    log.warn("the service's role owns its tables: use two roles (docs/operations.md, Two roles)", {
      role,
    });
    await client.query(`revoke update, delete, truncate on ${APPEND_ONLY.join(", ")} from ${name}`);
    return;
  }
  await client.query(`
    alter default privileges grant ${EVERYTHING_ELSE.join(", ")} on tables to ${name};
    grant execute on function ${FUNCTIONS.join(", ")} to ${name};
    grant usage on schema drizzle to ${name};
    grant select on drizzle.__drizzle_migrations to ${name}`);
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

/** Creates the service's role with a password, or sets the password of the existing one. Only for our own servers;
 * `password` needs no quoting. */
export async function makeServiceRole(
  client: pg.ClientBase,
  { role, password }: { role: string; password: string },
): Promise<void> {
  if (!/^\w+$/.test(password))
    throw new Error("The password contains characters that need quoting.");
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  await client.query(
    `${rowCount === 0 ? "create" : "alter"} role ${pg.escapeIdentifier(role)} with login nosuperuser
       nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  );
}

/** The URL of the same database as another role. */
export function asRole(url: string, role: string, password: string): string {
  const other = new URL(url);
  other.username = role;
  other.password = password;
  return other.href;
}
