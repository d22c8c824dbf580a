// Databases on a server, one per test process.

import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Addresses, asRole, makeServiceRole } from "./roles.ts";

function at(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` on a connection of its own to a database. */
export async function onDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const onServer = <T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onDatabase(at(serverUrl, "postgres"), work);

/** The other nodes of a cluster of Citus, if its database `postgres` knows some. */
const NODES = `
  select nodename as host, nodeport as port from pg_dist_node where isactive and groupid <> 0 order by nodeid`;

/** Runs `work` on a server and on the other nodes of its cluster. */
async function onNodes<T>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<void> {
  const nodes = await onServer(serverUrl, async (client) => {
    const known = await client.query("select from pg_class where relname = 'pg_dist_node'");
    const found = known.rowCount ? (await client.query<Node>(NODES)).rows : [];
    await work(client);
    return found;
  });
  for (const { host, port } of nodes) {
    await onServer(Object.assign(new URL(serverUrl), { host: `${host}:${port}` }).href, work);
  }
}

type Node = { host: string; port: number };

async function command(serverUrl: string, sql: string): Promise<void> {
  await onNodes(serverUrl, (client) => client.query(sql));
}

/** Creates an empty database on a server; returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await command(serverUrl, `create database "${name}"`);
  return at(serverUrl, name);
}

/** Creates the migrated database that every test process copies, and a service role for it and its copies; returns
 * the URLs. */
export async function createTemplate(serverUrl: string, name: string): Promise<Addresses> {
  const ownerUrl = await createDatabase(serverUrl, name);
  const role = serviceOf(name);
  const password = randomBytes(16).toString("hex");
  // Citus tells the other nodes of roles, but not of databases.
  await onServer(serverUrl, (client) => makeServiceRole(client, { role, password }));
  const addresses = { ownerUrl, serviceUrl: asRole(ownerUrl, role, password) };
  // Loaded here only: most users of this file copy databases.
  const { migrate } = await import("./migrate.ts");
  // Few days keep a copy small; a test that moves the clock creates its own.
  await migrate(addresses, { daysBack: 2, daysAhead: 2 });
  return addresses;
}

const serviceOf = (template: string) => `${template}_service`;

/** Prepares a template for processes that copy it at the same time. Nobody can connect to it afterwards if it is on Citus. */
export async function closeTemplate({ ownerUrl }: Addresses): Promise<void> {
  await onNodes(ownerUrl, (client) => endOfCitus(client, new URL(ownerUrl).pathname.slice(1)));
}

/** Copies the template with the given URLs to a new database; returns its URLs. */
export async function cloneTemplate(from: Addresses, name: string): Promise<Addresses> {
  const template = new URL(from.ownerUrl).pathname.slice(1);
  await onNodes(from.ownerUrl, (client) => copyDatabase(client, template, name));
  return { ownerUrl: at(from.ownerUrl, name), serviceUrl: at(from.serviceUrl, name) };
}

/** Lets the operating system copy the files where it can (PostgreSQL 18): a tenth of the time of a copy through the
 * write-ahead log. */
async function copyDatabase(client: pg.Client, template: string, name: string): Promise<void> {
  await endOfCitus(client, template);
  const copy = `create database "${name}" template "${template}"`;
  try {
    await client.query("set file_copy_method = clone");
    await client.query(`${copy} strategy file_copy`);
  } catch {
    await client.query(copy);
  }
}

const OPEN_IN_CITUS = `
  select from pg_database
   where datname = $1 and datallowconn and exists (select from pg_extension where extname = 'citus')`;

/** Ends the sessions that Citus keeps in a database, and lets it open no others: the database could not be copied meanwhile. */
async function endOfCitus(client: pg.Client, database: string): Promise<void> {
  const { rowCount } = await client.query(OPEN_IN_CITUS, [database]);
  if (rowCount === 0) return;
  await client.query(`alter database "${database}" allow_connections false`);
  await client.query(
    "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1",
    [database],
  );
}

/** Drops the template and its role. All copies must be dropped first. */
export async function dropTemplate(serverUrl: string, name: string): Promise<void> {
  await dropDatabase(serverUrl, name);
  await onServer(serverUrl, (client) => client.query(`drop role if exists "${serviceOf(name)}"`));
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await command(serverUrl, `drop database if exists "${name}" with (force)`);
}

/** Names of the databases that begin with `prefix`. */
export async function listDatabases(serverUrl: string, prefix: string): Promise<string[]> {
  return await onServer(serverUrl, async (client) => {
    const found = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    return found.rows.map((row) => row.name);
  });
}
