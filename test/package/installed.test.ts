// The package as a merchant gets it: packed, installed from its tarball into an empty folder, compiled and run.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { openTill } from "#test/money.ts";
import { startWeb, type Web } from "#test/web.ts";
import { installInto, packPackage, TSC } from "#tools/package/build.ts";

const run = promisify(execFile);
const SAMPLE = fileURLToPath(new URL("../../packages/paydesk/sample", import.meta.url));

const STRICT = {
  compilerOptions: {
    target: "es2022",
    // Neither the types of Node nor those of the DOM: the package needs none.
    lib: ["es2023"],
    types: [],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    rootDir: "sample",
    outDir: "out",
  },
  include: ["sample", "console.d.ts"],
};

let web: Web;
let folder: string;
let shop: string;
before(async () => {
  web = await startWeb();
  folder = mkdtempSync(join(tmpdir(), "paydesk-installed-"));
  shop = join(folder, "shop");
  await installInto(shop, await packPackage(folder));
  cpSync(SAMPLE, join(shop, "sample"), { recursive: true });
  writeFileSync(join(shop, "console.d.ts"), "declare const console: { log(text: string): void };");
  writeFileSync(join(shop, "tsconfig.json"), JSON.stringify(STRICT));
});
after(async () => {
  await web.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("the installed package has no dependencies, and no source or test in it", () => {
  const installed = join(shop, "node_modules/paydesk");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  assert.equal(existsSync(join(installed, "src")), false);
  const { packages } = JSON.parse(readFileSync(join(shop, "package-lock.json"), "utf8"));
  assert.deepEqual(Object.keys(packages), ["", "node_modules/paydesk"]);
});

test("the sample compiles in strict mode, and its flow runs against the service", async () => {
  await run(process.execPath, [TSC, "-p", "."], { cwd: shop }).catch((error) =>
    assert.fail(error.stdout),
  );
  const { key } = await openTill();
  const env = childEnv({
    PAYDESK_URL: `http://127.0.0.1:${web.port}`,
    PAYDESK_SECRET_KEY: key,
    NODE_TEST_CONTEXT: undefined,
  });
  const { stdout } = await run(process.execPath, ["out/run.js"], { cwd: shop, env });
  assert.equal(stdout, "The flow passed.\n");
});
