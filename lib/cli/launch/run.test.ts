import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { childEnv } from "#lib/kernel/env.ts";
import { masterKeyIn } from "./database.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-run-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

function launch(args: readonly string[], variables: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["start.mjs", "run", ...args],
      {
        env: childEnv({
          DATABASE_URL: undefined,
          DATABASE_OWNER_URL: undefined,
          PAYDESK_MASTER_KEY: undefined,
          PAYDESK_EMBEDDED: undefined,
          PAYDESK_THROWAWAY: "1",
          NODE_TEST_CONTEXT: undefined,
          DATA_DIR: join(folder, "data"),
          ...variables,
        }),
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

function script(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, body);
  return path;
}

test("a script runs on a migrated database, from any command, and no database is left running", async () => {
  const path = script(
    "count.ts",
    `import { closeDb, getPool } from ${JSON.stringify(import.meta.resolve("#db/client.ts"))};
     const { rows } = await getPool().query("select count(*)::int as n from accounts");
     await closeDb();
     console.log(JSON.stringify([rows[0].n, ...process.argv.slice(2)]));`,
  );
  const outcomes = await Promise.all([launch([path, "a"]), launch([path, "b"])]);
  assert.deepEqual(
    outcomes.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
    [
      [0, '[0,"a"]\n', ""],
      [0, '[0,"b"]\n', ""],
    ],
  );
  assert.equal(existsSync(join(folder, "data", "postgres", "postmaster.pid")), false);
});

test("the launcher exits with the script's exit code", async () => {
  const path = script("fail.ts", "process.exit(7);");
  assert.equal((await launch(["--no-db", path])).code, 7);
});

test("an invalid setting is named before anything starts", async () => {
  const path = script("never.ts", "console.log('ran');");
  const { code, stdout, stderr } = await launch([path], { PORT: "none" });
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.match(stderr, /PORT must be a port number/);
});

test("the master key is created once, readable by its owner only, and never again beside old secrets", async () => {
  const dataDir = join(folder, "keys");
  const [key, same] = await Promise.all([masterKeyIn(dataDir), masterKeyIn(dataDir)]);
  assert.equal(Buffer.from(key, "base64").length, 32);
  assert.equal(same, key);
  assert.equal(await masterKeyIn(dataDir), key);
  assert.equal(statSync(join(dataDir, "master.key")).mode & 0o777, 0o600);
  rmSync(join(dataDir, "master.key"));
  mkdirSync(join(dataDir, "postgres"));
  writeFileSync(join(dataDir, "postgres", "PG_VERSION"), "18\n");
  await assert.rejects(masterKeyIn(dataDir), /master\.key is missing/);
});
