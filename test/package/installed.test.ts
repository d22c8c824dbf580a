// The package as a merchant gets it: packed, installed from its tarball into an empty folder, compiled and run.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { childEnv } from "#lib/kernel/env.ts";
import { openTill } from "#test/money.ts";
import { startWeb, type Web } from "#test/web.ts";
import { installInto, TSC } from "#tools/package/build.ts";
import {
  describedVersions,
  differenceOf,
  readRelease,
  writtenVersions,
} from "#tools/package/release.ts";
import { surfaceOf } from "#tools/package/surface.ts";
import {
  changedVersions,
  hashesOnMain,
  integrityOf,
  readHashes,
  tarballOf,
} from "#tools/package/tarballs.ts";
import { makeShop } from "#tools/package/verify.ts";

const run = promisify(execFile);

let web: Web;
let folder: string;
let shop: string;
before(async () => {
  web = await startWeb();
  folder = mkdtempSync(join(tmpdir(), "paydesk-installed-"));
  shop = await makeShop(folder);
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

test("the package contains what its version was released with", async () => {
  const { version, ...released } = readRelease();
  assert.deepEqual(
    [...writtenVersions(), describedVersions()[0]],
    [version, version, version],
    "package.json, core/version.ts and CHANGELOG.md name the version of release.json",
  );
  const difference = differenceOf(released, await surfaceOf(join(shop, "node_modules/paydesk")));
  assert.deepEqual(
    difference,
    null,
    `Describe the change in packages/paydesk/CHANGELOG.md under a higher ${difference?.level} version, and run \`npm run -s package -- release VERSION\``,
  );
});

test("the released tarballs have their recorded bytes, and those of the branch main are unchanged", async () => {
  const hashes = readHashes();
  assert.deepEqual(
    changedVersions(hashes, hashesOnMain()),
    [],
    "a released version has other bytes",
  );
  for (const [version, hash] of Object.entries(hashes)) {
    assert.equal(integrityOf(tarballOf(version)), hash, version);
  }
  const { version, ...released } = readRelease();
  const kept = join(folder, "kept");
  await installInto(kept, tarballOf(version));
  const difference = differenceOf(released, await surfaceOf(join(kept, "node_modules/paydesk")));
  assert.deepEqual(difference, null, "the tarball has what release.json records of its version");
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

test("the installed command runs by its name, with a key of the environment only", async () => {
  const command = join(shop, "node_modules/.bin/paydesk");
  const { key } = await openTill();
  const env = childEnv({
    PAYDESK_URL: `http://127.0.0.1:${web.port}`,
    PAYDESK_SECRET_KEY: key,
    PAYDESK_HOME: folder,
    NODE_TEST_CONTEXT: undefined,
    NODE_OPTIONS: undefined,
  });
  const { stdout } = await run(command, ["customers", "create", "--name", "Ada", "--json"], {
    env,
  });
  assert.equal(JSON.parse(stdout).name, "Ada");
  await assert.rejects(run(command, ["customers", "nonsense"], { env }), { code: 2 });
});
