// Runs alone: its worker would also work for the merchants of other files.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "#db/embedded/ports.ts";
import { childEnv } from "#lib/kernel/env.ts";
import { backOffMs } from "#lib/kernel/trouble.ts";

test("a worker without its database logs each kind of error at most every ten seconds", async () => {
  const nobody = await freePort();
  const worker = spawn(process.execPath, ["--no-warnings", "worker.ts"], {
    cwd: join(import.meta.dirname, "../.."),
    env: childEnv({
      DATABASE_URL: `postgres://paydesk:none@127.0.0.1:${nobody}/paydesk`,
      LOG_LEVEL: "warn",
      NODE_TEST_CONTEXT: undefined,
    }),
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let text = "";
  worker.stderr?.on("data", (chunk) => {
    text += chunk;
  });
  await once(worker.stderr!, "data");
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const ended = once(worker, "exit");
  worker.kill("SIGTERM");
  const [code] = await ended;
  const lines = text.trim().split("\n");
  assert.match(lines[0] ?? "", /ECONNREFUSED/);
  // One line per kind of error instead of four a second.
  assert.ok(lines.length <= 4, text);
  assert.equal(code, 0, "and it can still be stopped in order");
});

test("pauses double up to their longest", () => {
  const pauses = [1, 2, 3, 4, 50].map((failures) => backOffMs(failures, 250, 2_000));
  assert.deepEqual(pauses, [250, 500, 1_000, 2_000, 2_000]);
});
