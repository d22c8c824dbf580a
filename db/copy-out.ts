import type { Readable } from "node:stream";
import type { Connection, Submittable } from "pg";
import { log } from "#lib/kernel/log.ts";
import { getExportPool, getPool } from "./client.ts";
import { takeCopyData } from "./copy-frames.ts";

/** What `pg` hands to a query of one's own; its types leave most of it out. */
type Wire = Connection & {
  stream: Readable;
  query(text: string): void;
};

const PIECE_BYTES = 64 * 1024;
/** Read ahead of who takes them: enough to keep both sides at work. */
const MOST_PIECES = 4;
/** How long a piece may wait to be filled. The database sends 8 KiB at a time, each of which would be written, and
 *  read by the client, by itself. */
const FILL_MS = 20;
/** How long nothing is read after little was: the database sends 8 KiB at a time, and would wake this process for
 *  each, on processors that it needs itself. */
const REST_MS = 2;
const ENOUGH_BYTES = 32 * 1024;

/**
 * A `COPY … TO STDOUT` whose rows are taken as the database formats them. Rows are put together to
 * pieces of some tens of KiB, because a call for each of a million would cost more than the rest; while
 * nobody takes pieces, nothing is read from the database, which then waits.
 */
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
  /** So far; the first line is the header. */
  rows = -1;

  constructor(text: string) {
    this.#text = text;
    // Whoever asks for pieces hears of a failure; nobody has to ask.
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

  /** The next bytes; null when there are no more. Throws what the database or its connection says. */
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

  /** Makes room for other rows of the memory of a piece. Nobody has to. */
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
    // The connection is not used again: what is left of its messages need not be told apart.
    this.#giveBack();
    this.#error ??= error;
    this.#endRest();
    this.begun.reject(error);
    this.#close();
    this.#wake();
  }

  /** The rest of what the driver asks of a query; a COPY has none of it. */
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

  /** After little, waits until there is more. */
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
  /** The next bytes; null when there are no more. Throws when the query fails. */
  next(): Promise<Buffer | null>;
  /** Says that a piece is not looked at any more: its memory may be used for others. Without it, each is
   *  new, and garbage afterwards. */
  giveBack(piece: Uint8Array): void;
  /** So far; of all when `next` has answered null. */
  rowCount(): number;
  /** Gives the connection back. Before the end, the query is cancelled at the database as well. */
  close(): Promise<void>;
};

export type CopyOptions = {
  /** The zone of the session. */
  timezone: string;
  /** Rows go from index to index as they are sent: nothing is collected first, so the first comes at
   *  once and a million need no memory. Without it, the database does what is quickest in all. */
  streams: boolean;
};

const COLLECTORS = ["enable_hashjoin", "enable_mergejoin", "enable_sort"];

/**
 * Starts to copy a query's rows out as CSV with a header, in one snapshot, on a connection of its own
 * that no time limit ends: whoever takes the rows must see to its end. Throws before any byte what the
 * query fails with at its start.
 */
export async function copyOut(query: string, options: CopyOptions): Promise<CopyOut> {
  const client = await getExportPool().connect();
  let pid = 0;
  let ended = false;
  const copy = new CopyQuery(`copy (${query}) to stdout with (format csv, header)`);
  const close = async () => {
    if (ended) return;
    ended = true;
    // What is still under way belongs to this connection: it is not used again.
    client.release(true);
    copy.handleError(new Error("the export was ended before its end"));
    if (pid === 0) return;
    await getPool()
      .query("select pg_cancel_backend($1)", [pid])
      .catch((error) => log.debug("an export could not be cancelled", { error }));
  };
  try {
    const { rows } = await client.query(
      `select pg_backend_pid() as pid, set_config('timezone', $1, false),
              (select count(set_config(name, $3, false)) from unnest($2::text[]) as name)`,
      [options.timezone, COLLECTORS, options.streams ? "off" : "on"],
    );
    pid = rows[0].pid;
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
        client.release();
      }
      return piece;
    },
    giveBack: (piece) => copy.giveBack(piece),
    rowCount: () => Math.max(0, copy.rows),
    close,
  };
}
