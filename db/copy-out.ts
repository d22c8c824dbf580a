import type { Readable } from "node:stream";
import pg, { type Connection, type Submittable } from "pg";
import { log } from "#lib/kernel/log.ts";
import { getExportPool, getReadPool, knowShards } from "./client.ts";
import { takeCopyData } from "./copy-frames.ts";
import { setLocally } from "./pool.ts";
import { isSharded } from "./shards.ts";

/** The interface that `pg` passes to custom queries; its types leave most of it out. */
type Wire = Connection & {
  stream: Readable;
  query(text: string): void;
};

const PIECE_BYTES = 64 * 1024;
/** Pieces read ahead: enough to keep both sides busy. */
const MOST_PIECES = 4;
/** How long to wait until a piece is full. The database sends 8 KiB at a time, and each would be written and read
 * separately. */
const FILL_MS = 20;
/** How long to pause reading after a small read: the database sends 8 KiB at a time and would wake this process for
 * each, on CPUs that it needs itself. */
const REST_MS = 2;
const ENOUGH_BYTES = 32 * 1024;

/** A `COPY … TO STDOUT` whose rows are sent as PostgreSQL formats them. Collects rows into pieces of some tens of
 * KiB, because a call per row would cost more than the rest for a million rows. While no piece is taken, nothing is
 * read, and the database waits. */
class CopyQuery implements Submittable {
  readonly begun = Promise.withResolvers<void>();
  readonly #text: string;
  readonly #pieces: Buffer[] = [];
  readonly #free: Buffer<ArrayBuffer>[] = [];
  #filling = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #filled = 0;
  #waiting: PromiseWithResolvers<void> | null = null;
  #resting: NodeJS.Timeout | undefined;
  #patience: NodeJS.Timeout | undefined;
  #connection: Wire | undefined;
  #paused = false;
  #giveBack = () => {};
  #ended = false;
  #error: Error | undefined;
  /** Rows so far; the first line is the header. */
  rows = -1;

  constructor(text: string) {
    this.#text = text;
    // `next` throws the error; without a caller it must not be unhandled.
    this.begun.promise.catch(() => {});
  }

  submit(connection: Connection): void {
    this.#connection = connection as Wire;
    connection.once("copyOutResponse", () => this.begun.resolve());
    this.#giveBack = takeCopyData(this.#connection.stream, {
      take: (bytes, from, to, endsRow) => this.#add(bytes, from, to, endsRow),
      hasRead: (bytes) => this.#rest(bytes),
    });
    this.#connection.query(this.#text);
  }

  /** The next bytes; null at the end. Throws the error of the database or connection. */
  async next(): Promise<Buffer | null> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (this.#paused && this.#pieces.length < MOST_PIECES / 2) this.#pause(false);
      if (piece) return piece;
      if (this.#error) throw this.#error;
      if (this.#ended) return null;
      this.#waiting = Promise.withResolvers();
      this.#patience = setInterval(() => this.#close(), FILL_MS);
      await this.#waiting.promise;
    }
  }

  /** Reuses the memory of a piece for later rows. Optional. */
  giveBack({ buffer }: Uint8Array): void {
    this.#free.push(Buffer.from(buffer as ArrayBuffer));
  }

  #add(bytes: Buffer, from: number, to: number, endsRow: boolean): void {
    for (let at = from; at < to; ) {
      if (this.#filled === this.#filling.length) this.#close();
      const taken = bytes.copy(this.#filling, this.#filled, at, to);
      this.#filled += taken;
      at += taken;
    }
    if (endsRow) this.rows += 1;
  }

  handleCommandComplete({ text }: { text: string }): void {
    const counted = /^COPY (\d+)$/.exec(text)?.[1];
    if (counted !== undefined) this.rows = Number(counted);
  }

  handleReadyForQuery(): void {
    this.#giveBack();
    this.#ended = true;
    this.#endRest();
    this.begun.resolve();
    this.#close();
    this.#wake();
  }

  handleError(error: Error): void {
    // The connection is discarded, so its remaining messages need not be parsed.
    this.#giveBack();
    this.#error ??= error;
    this.#endRest();
    this.begun.reject(error);
    this.#close();
    this.#wake();
  }

  /** Required by the driver; a COPY does not use them. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}

  #close(): void {
    if (this.#filled === 0) return;
    this.#pieces.push(this.#filling.subarray(0, this.#filled));
    this.#filling = this.#free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.#filled = 0;
    if (this.#pieces.length >= MOST_PIECES) this.#pause(true);
    this.#wake();
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    this.#flow();
  }

  /** After a small read, pauses until more has arrived. */
  #rest(bytes: number): void {
    if (bytes >= ENOUGH_BYTES || this.#ended || this.#error) return;
    this.#resting ??= setTimeout(() => this.#endRest(), REST_MS);
    this.#flow();
  }

  #endRest(): void {
    clearTimeout(this.#resting);
    this.#resting = undefined;
    this.#flow();
  }

  #flow(): void {
    const stream = this.#connection?.stream;
    if (this.#paused || this.#resting) stream?.pause();
    else stream?.resume();
  }

  #wake(): void {
    clearInterval(this.#patience);
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}

export type CopyOut = {
  /** The next bytes; null at the end. Throws if the query fails. */
  next(): Promise<Buffer | null>;
  /** Returns a piece's memory for reuse. Without it every piece is new memory, to be garbage-collected. */
  giveBack(piece: Uint8Array): void;
  /** Rows so far; all once `next` has returned null. */
  rowCount(): number;
  /** Releases the connection. Before the end it also cancels the query in the database. */
  close(): Promise<void>;
};

export type CopyOptions = {
  /** The session's time zone. */
  timezone: string;
  /** Uses indexes and sends rows as they are found: the first row comes immediately and a million need no memory.
   * Otherwise the database uses the plan with the lowest total time. */
  streams: boolean;
};

const COLLECTORS = ["enable_hashjoin", "enable_mergejoin", "enable_sort", "enable_seqscan"];

const copyQuery = (query: string) =>
  new CopyQuery(`copy (${query}) to stdout with (format csv, header)`);

/** Streams of several queries, one after the other, that all see the same snapshot. */
export type CopySession = {
  /** Begins the next stream; the one before must have ended. */
  copy(query: string, options: Pick<CopyOptions, "streams">): Promise<Omit<CopyOut, "close">>;
  /** Opens a session on the same snapshot, to stream another query at the same time. It is closed with this one. Null on Citus:
   * a snapshot that is shared is the coordinator's, and each node would have another one for each session. */
  beside(): Promise<CopySession | null>;
  /** Releases the connection, and cancels a running query. Must always be called. */
  close(): Promise<void>;
};

/** Opens a snapshot whose queries are streamed as CSV, on a connection without a time limit: the caller must close it. */
export const copySession = ({ timezone }: Pick<CopyOptions, "timezone">): Promise<CopySession> =>
  openSession(timezone, null);

/** `snapshot` is the name of another session's snapshot, or null for a new one. */
async function openSession(timezone: string, snapshot: string | null): Promise<CopySession> {
  const ofServer = getReadPool();
  const client = await getExportPool().connect();
  let running: CopyQuery | null = null;
  const besides: CopySession[] = [];
  let pid = 0;
  const close = async () => {
    // Ends the transaction, too.
    client.release(true);
    await Promise.all(besides.map((one) => one.close()));
    if (!running) return;
    running.handleError(new Error("the export was closed before its end"));
    await cancel(pid, ofServer);
  };
  try {
    await client.query("begin isolation level repeatable read read only");
    if (snapshot) await client.query(`set transaction snapshot ${pg.escapeLiteral(snapshot)}`);
    const { rows } = await client.query("select pg_backend_pid() as pid");
    pid = rows[0].pid;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async copy(query, { streams }) {
      await client.query(setLocally(timezone, COLLECTORS, streams ? "off" : "on"));
      const copy = copyQuery(query);
      running = copy;
      client.query(copy);
      await copy.begun.promise;
      return {
        async next() {
          const piece = await copy.next();
          if (piece === null) running = null;
          return piece;
        },
        giveBack: (piece) => copy.giveBack(piece),
        rowCount: () => Math.max(0, copy.rows),
      };
    },
    async beside() {
      await knowShards();
      if (isSharded()) return null;
      const { rows } = await client.query("select pg_export_snapshot() as name");
      const made = await openSession(timezone, rows[0].name);
      besides.push(made);
      return made;
    },
    close,
  };
}

/** Cancels the query of a session of the server that `pool` connects to. */
async function cancel(pid: number, pool: pg.Pool): Promise<void> {
  await pool
    .query("select pg_cancel_backend($1::int)", [pid])
    .catch((error) => log.debug("export not cancelled", { error }));
}

/** Streams a query's rows as CSV with a header, from one snapshot, on its own connection without a time limit: the
 * caller must close it. Throws before the first byte if the query fails at its start. */
export async function copyOut(query: string, options: CopyOptions): Promise<CopyOut> {
  const ofServer = getReadPool();
  const client = await getExportPool().connect();
  let pid = 0;
  let ended = false;
  const copy = copyQuery(query);
  const close = async () => {
    if (ended) return;
    ended = true;
    // Messages still in transit belong to this connection, so it is not reused.
    client.release(true);
    copy.handleError(new Error("the export was closed before its end"));
    if (pid !== 0) await cancel(pid, ofServer);
  };
  try {
    await client.query("begin read only");
    await client.query(setLocally(options.timezone, COLLECTORS, options.streams ? "off" : "on"));
    pid = (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
    client.query(copy);
    await copy.begun.promise;
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async next() {
      const piece = await copy.next();
      if (piece === null && !ended) {
        ended = true;
        await client.query("commit").then(
          () => client.release(),
          () => client.release(true),
        );
      }
      return piece;
    },
    giveBack: (piece) => copy.giveBack(piece),
    rowCount: () => Math.max(0, copy.rows),
    close,
  };
}
