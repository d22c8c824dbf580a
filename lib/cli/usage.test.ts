import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import type { Usage } from "#test/read-usages.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const RUN = /^node start\.mjs run (--no-db )?(\S+)$/;
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const [, withoutDatabase, path = ""] = RUN.exec(command) ?? [];
  return path ? [{ name, path, database: !withoutDatabase }] : [];
});

const folder = join(tmpdir(), `paydesk-help-${process.pid}`);
const env = childEnv({
  DATA_DIR: folder,
  DATABASE_URL: undefined,
  DATABASE_OWNER_URL: undefined,
});

/** Runs Node without a database; rejects for any exit code but 0. */
const runNode = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, ["--no-warnings", ...args], { env });

test("--help prints the usage of every script and exits 0, without a database", async () => {
  const runs = Object.values(scripts).filter((command) => command.startsWith("node start.mjs run"));
  assert.equal(commands.length, runs.length, "every script names a file only");
  assert.ok(commands.length >= 15, "package.json lists the scripts");
  const { stdout, stderr } = await runNode([
    "test/read-usages.ts",
    ...commands.map(({ path }) => path),
  ]);
  assert.equal(stderr, "");
  const usages = stdout.trim().split("\n");
  assert.equal(usages.length, commands.length);
  for (const [place, { name, path }] of commands.entries()) {
    const usage = JSON.parse(usages[place]!) as Usage;
    assert.deepEqual([usage.path, usage.code], [path, 0]);
    assert.match(usage.text.split("\n")[0]!, new RegExp(`^Usage: npm run -s ${name}\\b`));
  }
  assert.equal(existsSync(folder), false, "nothing was created");
});

test("start.mjs passes --help on to scripts with and without a database, and starts none", async () => {
  for (const database of [true, false]) {
    const { name } = commands.find((command) => command.database === database)!;
    const words = scripts[name]!.split(" ").slice(1);
    const { stdout, stderr } = await runNode([...words, "--help"]);
    assert.match(stdout, new RegExp(`^Usage: npm run -s ${name}\\b`));
    assert.equal(stderr, "", name);
  }
  assert.equal(existsSync(folder), false, "nothing was created");
});

test("the scripts that run no file of ours answer --help with exit 0 too", async () => {
  const others = Object.keys(scripts).filter((name) => !RUN.test(scripts[name]!));
  assert.ok(others.includes("start") && others.includes("checkout"));
  const answers = others.map(async (name) => {
    const { stdout, stderr } = await runNode([...scripts[name]!.split(" ").slice(1), "--help"]);
    assert.match(stdout, new RegExp(`^(?:Usage: )?npm (?:run (?:-s )?)?${name}\\b`), name);
    assert.equal(stderr, "", name);
  });
  await Promise.all(answers);
  assert.equal(existsSync(folder), false, "nothing was created");
});

test("an unknown option ends a script with its name and the usage, without a stack trace", async () => {
  for (const name of ["golden", "ledger"]) {
    const words = scripts[name]!.split(" ")
      .slice(1)
      .filter((word) => word !== "--no-db");
    const run = runNode([words.at(-1)!, "--nonsense"]);
    await assert.rejects(run, ({ code, stderr }: { code: number; stderr: string }) => {
      assert.equal(code, 2);
      assert.match(stderr, /Unknown option '--nonsense'[\s\S]*Usage: npm run -s/);
      assert.doesNotMatch(stderr, /^\s+at /m);
      return true;
    });
  }
});
