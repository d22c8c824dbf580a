import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, globSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { type Account, Unit } from "./unit.ts";

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** The programs of Debian's newest server. */
function folderOfPrograms(): string {
  const [newest] = globSync("/usr/lib/postgresql/*/bin").sort().reverse();
  if (!newest) throw new Error("PostgreSQL of Debian is missing: bash ops/install");
  return newest;
}

export type Server = Addresses & {
  unit: Unit;
  port: number;
  /** Address of its empty database, as the superuser. */
  adminUrl: string;
};

export type ServerOptions = {
  /** A folder of its own, which the server's account can enter. */
  folder: string;
  /** Folder of the cluster; by default in `folder`. */
  data?: string;
  /** Folder of the write-ahead log, if it has another disk. */
  logDisk?: string;
  variables?: Readonly<Record<string, string>>;
  settings?: readonly string[];
};

/** Puts a new cluster's write-ahead log on another disk. */
function moveLog(data: string, disk: string): void {
  const wal = join(disk, "pg_wal");
  execFileSync("cp", ["-a", join(data, "pg_wal"), wal]);
  renameSync(join(data, "pg_wal"), join(data, "pg_wal.old"));
  symlinkSync(wal, join(data, "pg_wal"));
}

async function makeRoles(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query("create role paydesk_owner login password 'owner'");
  await client.query("create role paydesk_service login password 'service'");
  await client.query("create database paydesk owner paydesk_owner");
  await client.end();
}

const answers = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } finally {
    await client.end().catch(() => {});
  }
};

const SETTINGS = [
  ...["max_connections=200", "shared_buffers=128MB", "max_wal_size=2GB", "min_wal_size=128MB"],
  ...["random_page_cost=1.1", "jit=off", "timezone=UTC", "log_timezone=UTC"],
  ...["log_min_messages=warning", "listen_addresses=127.0.0.1", "unix_socket_directories="],
];

/** Creates a cluster of Debian's PostgreSQL with the two roles of docs/operations.md, and starts it. It flushes to disk as in
 * production. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { folder, data = join(folder, "postgres"), logDisk, variables, settings = [] } = options;
  const programs = folderOfPrograms();
  const account = process.getuid?.() === 0 ? NOBODY : undefined;
  mkdirSync(data, { recursive: true });
  chmodSync(folder, 0o755);
  if (account) chownSync(data, account.uid, account.gid);
  execFileSync(
    join(programs, "initdb"),
    ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"],
    { ...account, stdio: "ignore" },
  );
  if (logDisk) moveLog(data, logDisk);
  const port = await freePort();
  const at = (user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`;
  const adminUrl = at("postgres", "postgres");
  const all = [...SETTINGS, `port=${port}`, ...settings].flatMap((each) => ["-c", each]);
  const unit = new Unit({
    name: "postgres",
    command: [join(programs, "postgres"), "-D", data, ...all],
    ...(variables ? { variables } : {}),
    logPath: join(folder, "postgres.log"),
    account,
    isReady: () => answers(adminUrl),
  });
  await unit.start();
  await makeRoles(adminUrl);
  return {
    ...{ unit, port, adminUrl },
    ownerUrl: at("paydesk_owner:owner", "paydesk"),
    serviceUrl: at("paydesk_service:service", "paydesk"),
  };
}

/** Path of another program of the same PostgreSQL. */
export const serverProgram = (name: string) => join(folderOfPrograms(), name);
