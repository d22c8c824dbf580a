import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import type { ScriptAnswer, ScriptCall } from "#test/call-scripts.ts";

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
  PAYDESK_MASTER_KEY: undefined,
  // Nothing listens there.
  PUBLIC_URL: "http://127.0.0.1:9",
});

/** Runs Node without a database; rejects for any exit code but 0. */
const runNode = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, ["--no-warnings", ...args], { env });

/** The answers of scripts, one after the other in one process. */
async function callAll(calls: readonly ScriptCall[]): Promise<ScriptAnswer[]> {
  const { stdout, stderr } = await runNode(["test/call-scripts.ts", JSON.stringify(calls)]);
  assert.equal(stderr, "");
  const answers = stdout.trim().split("\n");
  assert.equal(answers.length, calls.length);
  return answers.map((line) => JSON.parse(line));
}

test("--help prints the usage of every script and exits 0, without a database", async () => {
  const runs = Object.values(scripts).filter((command) => command.startsWith("node start.mjs run"));
  assert.equal(commands.length, runs.length, "every script names a file only");
  assert.ok(commands.length >= 15, "package.json lists the scripts");
  const answers = await callAll(commands.map(({ path }) => [path, "--help"]));
  for (const [place, { stdout, stderr, code }] of answers.entries()) {
    const { name } = commands[place]!;
    assert.deepEqual([code, stderr], [0, ""], name);
    assert.match(stdout.split("\n")[0]!, new RegExp(`^Usage: npm run -s ${name}\\b`));
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

const others = Object.keys(scripts).filter((name) => !RUN.test(scripts[name]!));

test("the scripts that run no file of ours answer --help with exit 0 too", async () => {
  assert.ok(others.includes("start") && others.includes("checkout"));
  const answers = others.map(async (name) => {
    const { stdout, stderr } = await runNode([...scripts[name]!.split(" ").slice(1), "--help"]);
    assert.match(stdout, new RegExp(`^(?:Usage: )?npm (?:run (?:-s )?)?${name}\\b`), name);
    assert.equal(stderr, "", name);
  });
  await Promise.all(answers);
  assert.equal(existsSync(folder), false, "nothing was created");
});

/** Wrong arguments of scripts that take any word as a name, beside an unknown option. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  backup: ["one", "two"],
  "master-key": ["one", "two"],
  bench: ["api", "nonsense"],
  package: ["pack", "one", "two"],
  screens: ["--width", "nonsense"],
  books: ["verify", "nonsense", "--keys", "nonsense"],
  crash: ["--kills", "nonsense"],
  recompute: ["--accounts", "nonsense"],
  model: ["--minutes", "nonsense"],
  fuzz: ["--requests", "nonsense"],
  incidents: ["--seeds", "nonsense"],
  "replay-crash": ["--count", "nonsense"],
  rail: ["--port", "nonsense"],
  seed: ["--payments", "nonsense"],
  openapi: ["--version", "nonsense"],
  golden: ["--correct", "nonsense"],
  coverage: ["--url", "x", "--account", "none", "--other", "none", "--password", "x"],
};

function assertRefused(name: string, { stdout, stderr, code }: ScriptAnswer): void {
  const [first = ""] = stderr.split("\n");
  assert.ok(code === 1 || code === 2, `${name} ends with ${code}: ${first}`);
  assert.match(first, /^\S.{7,}/, `${name} says nothing`);
  assert.doesNotMatch(first, /^Usage:/, `${name} does not say what is wrong`);
  assert.doesNotMatch(stdout + stderr, /^\s+at /m, `${name} prints a stack`);
}

test("every script refuses a wrong argument with a sentence and without a stack", async () => {
  for (const args of [() => ["--nonsense"], (name: string) => WRONG[name] ?? ["nonsense"]]) {
    const answers = await callAll(commands.map(({ name, path }) => [path, ...args(name)]));
    for (const [place, answer] of answers.entries()) {
      assertRefused(commands[place]!.name, answer);
    }
  }
  assert.equal(existsSync(folder), false, "nothing was created");
});

test("the scripts that run no file of ours refuse a wrong argument too", async () => {
  for (const argument of ["--nonsense", "nonsense"]) {
    const answers = others.map(async (name) => {
      const run = runNode([...scripts[name]!.split(" ").slice(1), argument]);
      const answer = await run.then(
        (done) => ({ ...done, code: 0 }),
        (refused: ScriptAnswer) => refused,
      );
      assertRefused(name, answer);
    });
    await Promise.all(answers);
  }
  assert.equal(existsSync(folder), false, "nothing was created");
});

test("a process ends with the message, the usage and 2, or with 1 and the message of any other error", async () => {
  for (const [words, message] of [
    [
      ["tools/golden/main.ts", "--nonsense"],
      /^Unknown option '--nonsense'[\s\S]*Usage: npm run -s/,
    ],
    [["lib/cli/rates.ts", "nowhere"], /^nowhere\/package\.json does not exist: [\s\S]*Usage: npm/],
  ] as const) {
    await assert.rejects(runNode(words), ({ code, stderr }: ScriptAnswer) => {
      assert.equal(code, 2);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^\s+at /m);
      return true;
    });
  }
  await assert.rejects(runNode(["lib/cli/migrate.ts"]), ({ code, stderr }: ScriptAnswer) => {
    assert.equal(code, 1);
    assert.match(stderr, /DATABASE_URL is not set/);
    assert.doesNotMatch(stderr, /^\s+at |^Usage/m);
    return true;
  });
});
