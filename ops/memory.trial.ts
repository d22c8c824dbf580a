// Memory runs short: the kernel kills the web process and the worker of `npm start`.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { processExists } from "#db/embedded/postmaster.ts";
import { Charges } from "./faults/charges.ts";
import { makeFolder } from "./faults/folder.ts";
import { startLauncher } from "./faults/launcher.ts";
import { type MemoryLimit, makeMemoryLimit } from "./faults/memory-limit.ts";
import type { Unit } from "./faults/unit.ts";
import { judge } from "./faults/verdict.ts";
import { until } from "./support.ts";

const PER_SECOND = 40;
/** By then a worker has started its loops. */
const WARM_MS = 6_000;

/** The child of `parent` whose command contains `script`; null if there is none. */
function childOf(parent: number, script: string): number | null {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const isChild = new RegExp(`^PPid:\\s*${parent}$`, "m").test(status);
      if (isChild && command.includes(script)) return Number(name);
    } catch {
      // It has ended.
    }
  }
  return null;
}

/** Waits until the launcher runs `script` as another process than `before`. */
async function nextChild(launcher: number, script: string, before: number): Promise<number> {
  let pid: number | null = null;
  await until(`${script} runs again`, async () => {
    pid = childOf(launcher, script);
    return pid !== null && pid !== before;
  });
  return pid!;
}

/** Has the kernel kill the process of `script`, and waits until there is another. */
async function killByMemory(unit: Unit, script: string, limit: MemoryLimit): Promise<void> {
  const first = childOf(unit.pid, script);
  assert.ok(first !== null, `${script} runs`);
  // The memory of a process counts from the moment it is confined, so the confined one is started anew.
  process.kill(first, "SIGKILL");
  const pid = await nextChild(unit.pid, script, first);
  limit.confine(pid);
  await unit.ready();
  await sleep(WARM_MS);
  const before = limit.kills();
  limit.tighten();
  await until(`${script} is killed`, async () => !processExists(pid));
  assert.ok(limit.kills() > before, `the kernel killed ${script}`);
  await nextChild(unit.pid, script, pid);
  await unit.ready();
}

test("when the kernel kills web and worker for their memory they are started again, and nothing is lost or doubled", async (t) => {
  const folder = makeFolder("memory");
  const it = await startLauncher(join(folder, "data"), folder);
  t.after(() => it.stop());
  const limit = makeMemoryLimit(`paydesk-trial-${process.pid}`);
  const charges = new Charges({
    ...it,
    perSecond: PER_SECOND,
    repeats: true,
    headers: { "x-forwarded-proto": "https" },
  });
  try {
    await charges.during(async () => {
      await sleep(2_000);
      for (const script of ["server.ts", "worker.ts"]) await killByMemory(it.unit, script, limit);
      await sleep(3_000);
    });
  } finally {
    limit.remove();
  }
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...charges.report(), ...verdict }));
  assert.match(it.unit.log(), /web ended, restarting it/);
  assert.match(it.unit.log(), /worker ended, restarting it/);
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  // Each worker was killed twice.
  assert.ok(verdict.mostArrivals <= 3, `an event arrived ${verdict.mostArrivals} times`);
});
