// The name server that knows the database's host and the webhooks' hosts does not answer any more.
// Runs alone: it has its own database server.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startNameServer } from "#test/name-server.ts";
import { Charges } from "./faults/charges.ts";
import { makeFolder } from "./faults/folder.ts";
import { readiness, startInstallation } from "./faults/installation.ts";
import { judge } from "./faults/verdict.ts";

const PER_SECOND = 20;
const SILENT_MS = 15_000;
/** The longest call: a connection is waited for, for 10 s, and what is under way ends. */
const BOUND_MS = 20_000;
const DATABASE_HOST = "db.paydesk.test";
const RECEIVER_HOST = "hooks.shop.test";
/** Resolvers ask port 53, so the trial's server has an address of its own. */
const NAME_SERVER = "127.0.0.54";

/** Ends all connections of the service, as a restart of the server does. */
const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where usename like 'paydesk%'";

test("without its name server the service charges on; after losing its connections it connects again, and a new process waits", async (t) => {
  const folder = makeFolder("names");
  let silent = false;
  const names = await startNameServer(() => (silent ? "silence" : ["127.0.0.1"]), {
    host: NAME_SERVER,
    port: 53,
  });
  t.after(() => names.stop());
  const resolver = join(folder, "resolv.conf");
  writeFileSync(resolver, `nameserver ${NAME_SERVER}\n`);
  const it = await startInstallation({
    folder,
    receiverHost: RECEIVER_HOST,
    seen: (url) => url.replace("@127.0.0.1:", `@${DATABASE_HOST}:`),
    // In a mount namespace of its own, each process reads another resolv.conf.
    prefix: [
      ...["unshare", "--mount", "--propagation", "private"],
      ...["sh", "-c", 'mount --bind "$0" /etc/resolv.conf && exec "$@"', resolver],
    ],
  });
  t.after(() => it.stop());
  assert.ok(names.asked.includes(DATABASE_HOST));

  const charges = new Charges({ ...it, perSecond: PER_SECOND, repeats: true, name: "silent" });
  await charges.during(async () => {
    await sleep(2_000);
    silent = true;
    await sleep(SILENT_MS);
    for (const port of it.webPorts) assert.equal((await readiness(port))?.status, 200);
    silent = false;
  });
  const without = charges.report();
  t.diagnostic(JSON.stringify(without));
  assert.deepEqual(without.failures, {}, "calls need no name");

  const cut = new Charges({ ...it, perSecond: PER_SECOND, repeats: true, name: "cut" });
  await cut.during(async () => {
    silent = true;
    await it.server.ask(CUT);
    await sleep(SILENT_MS);
    // The last known address of the database is enough.
    await Promise.all([...it.webs, ...it.workers].map((unit) => unit.ready()));
    // A new process knows none, so it waits.
    const restarted = it.webs[0]!.restart();
    await sleep(SILENT_MS);
    assert.equal(await readiness(it.webPorts[0]!), null);
    silent = false;
    await restarted;
  });
  const verdict = await judge([charges, cut], it.arrivals);
  t.diagnostic(JSON.stringify({ ...cut.report(), ...verdict }));
  const { failures, slowestAttemptMs } = cut.report();
  assert.deepEqual(
    Object.keys(failures).filter((each) => /^500|without Retry-After/.test(each)),
    [],
  );
  assert.ok(slowestAttemptMs < BOUND_MS, `a call took ${slowestAttemptMs} ms`);
  assert.deepEqual(verdict.problems, []);
  assert.deepEqual([verdict.lost, verdict.doubled], [0, 0]);
  assert.deepEqual(
    [...it.webs, ...it.workers].flatMap(({ deaths }) => deaths),
    [],
  );
});
