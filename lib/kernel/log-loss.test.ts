import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { test } from "node:test";
import { childEnv } from "./env.ts";

/** `/dev/full` refuses every write, as a full disk does. */
const FULL = "/dev/full";

const PROGRAM = `
  import { setTimeout as sleep } from "node:timers/promises";
  const { log } = await import(${JSON.stringify(new URL("./log.ts", import.meta.url).href)});
  for (let line = 0; line < 3; line++) {
    log.error("a line", { line });
    await sleep(1);
  }
  process.stdout.write("still running");
`;

test("a process whose log cannot be written goes on", {
  skip: process.platform !== "linux",
}, () => {
  const full = openSync(FULL, "w");
  try {
    const { status, stdout } = spawnSync(
      process.execPath,
      ["--no-warnings", "--input-type=module", "--eval", PROGRAM],
      { stdio: ["ignore", "pipe", full], env: childEnv({ NODE_TEST_CONTEXT: undefined }) },
    );
    assert.deepEqual([status, stdout.toString()], [0, "still running"]);
  } finally {
    closeSync(full);
  }
});
