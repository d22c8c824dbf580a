import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { Unit } from "./faults/unit.ts";
import { isOpen } from "./support.ts";

/** PgBouncer does not run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

type PgBouncer = {
  unit: Unit;
  url: string;
  /** Names the server that accepts writes now, and reloads the configuration, as an operator does after a failover. */
  pointTo(server: { host: string; port: number }): void;
};

/** Makes PgBouncer in transaction mode, with few connections, before the server of `template`. It knows the service's role. */
export async function makePgBouncer(template: Addresses, folder: string): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(template.serviceUrl);
  const port = await freePort();
  chmodSync(folder, 0o755);
  const users = join(folder, "users.txt");
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${username}" "${password}"\n`);
  const configure = (server: { host: string; port: number }) =>
    writeFileSync(
      config,
      `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
server_login_retry = 1
max_client_conn = 1000
`,
    );
  configure({ host: hostname, port: Number(serverPort || 5432) });
  const unit = new Unit({
    name: "pgbouncer",
    command: ["pgbouncer", config],
    logPath: join(folder, "pgbouncer.log"),
    account: process.getuid?.() === 0 ? NOBODY : undefined,
    isReady: () => isOpen(port),
  });
  return {
    unit,
    url: Object.assign(new URL(template.serviceUrl), { port: String(port) }).href,
    pointTo: (server) => {
      configure(server);
      unit.signal("SIGHUP");
    },
  };
}

/** Starts it in a folder of its own. */
export async function startPgBouncer(
  template: Addresses,
): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-pgbouncer-"));
  const { unit, url } = await makePgBouncer(template, folder);
  await unit.start();
  return {
    url,
    stop: async () => {
      await unit.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
