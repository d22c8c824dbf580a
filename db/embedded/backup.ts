import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { contentsOf, copyDurably, writeDurably } from "./files.ts";
import { prepareRecovery } from "./point-in-time.ts";

/** The file that lists what a backup holds. It is written last. */
const MANIFEST = "backup.json";
const CLUSTER = "postgres";
const PASSWORDS = "postgres.json";
/** In a data folder: the cluster was restored, and nobody has said yet that this copy lives. */
const RESTORED = "restored";

/** A base backup omits these, because the server creates them again ("Making a Base Backup Using the Low Level API"). */
const EMPTY_FOLDERS = new Set(
  ["wal", "replslot", "dynshmem", "notify", "serial", "snapshots", "stat_tmp", "subtrans"].map(
    (name) => `pg_${name}`,
  ),
);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|current_logfiles)$/;
const isLeftOut = (path: string): boolean =>
  LEFT_OUT.test(basename(path)) || EMPTY_FOLDERS.has(path.split("/")[0]!);

/** Copied last: it says from where the log is replayed. */
const CONTROL_FILE = "global/pg_control";

type File = { path: string; bytes: number; sha256: string };
/** `folders` are needed even if they are empty. Paths are relative. */
type Manifest = { format: 1; takenAt: string; folders: string[]; files: File[] };
export type BackupSize = { files: number; bytes: number };

/**
 * Copies a running embedded cluster into `folder`, which must not exist, while others use it: a base backup with the log that
 * makes it whole, in a moment after the call. Not the master key. A copy that is interrupted leaves only `folder.partial`,
 * which is no backup. Throws if the disk or the server refuses.
 */
export async function backUp(args: {
  dataDir: string;
  /** The server, as the role that owns it. */
  url: string;
  folder: string;
  takenAt: Date;
}): Promise<BackupSize> {
  const { dataDir, folder } = args;
  if (existsSync(folder)) throw new Error(`${folder} exists already. Name a folder that does not.`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: args.url, application_name: "paydesk backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    await copyCluster(client, join(dataDir, CLUSTER), join(partial, CLUSTER));
  } finally {
    await client.end();
  }
  copyDurably(join(dataDir, PASSWORDS), join(partial, PASSWORDS));
  const { folders, files: paths } = contentsOf(partial);
  const files: File[] = [];
  for (const path of paths) files.push(await fileEntry(partial, path));
  const manifest: Manifest = { format: 1, takenAt: args.takenAt.toISOString(), folders, files };
  writeDurably(join(partial, MANIFEST), JSON.stringify(manifest));
  renameSync(partial, folder);
  return sizeOf(manifest);
}

async function copyCluster(client: pg.Client, from: string, to: string): Promise<void> {
  // The slot keeps the log from now on, until this connection ends.
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [
    `paydesk_backup_${process.pid}`,
  ]);
  const begun = await client.query<{ first: string }>(
    "select pg_walfile_name(pg_backup_start('paydesk', true)) as first",
  );
  const { folders, files } = contentsOf(from);
  for (const path of folders.filter((each) => !isLeftOut(`${each}/`) || EMPTY_FOLDERS.has(each))) {
    mkdirSync(join(to, path), { recursive: true, mode: 0o700 });
  }
  const wanted = files.filter((path) => !isLeftOut(path) && path !== CONTROL_FILE);
  for (const path of [...wanted, CONTROL_FILE]) {
    copyDurably(join(from, path), join(to, path));
  }
  const ended = await client.query<{ last: string; label: string }>(
    "select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(false)",
  );
  const [{ first }, { last, label }] = [begun.rows[0]!, ended.rows[0]!];
  writeDurably(join(to, "backup_label"), label);
  const log = readdirSync(join(from, "pg_wal")).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  for (const name of log) copyDurably(join(from, "pg_wal", name), join(to, "pg_wal", name));
}

/**
 * Puts a backup into `dataDir`, which must hold no cluster, after comparing each file with its hash. The next start brings the
 * database to the moment of the backup's end, or with `log` to a later moment, and holds everything that this copy would send
 * (`isRestored`). Throws before the cluster is in its place if a file differs or is missing, or if the log has a gap.
 */
export async function restore({
  folder,
  dataDir,
  log,
}: {
  folder: string;
  dataDir: string;
  /** Replays this archive until a moment after the backup (`recover`). */
  log?: { archive: string; until: Date };
}): Promise<BackupSize> {
  const cluster = join(dataDir, CLUSTER);
  if (existsSync(cluster)) {
    throw new Error(`${dataDir} holds a database. Restore into another DATA_DIR.`);
  }
  const manifest = readManifest(folder);
  for (const file of manifest.files) {
    const found = await fileEntry(folder, file.path).catch(() => null);
    if (found?.sha256 !== file.sha256)
      throw new Error(`${join(folder, file.path)} is damaged or missing.`);
  }
  if (log && log.until.toISOString() < manifest.takenAt) {
    throw new Error(`The backup was taken later, at ${manifest.takenAt}. Take an earlier one.`);
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const partial = `${cluster}.partial`;
  rmSync(partial, { recursive: true, force: true });
  const placeOf = (path: string) =>
    path.startsWith(`${CLUSTER}/`)
      ? join(partial, path.slice(CLUSTER.length))
      : join(dataDir, path);
  for (const path of manifest.folders)
    mkdirSync(placeOf(`${path}/`), { recursive: true, mode: 0o700 });
  for (const { path } of manifest.files) copyDurably(join(folder, path), placeOf(path));
  if (log) prepareRecovery({ cluster: partial, ...log });
  // Before the cluster is in its place: a copy must not start without it.
  writeDurably(join(dataDir, RESTORED), manifest.takenAt);
  renameSync(partial, cluster);
  return sizeOf(manifest);
}

/** Whether the cluster of a data folder was restored and its database does not know yet. */
export const isRestored = (dataDir: string): boolean => existsSync(join(dataDir, RESTORED));

/** Holds everything that the service of a database would send (`lib/domain/installation`). */
export async function markHeld(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "paydesk restore" });
  await client.connect();
  try {
    await client.query(
      `insert into installation (held_at) values (now())
           on conflict (one) do update set held_at = excluded.held_at`,
    );
  } finally {
    await client.end();
  }
}

/** The database knows that it was restored. */
export const forgetRestored = (dataDir: string): void => rmSync(join(dataDir, RESTORED));

function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  if (!existsSync(path))
    throw new Error(`${folder} holds no whole backup: ${MANIFEST} is missing.`);
  return JSON.parse(readFileSync(path, "utf8")) as Manifest;
}

const sizeOf = ({ files }: Manifest): BackupSize => ({
  files: files.length,
  bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
});

async function fileEntry(folder: string, path: string) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(folder, path)), hash);
  return { path, bytes: statSync(join(folder, path)).size, sha256: hash.digest("hex") };
}
