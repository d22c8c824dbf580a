import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { Unit } from "./faults/unit.ts";
import { isOpen } from "./support.ts";

/** PgBouncer does not run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Makes PgBouncer in transaction mode, with few connections, before the server of `template`. It knows the service's role. */
export async function makePgBouncer(
  template: Addresses,
  folder: string,
): Promise<{ unit: Unit; url: string }> {
  const server = new URL(template.serviceUrl);
  const port = await freePort();
  chmodSync(folder, 0o755);
  const users = join(folder, "users.txt");
  const config = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${server.username}" "${server.password}"\n`);
  writeFileSync(
    config,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
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
  const unit = new Unit({
    name: "pgbouncer",
    command: ["pgbouncer", config],
    logPath: join(folder, "pgbouncer.log"),
    account: process.getuid?.() === 0 ? NOBODY : undefined,
    isReady: () => isOpen(port),
  });
  return { unit, url: Object.assign(new URL(template.serviceUrl), { port: String(port) }).href };
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
