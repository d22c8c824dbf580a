// The one disk of `npm start` with its own database, and of the database's write-ahead log, is full.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Charges } from "./faults/charges.ts";
import { mountDisk } from "./faults/disk.ts";
import { makeFolder } from "./faults/folder.ts";
import { startLauncher } from "./faults/launcher.ts";
import { charge, reads, verify } from "./faults/probe.ts";

const PER_SECOND = 25;
const FULL_MS = 6_000;

test("when the disk of an embedded database is full it stops, calls get 503, and with space again it is started by itself", async (t) => {
  const folder = makeFolder("disk");
  const disk = mountDisk(join(folder, "data"), 400);
  const it = await startLauncher(disk.path, folder);
  t.after(async () => {
    await it.stop();
    disk.unmount();
  });
  const charges = new Charges({
    ...it,
    perSecond: PER_SECOND,
    repeats: true,
    headers: { "x-forwarded-proto": "https" },
  });
  await charges.during(async () => {
    await sleep(2_000);
    disk.fill();
    t.diagnostic(await reads(it.port, /the database's disk is full|the database does not answer/));
    await sleep(FULL_MS);
    const { status, headers } = await charge(it.port, it.secret, "while it is full");
    assert.deepEqual([status, headers["retry-after"]], [503, "2"]);
    disk.clear();
    await reads(it.port, /^ready$/m);
    await sleep(2_000);
  });
  const { problems } = await verify(t, charges, it);
  assert.deepEqual(problems, []);
  assert.deepEqual(it.unit.deaths, []);
});
