// An old database with millions of payments is upgraded while payments are made, pg_dump holds its locks, and long reads follow
// each other.

import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { onDatabase } from "#db/databases.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { makeFolder } from "../faults/folder.ts";
import { MASTER_KEY } from "../faults/installation.ts";
import { type Server, startServer } from "../faults/server.ts";
import { stopUnits } from "../faults/unit.ts";
import { until } from "../support.ts";
import { fill } from "./fill.ts";
import { dumpReads, loadOldDatabase, readUntil, startDump } from "./old-database.ts";
import { payUntil, type Waits } from "./payments.ts";

/** Limit for one payment. */
export const LONGEST_WAIT_MS = 1_000;
const USUAL_MS = 20_000;
const DUMP_MS = 30_000;

/** As large as a database of this size has it; a checkpoint is not to be part of the waits. */
export const SERVER = ["shared_buffers=1GB", "max_wal_size=6GB"];
/** A crash while the database is filled loses it. */
const FILLING = { fsync: "off", full_page_writes: "off", autovacuum: "off" };

type Say = (line: string) => void;

async function set(server: Server, settings: Readonly<Record<string, string>>): Promise<void> {
  await server.ask("alter system reset all");
  for (const [name, value] of Object.entries(settings)) {
    await server.ask(`alter system set ${name} = ${value}`);
  }
  await server.ask("select pg_reload_conf()");
}

/** How long payments wait for one index that is made in a transaction, as before. */
async function plainIndex(server: Server, perSecond: number): Promise<Waits> {
  let over = false;
  const paying = payUntil(server, { perSecond, isOver: () => over });
  await sleep(2_000);
  await onDatabase(server.ownerUrl, async (client) => {
    await client.query(
      "begin; create index plain on payments (account_id, mode, id) where amount_refunded > 0",
    );
    await client.query("rollback");
  });
  over = true;
  return await paying;
}

async function migrate(server: Server): Promise<{ code: number | null; log: string }> {
  const child = spawn(process.execPath, ["--no-warnings", "lib/cli/migrate.ts"], {
    env: childEnv({
      ...{ DATABASE_URL: server.serviceUrl, DATABASE_OWNER_URL: server.ownerUrl },
      ...{ PAYDESK_MASTER_KEY: MASTER_KEY, PAYDESK_EMBEDDED: undefined, NODE_ENV: "production" },
    }),
    stdio: ["ignore", "inherit", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, log };
}

export type Measured = {
  gigabytes: number;
  payments: number;
  usual: Waits;
  plainIndex: Waits;
  upgrade: Waits;
  seconds: number;
  code: number | null;
  log: string;
};

async function sizeOf(server: Server): Promise<{ gigabytes: number; payments: number }> {
  const [row] = await server.ask(
    "select round(pg_database_size('paydesk') / 1e9)::int as gigabytes, (select count(*)::int from payments) as payments",
    "paydesk",
  );
  return row as { gigabytes: number; payments: number };
}

/** Upgrades a filled database. */
export async function measure(server: Server, perSecond: number, say: Say): Promise<Measured> {
  const size = await sizeOf(server);
  say(JSON.stringify(size));
  await server.ask("checkpoint");
  const quietUntil = performance.now() + USUAL_MS;
  const usual = await payUntil(server, {
    perSecond,
    isOver: () => performance.now() > quietUntil,
  });
  say(`usually at most ${Math.round(usual.longestMs)} ms`);
  const plain = await plainIndex(server, perSecond);
  say(`an index in a transaction: ${Math.round(plain.longestMs)} ms`);
  const { child, done } = startDump(server);
  await until("pg_dump holds its locks", () => dumpReads(server));
  setTimeout(() => child.kill(), DUMP_MS);
  let over = false;
  const isOver = () => over;
  const reading = readUntil(server, isOver);
  const paying = payUntil(server, { perSecond, isOver });
  const started = performance.now();
  const { code, log } = await migrate(server);
  const seconds = Math.round((performance.now() - started) / 1_000);
  over = true;
  const upgrade = await paying;
  await Promise.all([reading, done]);
  return { ...size, usual, plainIndex: plain, upgrade, seconds, code, log };
}

/** Fills a database of the older version and upgrades it. Needs 4 kB of disk for a payment and minutes for a million. */
export async function largeUpgrade({
  payments,
  perSecond,
  say,
}: {
  payments: number;
  perSecond: number;
  say: Say;
}): Promise<Measured> {
  const server = await startServer({ folder: makeFolder("large-upgrade"), settings: SERVER });
  try {
    await set(server, FILLING);
    await loadOldDatabase(server);
    await onDatabase(server.ownerUrl, (client) => fill(client, payments, say));
    await set(server, {});
    return await measure(server, perSecond, say);
  } finally {
    await stopUnits();
  }
}
