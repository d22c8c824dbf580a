import { execFile, execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createTemplate } from "#db/databases.ts";
import { freePort } from "#db/embedded/ports.ts";
import type { Addresses } from "#db/roles.ts";
import { makeFolder } from "./faults/folder.ts";
import { type Account, Unit } from "./faults/unit.ts";
import { until } from "./support.ts";

const SUPERUSER = "postgres";
const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/** The account of servers: PostgreSQL does not run as root. */
export const account = process.getuid?.() === 0 ? NOBODY : undefined;

/** A PostgreSQL of Debian's packages. It flushes to disk as in production. */
export type Postgres = {
  host: string;
  port: number;
  /** Its address for the superuser, in the database `postgres`. */
  url: string;
  unit: Unit;
  /** Runs a statement as the superuser, in the database of `url` or the one that is named. */
  ask(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Ends all of its processes at once, as a crash of its machine does. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** After `kill`: makes it a standby of `primary`, which was promoted meanwhile, and starts it. */
  follow(primary: Postgres): Promise<void>;
};

export type ServerOptions = {
  /** A folder that the server's account can enter; by default a new one. */
  folder?: string;
  /** Folder of the cluster; by default in `folder`. */
  data?: string;
  /** Folder of the write-ahead log, if it has another disk. */
  logDisk?: string;
  /** An address of this machine, or of a network namespace; by default loopback. */
  host?: string;
  namespace?: string;
  variables?: Readonly<Record<string, string>>;
  settings?: readonly string[];
};

const SETTINGS = [
  ...["max_connections=200", "shared_buffers=128MB", "max_wal_size=2GB", "min_wal_size=128MB"],
  ...["random_page_cost=1.1", "jit=off", "timezone=UTC", "log_timezone=UTC"],
  ...["log_min_messages=warning", "unix_socket_directories="],
  // A standby follows at once after a restart, because commits wait for it.
  "wal_retrieve_retry_interval=250ms",
];

/** Path of a program of Debian's newest PostgreSQL. */
export function serverProgram(name: string): string {
  const version = (path: string) => Number(/\/(\d+)\/bin/.exec(path)?.[1]);
  const found = globSync("/usr/lib/postgresql/*/bin/postgres");
  const newest = found.sort((one, other) => version(one) - version(other)).at(-1);
  if (!newest) throw new Error("PostgreSQL of Debian is missing: bash ops/install");
  return join(dirname(newest), name);
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(serverProgram(program), [...args], { ...account, cwd: tmpdir() });
}

/** Puts a new cluster's write-ahead log on another disk. */
function moveLog(data: string, disk: string): void {
  const wal = join(disk, "pg_wal");
  execFileSync("cp", ["-a", join(data, "pg_wal"), wal]);
  renameSync(join(data, "pg_wal"), join(data, "pg_wal.old"));
  symlinkSync(wal, join(data, "pg_wal"));
}

/** The folder of a cluster, empty and the server's own. */
function makeData({ folder = makeFolder("postgres"), data }: ServerOptions): {
  folder: string;
  data: string;
} {
  const path = data ?? join(folder, "postgres");
  mkdirSync(path, { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(path, 0o700);
  if (account) chownSync(path, account.uid, account.gid);
  return { folder, data: path };
}

/** Creates an empty cluster and starts it. */
export async function startPrimary(options: ServerOptions = {}): Promise<Postgres> {
  const at = makeData(options);
  const access = ["-U", SUPERUSER, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"];
  // pg_rewind needs the checksums.
  await run("initdb", ["-D", at.data, "--data-checksums", ...access]);
  appendFileSync(
    join(at.data, "pg_hba.conf"),
    "host all all all trust\nhost replication all all trust\n",
  );
  // In the file, because the recovery that pg_rewind begins with reads no other settings and would remove the log that it needs.
  appendFileSync(join(at.data, "postgresql.conf"), "wal_keep_size = 1GB\n");
  if (options.logDisk) moveLog(at.data, options.logDisk);
  return await serve({ ...options, ...at });
}

const from = ({ host, port }: Postgres) =>
  `host=${host} port=${port} user=${SUPERUSER} dbname=postgres`;

async function copyFrom(of: Postgres, data: string): Promise<void> {
  const how = ["-R", "-X", "stream", "-c", "fast"];
  await run("pg_basebackup", ["-D", data, "-d", from(of), ...how]);
}

/** Starts a standby of a server. */
export async function startStandby(of: Postgres, options: ServerOptions = {}): Promise<Postgres> {
  const at = makeData(options);
  await copyFrom(of, at.data);
  return await serve({ ...options, ...at });
}

/** Which standbys commits of a server wait for, of those that it has or will have. */
async function setSynchronous(server: Postgres, names: "*" | ""): Promise<void> {
  await server.ask(`alter system set synchronous_standby_names = '${names}'`);
  await server.ask("select pg_reload_conf()");
}

/** Promotes a standby. Its commits wait for nobody until it has a standby itself. */
export async function promote(standby: Postgres): Promise<void> {
  await setSynchronous(standby, "");
  await standby.ask("select pg_promote()");
}

/** Makes commits wait for the standby. */
export async function waitForStandby(primary: Postgres): Promise<void> {
  await setSynchronous(primary, "*");
  await until("a synchronous standby", async () => {
    const [row] = await primary.ask(
      "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'",
    );
    return row!.n === 1;
  });
}

/** Words that run a command within a network namespace: root enters it and then becomes the server's account. */
function entering(namespace: string): string[] {
  const { uid, gid } = account ?? { uid: process.getuid!(), gid: process.getgid!() };
  const become = ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return ["ip", "netns", "exec", namespace, ...become];
}

/** Runs statements at the address of a superuser, each on a connection of its own. */
export function askerOf(url: string): Postgres["ask"] {
  return async (text, database = "postgres") => {
    const connectionString = Object.assign(new URL(url), { pathname: `/${database}` }).href;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
}

async function serve(options: ServerOptions & { folder: string; data: string }): Promise<Postgres> {
  const { folder, data, host = "127.0.0.1", namespace, variables, settings = [] } = options;
  const port = await freePort();
  const url = `postgres://${SUPERUSER}@${host}:${port}/postgres`;
  const ask = askerOf(url);
  const all = [...SETTINGS, `listen_addresses=${host}`, `port=${port}`, ...settings];
  const args = ["-D", data, ...all.flatMap((each) => ["-c", each])];
  const [program = "", ...words] = [
    ...(namespace ? entering(namespace) : []),
    ...[serverProgram("postgres"), ...args],
  ];
  const unit = new Unit({
    name: "postgres",
    command: [program, ...words],
    ...(variables ? { variables } : {}),
    logPath: join(folder, `postgres-${port}.log`),
    ...(namespace ? {} : { account }),
    isReady: () => ask("select").then(() => true),
  });
  const kill = () => unit.stop("SIGKILL");
  const start = () => unit.start();
  const follow = async (primary: Postgres) => {
    rmSync(join(data, "postmaster.pid"), { force: true });
    // Only then the new primary's files tell that it was promoted: pg_rewind would find nothing to do.
    await primary.ask("checkpoint");
    await run("pg_rewind", ["-D", data, `--source-server=${from(primary)}`, "-R"]).catch(
      async (error: unknown) => {
        process.stderr.write(`A new base backup is taken: ${String(error)}\n`);
        rmSync(data, { recursive: true });
        makeData({ folder, data });
        await copyFrom(primary, data);
      },
    );
    await unit.start();
  };
  await unit.start();
  return { ...{ host, port, url, unit }, ...{ ask, kill, start, follow } };
}

/** The migrated database of a service on `server`: the addresses of its two roles. */
export async function makeService({
  url,
}: Pick<Postgres, "url">): Promise<Addresses & { name: string }> {
  const name = `paydesk_${randomBytes(4).toString("hex")}`;
  return { name, ...(await createTemplate(url, name)) };
}

/** An address with the hosts of all servers, of which the one that accepts writes is wanted. */
export function withHosts(url: string, all: readonly Pick<Postgres, "host" | "port">[]): string {
  const { username, password, pathname } = new URL(url);
  const hosts = all.map(({ host, port }) => `${host}:${port}`).join();
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
}
