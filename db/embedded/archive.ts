// Keeps the log of the embedded database in a folder, segment by segment, so that a backup can be brought to any moment
// after it. The npm build of PostgreSQL has no programs for that, so this process copies the segments; a replication slot
// makes the server keep them until then.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { log } from "#lib/kernel/log.ts";
import { copyDurably, writeDurably } from "./files.ts";

const SLOT = "paydesk_archive";
/** How much of what was committed last is not in the archive yet, at most. */
const LONGEST_GAP_MS = 60_000;
const EVERY_MS = 5_000;
/** The file beside a segment that says when it was completed. */
const ENDED = ".ended";
const SEGMENT_BYTES = 16 * 2 ** 20;
const PER_NUMBER = 2 ** 32 / SEGMENT_BYTES;

/** The name of a segment: its timeline and its number in the log. */
export function segmentName(timeline: string, number: number): string {
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, "0");
  return timeline + hex(Math.floor(number / PER_NUMBER)) + hex(number % PER_NUMBER);
}

const NAME = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/;

/** The timeline and number of a segment's file name; null for other files. */
export function readSegment(name: string): { timeline: string; number: number } | null {
  const parts = NAME.exec(name);
  if (!parts) return null;
  const [, timeline = "", high = "", low = ""] = parts;
  return {
    timeline,
    number: Number.parseInt(high, 16) * PER_NUMBER + Number.parseInt(low, 16),
  };
}

/** Position of the server: its timeline, the number of the segment that is being written, and the first one that it keeps. */
const POSITION = `
  select substring(pg_walfile_name(pg_current_wal_flush_lsn()) from 1 for 8) as timeline,
         trunc((pg_current_wal_flush_lsn() - '0/0') / ${SEGMENT_BYTES})::int as current,
         trunc((s.restart_lsn - '0/0') / ${SEGMENT_BYTES})::int as first,
         (select setting::bigint from pg_settings where name = 'wal_segment_size') as bytes
    from pg_replication_slots s where slot_name = '${SLOT}'`;

type Position = { timeline: string; current: number; first: number };

/** The archive of one server. Not for two servers: a segment that is there already with another content is refused. */
export class LogArchive {
  readonly #client: pg.Client;
  readonly #from: string;
  readonly #folder: string;
  #switched = { at: Number.NEGATIVE_INFINITY, after: -1 };

  private constructor(client: pg.Client, cluster: string, folder: string) {
    this.#client = client;
    this.#from = join(cluster, "pg_wal");
    this.#folder = folder;
  }

  /** Makes the server keep its log from now on. `url` names the server as the role that owns it. */
  static async open(args: { url: string; dataDir: string; folder: string }): Promise<LogArchive> {
    mkdirSync(args.folder, { recursive: true, mode: 0o700 });
    const client = await connect(args.url);
    await client.query(
      `select pg_create_physical_replication_slot('${SLOT}', true)
        where not exists (select from pg_replication_slots where slot_name = '${SLOT}')`,
    );
    return new LogArchive(client, join(args.dataDir, "postgres"), args.folder);
  }

  /** Copies what was completed since the last call, and ends a segment that is older than a minute. Returns the names. */
  async look(nowMs = performance.now()): Promise<string[]> {
    const before = await this.#position();
    if (nowMs - this.#switched.at > LONGEST_GAP_MS && before.current !== this.#switched.after) {
      await this.switch(nowMs);
    }
    return this.#copy(await this.#position());
  }

  /** Ends the segment that is being written, so that the next `look` copies everything that is committed now. */
  async switch(nowMs = performance.now()): Promise<void> {
    await this.#client.query("select pg_switch_wal()");
    this.#switched = { at: nowMs, after: (await this.#position()).current };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #position(): Promise<Position> {
    const { rows } = await this.#client.query<Position & { first: number | null }>(POSITION);
    const [position] = rows;
    if (position?.first == null) {
      throw new Error(
        "The server keeps no log for the archive: it was told to drop it. Back up anew.",
      );
    }
    return position;
  }

  async #copy({ timeline, current, first }: Position): Promise<string[]> {
    const copied: string[] = [];
    for (let number = first; number < current; number++) {
      const name = segmentName(timeline, number);
      if (!this.#copyOne(name)) continue;
      copied.push(name);
    }
    for (const name of readdirSync(this.#from)) {
      if (name.endsWith(".history")) this.#copyOne(name);
    }
    warnOfGap(this.#folder, timeline, first);
    if (current > first) {
      await this.#client.query(
        `select pg_replication_slot_advance('${SLOT}', '0/0'::pg_lsn + $1::numeric)`,
        [current * SEGMENT_BYTES],
      );
    }
    return copied;
  }

  /** Whether a file was copied: it is there whole or not at all. A segment of an earlier timeline has another name. */
  #copyOne(name: string): boolean {
    const [from, to] = [join(this.#from, name), join(this.#folder, name)];
    if (!existsSync(from)) return false;
    if (existsSync(to)) {
      if (readFileSync(to).equals(readFileSync(from))) return false;
      throw new Error(
        `${to} is of another server, or of the copy that this one was restored from. Set LOG_ARCHIVE to an empty folder and take a backup.`,
      );
    }
    copyDurably(from, `${to}.new`);
    // In a file, because times of files are lost when an archive is moved.
    writeDurably(`${to}${ENDED}`, statSync(from).mtime.toISOString());
    renameSync(`${to}.new`, to);
    return true;
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: "paydesk archive" });
  client.on("error", () => {});
  await client.connect();
  return client;
}

let warnedOf = "";

/** Logs once that the archive lacks segments before what the server keeps. */
function warnOfGap(folder: string, timeline: string, first: number): void {
  const numbers = segmentsIn(folder, timeline).map(({ number }) => number);
  const last = numbers.filter((number) => number < first).at(-1);
  if (last === undefined || last === first - 1) return;
  const missing = segmentName(timeline, last + 1);
  if (warnedOf === missing) return;
  warnedOf = missing;
  log.error("the archive of the log has a gap: take a new backup now", { folder, missing });
}

export type Segment = { name: string; number: number; endedMs: number };

/** When a segment was completed; long ago if that is not known. */
function endOf(path: string): number {
  const note = `${path}${ENDED}`;
  return existsSync(note) ? Date.parse(readFileSync(note, "utf8")) : 0;
}

/** The segments of a timeline in an archive, in the order of the log. */
export function segmentsIn(folder: string, timeline: string): Segment[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const read = readSegment(name);
      if (read?.timeline !== timeline) return [];
      return [{ name, number: read.number, endedMs: endOf(join(folder, name)) }];
    })
    .sort((a, b) => a.number - b.number);
}

/** Makes the server forget an archive that nobody fills any more: it would keep its log for ever. */
export async function dropArchive(url: string): Promise<void> {
  const client = await connect(url);
  try {
    await client.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}' and not active`,
    );
  } finally {
    await client.end();
  }
}

/** Fills an archive until it is stopped, and once more then. Trouble is logged, and tried again. */
export function keepArchive(args: { url: string; dataDir: string; folder: string }) {
  let stopped = false;
  let archive: LogArchive | undefined;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      archive ??= await LogArchive.open(args);
      if (stopped) await archive.switch();
      await archive.look();
    } catch (error) {
      log.error("the log is not archived", { folder: args.folder, error });
      await archive?.close().catch(() => {});
      archive = undefined;
    }
  };
  let running = Promise.resolve();
  const turn = () => {
    running = round().then(() => {
      if (!stopped) timer = setTimeout(turn, EVERY_MS);
    });
  };
  turn();
  return {
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
      await round();
      await archive?.close().catch(() => {});
    },
  };
}
