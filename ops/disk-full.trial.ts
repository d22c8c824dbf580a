// The database's disk and the disk of our own log are full.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Charges } from "./faults/charges.ts";
import { type Disk, mountDisk } from "./faults/disk.ts";
import { makeFolder } from "./faults/folder.ts";
import { startInstallation } from "./faults/installation.ts";
import { charge, reads, refusedCharge, verify } from "./faults/probe.ts";
import { until } from "./support.ts";

const PER_SECOND = 25;
const FULL_MS = 6_000;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

function mount(path: string, mb: number): Disk {
  const disk = mountDisk(path, mb);
  undo.push(() => disk.unmount());
  return disk;
}

test("while the database's disk is full calls get 503 and /readyz says so; with space again everything goes on", async (t) => {
  const folder = makeFolder("disk");
  const disk = mount(join(folder, "disk"), 160);
  const it = await startInstallation({
    folder,
    server: { data: join(disk.path, "postgres"), logDisk: folder },
    ...{ webs: 2, workers: 1 },
  });
  undo.push(() => it.stop());
  const pids = [...it.webs, ...it.workers].map(({ pid }) => pid);
  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: true });
  await charges.during(async () => {
    await sleep(2_000);
    disk.fill();
    const key = await refusedCharge(it.webPorts[0]!, it.secret);
    for (const port of [...it.webPorts, ...it.workerPorts]) {
      t.diagnostic(await reads(port, /the database's disk is full/));
    }
    await sleep(FULL_MS);
    disk.clear();
    await Promise.all([...it.webs, ...it.workers].map((unit) => unit.ready()));
    assert.match(String((await charge(it.webPorts[0]!, it.secret, key)).status), /^20[01]$/);
    await sleep(2_000);
  });
  const { problems } = await verify(t, charges, it);
  // The probes are payments too.
  assert.deepEqual(
    problems.filter((each) => !/payments for \d+ orders/.test(each)),
    [],
  );
  assert.deepEqual(
    [...it.webs, ...it.workers].map(({ pid }) => pid),
    pids,
    "no process ended",
  );
});

test("while the disk of their log is full web and worker live, and tell how many lines were lost", async () => {
  const folder = makeFolder("disk");
  const disk = mount(join(folder, "log"), 1);
  const it = await startInstallation({ webs: 1, workers: 1, logFolder: disk.path });
  undo.push(() => it.stop());
  const processes = [...it.webs, ...it.workers];
  const pids = processes.map(({ pid }) => pid);
  disk.fill();
  /** Gives each process something to log. */
  const cutConnections = async () => {
    await it.server.ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'paydesk_service'",
    );
    await sleep(1_000);
  };
  // The page that a file has begun is its own on a full disk too: several lines fit into it.
  for (let n = 0; n < 8; n++) {
    await cutConnections();
    await charge(it.webPorts[0]!, it.secret, `opens connections ${n}`);
  }
  assert.equal((await charge(it.webPorts[0]!, it.secret, "while the log is full")).status, 201);
  disk.clear();
  await until("both tell what was lost", async () => {
    await cutConnections();
    return processes.every(({ name }) =>
      /log lines could not be written/.test(
        readFileSync(join(disk.path, `${name.replace(" ", "-")}.log`), "utf8"),
      ),
    );
  });
  assert.deepEqual(
    processes.map(({ pid }) => pid),
    pids,
    "no process ended",
  );
});
