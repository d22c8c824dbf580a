// Whole databases on a server: what tests need to have one each.

import pg from "pg";
import { migrate } from "./migrate.ts";

function at(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function command(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: at(serverUrl, "postgres") });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Makes an empty database on a server; answers its address. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await command(serverUrl, `create database "${name}"`);
  return at(serverUrl, name);
}

/** Makes the migrated database that every test process copies; answers its address. */
export async function createTemplate(serverUrl: string, name: string): Promise<string> {
  const url = await createDatabase(serverUrl, name);
  // Few days, so that a copy is small; a test that travels in time makes its own.
  await migrate(url, { daysBack: 2, daysAhead: 2 });
  return url;
}

/** Copies the template, whose address is given, into a database of its own; answers its address. */
export async function cloneTemplate(templateUrl: string, name: string): Promise<string> {
  const template = new URL(templateUrl).pathname.slice(1);
  await command(templateUrl, `create database "${name}" template "${template}"`);
  return at(templateUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await command(serverUrl, `drop database if exists "${name}" with (force)`);
}

/** Names of the databases whose name begins with `prefix`. */
export async function listDatabases(serverUrl: string, prefix: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: at(serverUrl, "postgres") });
  await client.connect();
  try {
    const found = await client.query<{ name: string }>(
      "select datname as name from pg_database where starts_with(datname, $1)",
      [prefix],
    );
    return found.rows.map((row) => row.name);
  } finally {
    await client.end();
  }
}
