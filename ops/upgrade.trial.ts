// The kept database of an older version is upgraded while statements run on it and pg_dump reads all of it.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { closeDb } from "#db/client.ts";
import { freePort } from "#db/embedded/ports.ts";
import { systemContext } from "#lib/domain/accounts/index.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { bookSubjects, checkBooks } from "#lib/domain/books/index.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { WEB_COMMAND } from "#lib/server/command.ts";
import { ask } from "#test/ask.ts";
import { disagreements } from "#test/books-agree.ts";
import { makeFolder } from "./faults/folder.ts";
import { MASTER_KEY, readiness, use } from "./faults/installation.ts";
import { type Server, startServer } from "./faults/server.ts";
import { stopUnits, Unit } from "./faults/unit.ts";
import { serverProgram } from "./postgres.ts";
import { until } from "./support.ts";
import {
  connect,
  dumpReads,
  loadOldDatabase,
  readUntil,
  startDump,
} from "./upgrade/old-database.ts";

/** How long pg_dump holds its locks, as on a large database. */
const DUMP_MS = 8_000;
/** Beside what statements wait on this machine without an upgrade. */
const LONGEST_WAIT_MS = 1_000;
const USUAL_MS = 4_000;
const CALLERS = 6;
const LONGEST_RUN_MS = 90_000;

const folder = makeFolder("upgrade");
let server: Server;
let key: string;

before(async () => {
  server = await startServer({ folder });
  key = await loadOldDatabase(server);
});

after(async () => {
  await closeDb();
  await stopUnits();
});

const settings = () => ({
  ...{ DATABASE_URL: server.serviceUrl, DATABASE_OWNER_URL: server.ownerUrl },
  ...{ PAYDESK_MASTER_KEY: MASTER_KEY, PAYDESK_EMBEDDED: undefined, NODE_TEST_CONTEXT: undefined },
  ...{ NODE_ENV: "production", LOG_LEVEL: "info", DATA_DIR: folder },
});

/** A read and a write of each table, as a running installation makes them. */
async function statementsOnAll(): Promise<string[]> {
  const client = await connect(server.ownerUrl);
  const { rows } = await client.query<{ name: string; column: string }>(
    `select c.relname as name, min(a.attname) as column
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname`,
  );
  await client.end();
  return rows.flatMap(({ name, column }) => [
    `select * from "${name}" limit 1`,
    // Takes the locks of a write and changes nothing.
    `update "${name}" set "${column}" = "${column}" where false`,
  ]);
}

const WRITES = [
  "update payments set amount = amount where id = (select id from payments order by random() limit 1)",
  "update accounts set name = name where id = (select min(id) from accounts)",
  "update refunds set amount = amount where id = (select id from refunds order by random() limit 1)",
];

type Waits = {
  statements: number;
  longestMs: number;
  longest: string;
  refused: Map<string, number>;
};

/** Runs statements until `isOver`; remembers the longest wait. */
async function callUntil(isOver: () => boolean): Promise<Waits> {
  const waits: Waits = { statements: 0, longestMs: 0, longest: "", refused: new Map() };
  const all = [...(await statementsOnAll()), ...WRITES];
  const call = async (first: number) => {
    const client = await connect(server.ownerUrl);
    for (let n = first; !isOver(); n += CALLERS) {
      const text = all[n % all.length]!;
      const started = performance.now();
      try {
        await client.query(text);
      } catch (error) {
        const refusal = String((error as Error).message);
        waits.refused.set(refusal, (waits.refused.get(refusal) ?? 0) + 1);
      }
      const took = performance.now() - started;
      waits.statements++;
      if (took > waits.longestMs) Object.assign(waits, { longestMs: took, longest: text });
      await sleep(2);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, n) => call(n)));
  return waits;
}

const run = (...command: string[]) =>
  promisify(execFile)(process.execPath, ["--no-warnings", ...command], {
    env: childEnv(settings()),
    timeout: LONGEST_RUN_MS,
  });

test("an upgrade beside pg_dump and long reads makes no statement wait for 1 s more than usual; then the program serves and the books agree", async (t) => {
  const port = await freePort();
  const web = new Unit({
    name: "web",
    command: [process.execPath, "--no-warnings", ...WEB_COMMAND, "--api-only"],
    variables: { ...settings(), PORT: String(port) },
    logPath: join(folder, "web.log"),
    isReady: async () => (await readiness(port))?.status === 200,
  });
  // A process of the new version is started first, and waits.
  const serving = web.start();
  await until("the new version waits for the upgrade", async () =>
    /this process waits.*older schema than this program/.test(web.log()),
  );

  const quietUntil = performance.now() + USUAL_MS;
  const usual = await callUntil(() => performance.now() > quietUntil);
  const dump = join(folder, "dump.sql");
  const { child, done } = startDump(server);
  // Its output is read only after a while, so that it holds its locks.
  setTimeout(() => child.stdout.pipe(createWriteStream(dump)), DUMP_MS);
  await until("pg_dump holds its locks", () => dumpReads(server));
  let over = false;
  const calling = callUntil(() => over);
  const reading = readUntil(server, () => over);
  const started = performance.now();
  const { stderr, stdout } = await run("lib/cli/migrate.ts");
  const seconds = (performance.now() - started) / 1_000;
  over = true;
  const waits = await calling;
  await reading;
  const usualMs = usual.longestMs;
  t.diagnostic(JSON.stringify({ ...waits, refused: [...waits.refused], seconds, usualMs }));
  assert.match(stdout, /The database has the schema of this version/);
  assert.match(stderr, /an index is made/);
  assert.ok(seconds > DUMP_MS / 2_000, "it waits for pg_dump");
  assert.ok(waits.statements > 1_000, `${waits.statements} statements`);
  const told = `${waits.longest} waited ${waits.longestMs} ms, usually at most ${usualMs} ms`;
  assert.ok(waits.longestMs < LONGEST_WAIT_MS + usualMs, told);

  await serving;
  await mayServe(port);
  assert.equal(await done, 0, "the dump is complete");
  await isWhole(dump);
});

/** A key from before the upgrade charges, and the books agree. */
async function mayServe(port: number): Promise<void> {
  const { status, body } = await ask({ port }, "/v1/payments", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "idempotency-key": "after the upgrade" },
    body: {
      ...{ amount: 1_290, currency: "EUR", method: "card" },
      payment_method: "pm_test_4242424242424242",
    },
  });
  assert.equal(status, 201, body);
  await use(server);
  await rollUp();
  assert.deepEqual(await disagreements(), []);
  for (const subject of await bookSubjects()) {
    const ctx = await systemContext(subject, "test");
    assert.deepEqual(await checkBooks(ctx, { everything: true }), []);
  }
}

/** The dump restores to a database with all payments of before. */
async function isWhole(dump: string): Promise<void> {
  const admin = await connect(server.url);
  await admin.query("create database restored owner paydesk_owner");
  await admin.end();
  const url = Object.assign(new URL(server.ownerUrl), { pathname: "/restored" }).href;
  const options = ["-q", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", dump];
  await promisify(execFile)(serverProgram("psql"), options, { maxBuffer: 2 ** 26 });
  const counts = [];
  for (const each of [url, server.ownerUrl]) {
    const client = await connect(each);
    const { rows } = await client.query<{ n: number }>("select count(*)::int as n from payments");
    counts.push(rows[0]!.n);
    await client.end();
  }
  // One charge was made since.
  assert.equal(counts[0], counts[1]! - 1);
}

test("an older program refuses a newer schema in one sentence", async () => {
  const client = await connect(server.ownerUrl);
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', 4102444800000)",
  );
  await client.end();
  const newer = /upgraded by a newer version of this program\. Start that version/;
  for (const [command, code] of [
    [[...WEB_COMMAND, "--api-only"], 78],
    [["worker.ts"], 78],
    [["lib/cli/migrate.ts"], 1],
  ] as const) {
    const error = await run(...command).catch((thrown: unknown) => thrown);
    const { code: ended, stderr } = error as { code: number; stderr: string };
    assert.deepEqual([ended, newer.test(stderr)], [code, true], stderr);
  }
});
