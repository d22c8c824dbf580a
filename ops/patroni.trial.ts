// Patroni promotes the standby by itself, makes the old primary a standby again, and changes the two on request.
// Runs alone: its database is on servers of its own.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "#db/embedded/ports.ts";
import { processExists } from "#db/embedded/postmaster.ts";
import { assignEnv } from "#lib/kernel/env.ts";
import { openTill } from "#test/money.ts";
import { keepCharging } from "./charges.ts";
import { tally } from "./faults/charge.ts";
import { makeFolder } from "./faults/folder.ts";
import { killChildren, Unit } from "./faults/unit.ts";
import { account, askerOf, makeService, serverProgram, withHosts } from "./postgres.ts";
import { cleanUpAfterwards, isOpen, isReady, startWeb, startWorker, until } from "./support.ts";

/** Patroni takes one step a loop, and each waits for a checkpoint: on a busy machine a minute is not enough for what takes it half a
 * minute otherwise. */
const PATIENCE_MS = 240_000;
/** Seconds after which a leader that does not answer has lost its lock: the least that Patroni accepts. */
const TTL_S = 20;
const HOST = "127.0.0.1";
const TRUST = ["host all all all trust", "host replication all all trust"];

cleanUpAfterwards();

function ownFolder(parent: string, name: string): string {
  const path = join(parent, name);
  mkdirSync(path, { mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

async function startEtcd(folder: string): Promise<number> {
  const [port, peer] = [await freePort(), await freePort()];
  const at = (each: number) => `http://${HOST}:${each}`;
  const args = [
    ...["--data-dir", ownFolder(folder, "etcd"), "--name", "one"],
    ...["--listen-client-urls", at(port), "--advertise-client-urls", at(port)],
    ...["--listen-peer-urls", at(peer), "--initial-advertise-peer-urls", at(peer)],
    ...["--initial-cluster", `one=${at(peer)}`],
  ];
  const isReady = () => isOpen(port);
  const logPath = join(folder, "etcd.log");
  await new Unit({ name: "etcd", command: ["etcd", ...args], logPath, account, isReady }).start();
  return port;
}

/** Starts Patroni and its PostgreSQL as a node of the cluster. */
async function startNode(folder: string, name: string, etcd: number) {
  const [port, api] = [await freePort(), await freePort()];
  const data = ownFolder(folder, name);
  const config = join(folder, `${name}.yml`);
  const callback = join(folder, `${name}.sh`);
  const own = ownFolder(folder, `${name}.d`);
  writeFileSync(callback, `#!/bin/sh\necho "$1 $2" >> ${own}/roles\n`, { mode: 0o755 });
  const settings = {
    scope: "paydesk",
    name,
    restapi: { listen: `${HOST}:${api}`, connect_address: `${HOST}:${api}` },
    etcd3: { host: `${HOST}:${etcd}` },
    bootstrap: {
      dcs: {
        ...{ ttl: TTL_S, loop_wait: 2, retry_timeout: 5, synchronous_mode: true },
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      ...{ listen: `${HOST}:${port}`, connect_address: `${HOST}:${port}`, data_dir: data },
      ...{ bin_dir: dirname(serverProgram("postgres")), pgpass: join(own, "pgpass") },
      authentication: { superuser: { username: "postgres" }, replication: { username: "copies" } },
      ...{ pg_hba: TRUST, parameters: { unix_socket_directories: "" } },
      callbacks: { on_role_change: callback },
    },
  };
  // YAML is a superset of JSON.
  writeFileSync(config, JSON.stringify(settings));
  const url = `postgres://postgres@${HOST}:${port}/postgres`;
  const ask = askerOf(url);
  const unit = new Unit({
    ...{ name: "patroni", command: ["patroni", config], logPath: join(folder, `${name}.log`) },
    ...{ account, isReady: () => ask("select").then(() => true), readyMs: PATIENCE_MS },
  });
  await unit.start();
  // Patroni's server lives on without it.
  const kill = async () => {
    await unit.stop("SIGKILL");
    const pidFile = join(data, "postmaster.pid");
    if (!existsSync(pidFile)) return;
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    if (!processExists(pid)) return;
    killChildren(pid);
    process.kill(pid, "SIGKILL");
  };
  const accepts = async () =>
    (await ask("select pg_is_in_recovery() as standby").catch(() => []))[0]?.standby === false;
  return { name, host: HOST, port, url, ask, unit, config, kill, accepts };
}

type Node = Awaited<ReturnType<typeof startNode>>;

/** Waits until `primary` has a synchronous standby. */
const untilSynchronous = (primary: Node) =>
  until(
    `a synchronous standby of ${primary.name}`,
    async () => {
      const found = "select from pg_stat_replication where sync_state = 'sync'";
      const standbys = await primary.ask(found).catch(() => []);
      return standbys.length === 1;
    },
    PATIENCE_MS,
  );

/** Makes `to` the primary on request. */
async function switchOver(from: Node, to: Node): Promise<void> {
  const change = [
    "switchover",
    "--master",
    from.name,
    "--candidate",
    to.name,
    "--force",
    "paydesk",
  ];
  const command = ["-c", to.config, ...change];
  let said = "";
  // Refused until Patroni has noted that the candidate is synchronous. Once accepted it is not asked again.
  await until(
    "an accepted switchover",
    async () => {
      const { stdout } = await promisify(execFile)("patronictl", command, { ...account }).catch(
        (error: { stdout?: string }) => ({ stdout: error.stdout ?? "" }),
      );
      said = stdout;
      return /Successfully switched over/.test(stdout);
    },
    PATIENCE_MS,
  ).catch((error) => {
    throw new Error(`patronictl said: ${said}`, { cause: error });
  });
  await until("the new primary", to.accepts, PATIENCE_MS);
}

/** Two nodes, of which the second is the synchronous standby of the first, and the service's database on them. */
async function startCluster(folder: string, t: TestContext) {
  const etcd = await startEtcd(folder);
  const one = await startNode(folder, "db1", etcd);
  t.after(one.kill);
  await until("a leader", one.accepts, PATIENCE_MS);
  const two = await startNode(folder, "db2", etcd);
  t.after(two.kill);
  await untilSynchronous(one);
  const { name, ownerUrl, serviceUrl } = await makeService(one);
  assignEnv({
    DATABASE_URL: withHosts(serviceUrl, [one, two]),
    DATABASE_OWNER_URL: withHosts(ownerUrl, [one, two]),
  });
  return { one, two, name };
}

test("Patroni promotes, rebuilds and switches under load: nothing acknowledged is lost, nothing is charged twice", async (t) => {
  const folder = makeFolder("patroni");
  const { one, two, name } = await startCluster(folder, t);
  const till = await openTill();
  const web = await startWeb();
  const worker = await startWorker();
  const charges = keepCharging(web, till.key, { lanes: 8 });
  await sleep(3_000);

  await one.kill();
  const killedMs = performance.now();
  await until("a promotion", two.accepts, PATIENCE_MS);
  const promotedMs = performance.now();
  await until("ready processes", async () => (await isReady(web)) && (await isReady(worker)));
  const readyMs = performance.now();
  await sleep(2_000);
  await one.unit.start();
  await untilSynchronous(two);
  const rebuiltMs = performance.now();
  await switchOver(two, one);
  await untilSynchronous(one);
  const switchedMs = performance.now();
  await sleep(2_000);
  await charges.stop();

  const { lost, doubled } = await tally(charges.orders(), (sql) => one.ask(sql, name));
  const doneAt = charges.all.map(({ doneAtMs }) => doneAtMs).sort((a, b) => a - b);
  const after = (ms: number) => doneAt.filter((each) => each > ms).length;
  const gaps = doneAt.slice(1).map((ms, n) => ({ ms, took: ms - doneAt[n]! }));
  const longest = (fromMs: number, toMs: number) =>
    Math.round(Math.max(...gaps.filter(({ ms }) => ms > fromMs && ms < toMs).map((g) => g.took)));
  const ms = (from: number, until: number) => Math.round(until - from);
  t.diagnostic(
    `${doneAt.length} acknowledged, ${lost} lost, ${doubled} double; promoted ${ms(killedMs, promotedMs)} ms after the kill, web and worker ready ${ms(promotedMs, readyMs)} ms after that, old primary a standby ${ms(readyMs, rebuiltMs)} ms later, no charge for ${longest(killedMs, rebuiltMs)} ms; switchover ${ms(rebuiltMs, switchedMs)} ms, no charge for ${longest(rebuiltMs, switchedMs + 2_000)} ms`,
  );
  assert.deepEqual([lost, doubled], [0, 0]);
  assert.ok(after(switchedMs) > 0);
  assert.ok(readyMs - promotedMs < 5_000);
  assert.match(readFileSync(join(folder, "db2.d", "roles"), "utf8"), /on_role_change master/);
});
