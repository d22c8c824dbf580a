import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { createTemplate } from "#db/databases.ts";
import { freePort } from "#db/embedded/ports.ts";
import { until } from "./support.ts";

const SUPERUSER = "paydesk_super";

/** A PostgreSQL of Debian's packages. */
export type Postgres = {
  host: string;
  port: number;
  /** Its address for the superuser, in the database `postgres`. */
  url: string;
  /** Runs a statement as the superuser, in the database of `url` or the one that is named. */
  ask(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** Ends all of its processes at once, as a crash of its machine does. */
  kill(): void;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
};

/** Where a server runs: on loopback, or at an address of a network namespace. */
type Place = { host: string; namespace?: string };
const HERE: Place = { host: "127.0.0.1" };

const servers = new Set<Postgres & { folder: string }>();

/** Kills every server that was started and removes its files. */
export function removeServers(): void {
  for (const server of servers) {
    server.kill();
    rmSync(server.folder, { recursive: true, force: true });
  }
  servers.clear();
}

/** The folder of the newest server's programs. */
function programs(): string {
  const version = (path: string) => Number(/\/(\d+)\/bin/.exec(path)?.[1]);
  const found = globSync("/usr/lib/postgresql/*/bin/postgres");
  const newest = found.sort((one, other) => version(one) - version(other)).at(-1);
  if (!newest) throw new Error("PostgreSQL is missing: bash ops/install");
  return dirname(newest);
}

/** PostgreSQL does not run as root. */
function owner(): { uid: number; gid: number } | Record<never, never> {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8").match(/^postgres:[^:]*:(\d+):(\d+):/m);
  if (!line) throw new Error("The user postgres is missing: bash ops/install");
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(programs(), program), [...args], { ...owner(), cwd: tmpdir() });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "paydesk-postgres-"));
  const own = owner();
  if ("uid" in own) chownSync(folder, own.uid, own.gid);
  chmodSync(folder, 0o700);
  return folder;
}

/** Starts an empty primary. */
export async function startPrimary(place = HERE): Promise<Postgres> {
  const folder = newFolder();
  const data = join(folder, "data");
  await run("initdb", ["-D", data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-sync"]);
  appendFileSync(
    join(data, "pg_hba.conf"),
    "host all all all trust\nhost replication all all trust\n",
  );
  appendFileSync(join(data, "postgresql.conf"), "max_connections = 120\nwal_level = replica\n");
  return await serve(folder, place);
}

/** Starts a standby of a server. */
export async function startStandby(of: Postgres, place = HERE): Promise<Postgres> {
  const folder = newFolder();
  const from = `host=${of.host} port=${of.port} user=${SUPERUSER} application_name=standby`;
  await run("pg_basebackup", [
    "-D",
    join(folder, "data"),
    "-d",
    from,
    "-R",
    "-X",
    "stream",
    "-c",
    "fast",
  ]);
  return await serve(folder, place);
}

/** Makes commits wait for the standby. */
export async function waitForStandby(primary: Postgres): Promise<void> {
  await primary.ask("alter system set synchronous_standby_names = '*'");
  await primary.ask("select pg_reload_conf()");
  await until("a synchronous standby", async () => {
    const [row] = await primary.ask(
      "select count(*)::int as n from pg_stat_replication where sync_state = 'sync'",
    );
    return row!.n === 1;
  });
}

async function serve(folder: string, { host, namespace }: Place): Promise<Postgres> {
  const port = await freePort();
  const url = `postgres://${SUPERUSER}@${host}:${port}/postgres`;
  const args = ["-D", join(folder, "data"), "-p", String(port), "-c", `listen_addresses=${host}`];
  const settings = ["-c", "unix_socket_directories=", "-c", "shared_buffers=64MB"];
  let child: ChildProcess | undefined;
  const server = {
    host,
    port,
    url,
    folder,
    async ask(text: string, database = "postgres") {
      const at = new URL(url);
      at.pathname = `/${database}`;
      const client = new pg.Client({ connectionString: at.href, connectionTimeoutMillis: 5_000 });
      client.on("error", () => {});
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    kill() {
      if (child?.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
      child = undefined;
      rmSync(join(folder, "data", "postmaster.pid"), { force: true });
    },
    async start() {
      const own = owner();
      const program = join(programs(), "postgres");
      const options = { stdio: "ignore", detached: true, cwd: tmpdir() } as const;
      child = namespace
        ? spawn(
            "ip",
            // Root enters the namespace and then becomes the server's user.
            [
              "netns",
              "exec",
              namespace,
              "setpriv",
              `--reuid=${"uid" in own ? own.uid : 0}`,
              `--regid=${"gid" in own ? own.gid : 0}`,
              "--clear-groups",
              program,
              ...args,
              ...settings,
            ],
            options,
          )
        : spawn(program, [...args, ...settings], { ...options, ...own });
      await until("PostgreSQL on its port", async () =>
        server.ask("select").then(
          () => true,
          () => false,
        ),
      );
    },
  };
  servers.add(server);
  await server.start();
  return server;
}

/** The migrated database of a service on `server`: the addresses of its two roles. */
export async function makeService(
  server: Postgres,
): Promise<{ name: string; ownerUrl: string; serviceUrl: string }> {
  const name = `paydesk_${randomBytes(4).toString("hex")}`;
  return { name, ...(await createTemplate(server.url, name)) };
}

/** An address with the hosts of all servers, of which the one that accepts writes is wanted. */
export function withHosts(url: string, all: readonly Postgres[]): string {
  const { username, password, pathname } = new URL(url);
  const hosts = all.map(({ host, port }) => `${host}:${port}`).join();
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=read-write`;
}
