import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { follow, isOpen, until } from "./support.ts";

/** PgBouncer does not run as root. */
const NOBODY = 65_534;

/** Starts PgBouncer in transaction mode, with few connections, before the server of `template`. It knows the service's role. */
export async function startPgBouncer(
  template: Addresses,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(template.serviceUrl);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "paydesk-pgbouncer-"));
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
max_client_conn = 1000
`,
  );
  const isRoot = process.getuid?.() === 0;
  const child = spawn("pgbouncer", [config], {
    stdio: ["ignore", "pipe", "pipe"],
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  const program = follow(child, port, () => rmSync(folder, { recursive: true, force: true }));
  await until("pgbouncer on its port", async () => {
    if (program.missing()) throw new Error("pgbouncer is missing: bash ops/install");
    return await isOpen(port);
  });
  const url = new URL(template.serviceUrl);
  url.port = String(port);
  return { url: url.href, stop: program.kill };
}
