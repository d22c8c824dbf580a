import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};
const RUN = /^node (start\.mjs run .+)$/;
const commands = Object.entries(scripts).flatMap(([name, command]) => {
  const words = RUN.exec(command)?.[1]?.split(" ");
  return words ? [{ name, words }] : [];
});

test("--help prints the usage of every script and exits 0, without a database", async () => {
  assert.ok(commands.length >= 15, "package.json lists the scripts");
  const folder = join(tmpdir(), `paydesk-help-${process.pid}`);
  const env = childEnv({
    DATA_DIR: folder,
    DATABASE_URL: undefined,
    DATABASE_OWNER_URL: undefined,
  });
  const help = async ({ name, words }: (typeof commands)[number]) => {
    const args = ["--no-warnings", ...words, "--help"];
    // Rejects for any other exit code.
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
    return { name, head: stdout.split("\n")[0], stderr };
  };
  // Two at a time: starting all at once would starve the tests that run beside this one.
  const answers = [];
  for (let i = 0; i < commands.length; i += 2) {
    answers.push(...(await Promise.all(commands.slice(i, i + 2).map(help))));
  }
  for (const { name, head, stderr } of answers) {
    assert.match(head!, new RegExp(`^Usage: npm run -s ${name}\\b`));
    assert.equal(stderr, "", name);
  }
  assert.equal(existsSync(folder), false, "nothing was created");
});
