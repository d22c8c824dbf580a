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
import { makeMemoryLimit } from "./faults/memory-limit.ts";
import { judge } from "./faults/verdict.ts";
import { until } from "./support.ts";

const PER_SECOND = 40;

/** The child of `parent` whose command contains `script`. */
function childOf(parent: number, script: string): number {
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
  throw new Error(`no ${script} runs`);
}

test("when the kernel kills web and worker for their memory they are started again, and nothing is lost or doubled", async (t) => {
  const folder = makeFolder("memory");
  const it = await startLauncher(join(folder, "data"), folder);
  t.after(() => it.stop());
  const limit = makeMemoryLimit(`paydesk-trial-${process.pid}`);
  t.after(() => limit.remove());
  const charges = new Charges({
    ...it,
    perSecond: PER_SECOND,
    repeats: true,
    headers: { "x-forwarded-proto": "https" },
  });
  await charges.during(async () => {
    await sleep(2_000);
    for (const script of ["server.ts", "worker.ts"]) {
      const pid = childOf(it.unit.pid, script);
      const killsBefore = limit.kills();
      limit.confine(pid);
      await until(`${script} is killed`, async () => {
        limit.tighten();
        return !processExists(pid);
      });
      assert.ok(limit.kills() > killsBefore, `the kernel killed ${script}`);
      await it.unit.ready();
      await until(`${script} runs again`, async () => {
        try {
          return childOf(it.unit.pid, script) !== pid;
        } catch {
          return false;
        }
      });
    }
    await sleep(3_000);
  });
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...charges.report(), ...verdict }));
  assert.match(it.unit.log(), /web ended, restarting it/);
  assert.match(it.unit.log(), /worker ended, restarting it/);
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.ok(verdict.mostArrivals <= 2, `an event arrived ${verdict.mostArrivals} times`);
});
