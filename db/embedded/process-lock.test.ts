import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { readLock, tryLock, withLock } from "./process-lock.ts";

const folder = mkdtempSync(join(tmpdir(), "paydesk-lock-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("a lock has one holder with a note, and is free after its release", async () => {
  const held = await tryLock(folder, "a", "in use");
  assert.ok(held);
  assert.equal(await tryLock(folder, "a"), null);
  assert.equal(await readLock(folder, "a"), "in use");
  const other = await tryLock(folder, "b");
  assert.ok(other, "another purpose is another lock");
  await other.release();
  await held.release();
  assert.equal(await readLock(folder, "a"), null);
  const again = await tryLock(folder, "a");
  assert.ok(again);
  await again.release();
});

test("a lock ends with its holder, even a killed one", async () => {
  const script = `
    import { tryLock } from ${JSON.stringify(import.meta.resolve("./process-lock.ts"))};
    await tryLock(${JSON.stringify(folder)}, "c");
    process.stdout.write("held");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  await once(child.stdout, "data");
  assert.equal(await tryLock(folder, "c"), null);
  child.kill("SIGKILL");
  await once(child, "exit");
  await withLock(folder, "c", 5_000, async () => {});
});

test("processes that wait for a lock run one after the other", async () => {
  let inside = 0;
  const work = async () => {
    inside++;
    assert.equal(inside, 1);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
  };
  await Promise.all(Array.from({ length: 4 }, () => withLock(folder, "d", 10_000, work)));
});

test("waiting for a lock has a time limit", async () => {
  const held = await tryLock(folder, "e");
  await assert.rejects(
    withLock(folder, "e", 60, async () => {}),
    /busy/,
  );
  await held?.release();
});
