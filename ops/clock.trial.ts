// System clocks that jump while processes run: libfaketime gives them another time, from one moment to the next.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Charges } from "./faults/charges.ts";
import { makeFolder } from "./faults/folder.ts";
import { type Installation, readiness, startInstallation } from "./faults/installation.ts";
import { judge } from "./faults/verdict.ts";
import { until } from "./support.ts";

const PER_SECOND = 20;
const HOUR_S = 3_600;

type Jumping = {
  variables: Record<string, string>;
  /** Makes the system's clock differ from the true time by so many seconds. */
  jump(seconds: number): void;
};

/** A clock for processes that are started with its variables. Their monotonic clock stays right, as on a machine whose time is
 * set. */
function makeClock(folder: string): Jumping {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  assert.ok(library, "libfaketime is missing: bash ops/install");
  const path = join(folder, "clock");
  const jump = (seconds: number) => writeFileSync(path, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  jump(0);
  return {
    jump,
    variables: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: path,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_RESET: "1",
    },
  };
}

async function says(port: number, what: RegExp): Promise<void> {
  await until(`/readyz says ${what}`, async () => what.test((await readiness(port))?.body ?? ""));
}

test("a web process and a worker whose clock jumps an hour ahead, then behind, say so, and no call fails", async (t) => {
  const folder = makeFolder("clock");
  const clock = makeClock(folder);
  const first = (name: string) => (name.endsWith("1") ? clock.variables : {});
  const it = await startInstallation({ folder, own: first });
  t.after(() => it.stop());
  const wrong = [it.webPorts[0]!, it.workerPorts[0]!];
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: false });
  await charges.during(async () => {
    await sleep(1_000);
    for (const [seconds, direction] of [
      [HOUR_S, "ahead of"],
      [-HOUR_S, "behind"],
    ] as const) {
      clock.jump(seconds);
      const fault = new RegExp(
        `the clock of this process is 3\\d\\d\\d s ${direction} the database`,
      );
      await Promise.all(wrong.map((port) => says(port, fault)));
      await sleep(3_000);
    }
    clock.jump(0);
    await Promise.all(wrong.map((port) => says(port, /^ready$/m)));
    await sleep(1_000);
  });
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...charges.report(), ...verdict }));
  assert.deepEqual(charges.report().failures, {});
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.ok(verdict.mostArrivals <= 1, `an event arrived ${verdict.mostArrivals} times`);
});

/** A jump of the database's clock makes every process differ from it. */
async function jumpThere(it: Installation, clock: Jumping, seconds: number, fault: RegExp) {
  clock.jump(seconds);
  await Promise.all([...it.webPorts, ...it.workerPorts].map((port) => says(port, fault)));
  await sleep(3_000);
  clock.jump(0);
  await Promise.all([...it.webPorts, ...it.workerPorts].map((port) => says(port, /^ready$/m)));
  await sleep(2_000);
}

test("when the database's clock jumps two minutes each process says so, and nothing is lost, doubled or left undelivered", async (t) => {
  const folder = makeFolder("clock");
  const clock = makeClock(folder);
  const it = await startInstallation({ folder, server: { variables: clock.variables } });
  t.after(() => it.stop());
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: true });
  await charges.during(async () => {
    await sleep(1_000);
    await jumpThere(it, clock, 120, /the clock of this process is 1[12]\d s behind the database/);
    await jumpThere(
      it,
      clock,
      -120,
      /the clock of this process is 1[12]\d s ahead of the database/,
    );
  });
  const verdict = await judge(charges, it.arrivals);
  t.diagnostic(JSON.stringify({ ...charges.report(), ...verdict }));
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.ok(verdict.mostArrivals <= 1, `an event arrived ${verdict.mostArrivals} times`);
});
