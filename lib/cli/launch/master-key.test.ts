import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { childEnv } from "#lib/kernel/env.ts";
import { fileKeyService, isWrapped, unwrapText, wrappedText } from "./key-service.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-key-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text?: string): string => {
  const path = join(folder, name);
  if (text !== undefined) writeFileSync(path, text);
  return path;
};
const newKey = () => randomBytes(32).toString("base64");

const run = (script: string, args: readonly string[], variables: Record<string, string>) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ["start.mjs", "run", "--no-db", script, ...args],
      {
        env: childEnv({
          PAYDESK_MASTER_KEY: undefined,
          NODE_TEST_CONTEXT: undefined,
          ...variables,
        }),
      },
      (_error, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });

const SHOW = file(
  "show.ts",
  `import { env } from ${JSON.stringify(import.meta.resolve("#lib/kernel/env.ts"))};
   process.stdout.write(env.masterKey.toString("base64"));`,
);

test("a wrapped key opens with the key that wrapped it only, and only as it was", async () => {
  const service = fileKeyService(file("kek", newKey()));
  const key = randomBytes(32);
  const text = await wrappedText(service, key);
  assert.ok(isWrapped(text) && !text.includes(key.toString("base64")));
  assert.deepEqual(await unwrapText(service, text), key);
  await assert.rejects(
    unwrapText(fileKeyService(file("other", newKey())), text),
    /could not be unwrapped/,
  );
  const altered = text.replace(/.{3}$/, "AAA");
  await assert.rejects(unwrapText(service, altered), /could not be unwrapped/);
});

test("a key file is made without telling the key, private to its owner, and never overwritten", async () => {
  const path = file("plain.key");
  const made = await run("lib/cli/master-key.ts", [path], {});
  assert.equal(made.code, 0, made.err);
  const key = readFileSync(path, "utf8").trim();
  assert.equal(Buffer.from(key, "base64").length, 32);
  assert.ok(!(made.out + made.err).includes(key));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal((await run("lib/cli/master-key.ts", [path], {})).code, 1);
  assert.equal((await run(SHOW, [], { PAYDESK_MASTER_KEY_FILE: path })).out, key);
});

test("processes get the key of a wrapped file, and none without its key service", async () => {
  const kms = { PAYDESK_KMS: `file:${file("vault", newKey())}` };
  const key = newKey();
  const path = file("wrapped.key");
  const wrap = ["--from-settings", path];
  const made = await run("lib/cli/master-key.ts", wrap, { ...kms, PAYDESK_MASTER_KEY: key });
  assert.equal(made.code, 0, made.err);
  assert.ok(isWrapped(readFileSync(path, "utf8")));
  const shown = await run(SHOW, [], { ...kms, PAYDESK_MASTER_KEY_FILE: path });
  assert.equal(shown.out, key, shown.err);
  const without = await run(SHOW, [], { PAYDESK_MASTER_KEY_FILE: path });
  assert.equal(without.code, 1);
  assert.match(without.err, /set PAYDESK_KMS/);
});
