// A server of one's own, backed up and brought to a moment by pgBackRest with the configuration of docs/operations.md.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { closeDb } from "#db/client.ts";
import { migrate } from "#db/migrate.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { openTill } from "#test/money.ts";
import { makeFolder } from "./faults/folder.ts";
import { MASTER_KEY, use } from "./faults/installation.ts";
import { type Server, startServer } from "./faults/server.ts";
import { account } from "./postgres.ts";
import { cleanUpAfterwards } from "./support.ts";

const run = promisify(execFile);
cleanUpAfterwards();

/** The block of the guide that begins with `title`, of which each setting in `own` gets another value. */
function fromGuide(title: string, own: Readonly<Record<string, string>>): string {
  const guide = readFileSync("docs/operations.md", "utf8");
  let block = guide.split("```").find((each) => each.includes(title)) ?? "";
  for (const [name, value] of Object.entries(own)) {
    const line = new RegExp(`^${name} ?= ?.*$`, "m");
    assert.match(block, line, `${title} sets ${name}`);
    block = block.replace(line, `${name}=${value}`);
  }
  const lines = block.split("\n").slice(1);
  return lines.filter((line) => !line.startsWith("#")).join("\n");
}

/** Writes the configuration of the guide with the paths of this trial; returns pgBackRest, run as the server's account. */
function configure(folder: string, data: string, port: number) {
  const at = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    if (account) chownSync(path, account.uid, account.gid);
    return path;
  };
  const shipped = fromGuide("/etc/pgbackrest/pgbackrest.conf", {
    "repo1-path": at("repository"),
    "repo1-cipher-pass": "a pass of this trial",
    "spool-path": at("spool"),
    "pg1-path": data,
  });
  const here = `pg1-port=${port}\npg1-socket-path=${folder}\npg1-user=postgres\n`;
  const places = `[global]\nlog-path=${at("log")}\nlock-path=${at("lock")}\n`;
  writeFileSync(join(folder, "pgbackrest.conf"), `${shipped}${here}${places}`);
  return (...args: string[]) =>
    run("pgbackrest", [`--config=${folder}/pgbackrest.conf`, "--stanza=paydesk", ...args], {
      ...account,
    });
}

/** The settings of the guide for the server. */
function archiving(folder: string): string[] {
  const block = fromGuide("# postgresql.conf", {
    archive_command: `pgbackrest --config=${folder}/pgbackrest.conf --stanza=paydesk archive-push %p`,
  });
  return block
    .trim()
    .split("\n")
    .map((line) => line.replace(/ = /, "="));
}

const clock = async (server: Server) => {
  await sleep(50);
  const [row] = await server.ask("select clock_timestamp()::text as now");
  await sleep(50);
  return String(row!.now);
};

test("pgBackRest brings a server back to a moment with the configuration of the guide, and the copy is held with books that agree", async (t) => {
  const folder = makeFolder("pgbackrest");
  if (account) chownSync(folder, account.uid, account.gid);
  const server = await startServer({
    folder,
    settings: [...archiving(folder), `unix_socket_directories=${folder}`],
  });
  const pgbackrest = configure(folder, join(folder, "postgres"), server.port);
  await migrate(server, { daysBack: 1, daysAhead: 2 });
  await use(server);
  const till = await openTill();
  const ids = async () =>
    (await server.ask("select id from payments order by created_at", "paydesk")).map(
      ({ id }) => id,
    );

  await pgbackrest("stanza-create");
  await pgbackrest("check");
  const first = (await till.charge()).body.id;
  await pgbackrest("backup", "--type=full");
  const second = (await till.charge()).body.id;
  await pgbackrest("backup", "--type=diff");
  const third = (await till.charge()).body.id;
  const target = await clock(server);
  const fourth = (await till.charge()).body.id;
  assert.deepEqual(await ids(), [first, second, third, fourth]);
  // Archives what was written.
  await pgbackrest("check");

  await closeDb();
  await server.unit.stop("SIGINT");
  const began = performance.now();
  const aim = ["--type=time", `--target=${target}`, "--target-action=promote"];
  await pgbackrest("restore", "--delta", ...aim);
  await server.start();
  assert.deepEqual(await ids(), [first, second, third]);
  t.diagnostic(`restored to ${target} in ${Math.round(performance.now() - began)} ms`);

  const env = childEnv({
    ...{ DATABASE_URL: server.serviceUrl, DATABASE_OWNER_URL: server.ownerUrl },
    ...{ PAYDESK_MASTER_KEY: MASTER_KEY, PAYDESK_EMBEDDED: undefined, DATA_DIR: folder },
    ...{ NODE_TEST_CONTEXT: undefined },
  });
  const command = (...args: string[]) => run(process.execPath, ["--no-warnings", ...args], { env });
  assert.match((await command("lib/cli/restore.ts", "--hold")).stdout, /This copy is held/);
  t.diagnostic((await command("lib/cli/books.ts", "check")).stdout.trim());
});
