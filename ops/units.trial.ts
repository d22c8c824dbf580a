// The units of systemd.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";

const UNITS = ["paydesk-web", "paydesk-worker"] as const;
const folder = mkdtempSync(join(tmpdir(), "paydesk-units-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** The unit with paths of this machine, because systemd checks that they exist. */
function installed(unit: string): string {
  const text = readFileSync(join("ops/systemd", `${unit}@.service`), "utf8");
  const path = join(folder, `${unit}@1.service`);
  const here = text
    .replace("/usr/bin/node", process.execPath)
    .replace("/opt/paydesk", resolve("."))
    .replace("/etc/paydesk/environment", `-${join(folder, "environment")}`)
    .replace("User=paydesk", "User=daemon");
  writeFileSync(path, here);
  return path;
}

test("systemd finds no fault in the units", async () => {
  for (const unit of UNITS) {
    const { stdout, stderr } = await promisify(execFile)("systemd-analyze", [
      "verify",
      installed(unit),
    ]);
    assert.deepEqual([stdout, stderr], ["", ""], unit);
  }
});
