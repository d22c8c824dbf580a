import { type ChildProcessByStdio, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { onDatabase } from "#db/databases.ts";
import type { Server } from "../faults/server.ts";
import { serverProgram } from "../postgres.ts";

const READ_MS = 5_000;
const READ_PAUSE_MS = 2_000;
const FIXTURE = "test/fixtures/database-7f9a5b9.sql.gz";

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Loads the kept database of an older version into an empty one. Returns the key of one of its merchants. */
export async function loadOldDatabase({ ownerUrl }: Server): Promise<string> {
  const script = gunzipSync(readFileSync(FIXTURE)).toString("utf8");
  await onDatabase(ownerUrl, (client) => client.query(script));
  const first = script.slice("-- ".length, script.indexOf("\n"));
  return (JSON.parse(first) as { key: string }).key;
}

type Dump = { child: ChildProcessByStdio<null, Readable, null>; done: Promise<number | null> };

/** Starts pg_dump of the whole database. Nobody reads its output yet. */
export function startDump({ ownerUrl }: Server): Dump {
  const args = ["--no-owner", "--no-privileges", "-d", ownerUrl];
  const child = spawn(serverProgram("pg_dump"), args, { stdio: ["ignore", "pipe", "inherit"] });
  const done = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, done };
}

/** Whether a transaction of pg_dump holds locks on the tables. */
export async function dumpReads({ url }: Server): Promise<boolean> {
  const { rowCount } = await onDatabase(url, (client) =>
    client.query(
      `select from pg_stat_activity a join pg_locks l using (pid)
        where a.application_name = 'pg_dump' and l.relation is not null group by a.pid having count(*) > 100`,
    ),
  );
  return (rowCount ?? 0) > 0;
}

/** Reads payments in long transactions, one after the other. */
export async function readUntil(server: Server, isOver: () => boolean): Promise<void> {
  await onDatabase(server.ownerUrl, async (client) => {
    while (!isOver()) {
      await client.query("begin isolation level repeatable read; select id from payments limit 1");
      await sleep(READ_MS);
      await client.query("commit");
      await sleep(READ_PAUSE_MS);
    }
  });
}
