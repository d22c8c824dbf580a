import type { Connection, Submittable } from "pg";
import { log } from "#lib/kernel/log.ts";
import { getLogPool } from "./client.ts";

/** What `pg` can do and its types leave out. */
type Wire = Connection & {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
};

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const NULL = -1;
const TRAILER = -1;
/** PostgreSQL counts from 2000. */
const EPOCH_MS = 946_684_800_000;

/** Rows in the database's own binary form: nothing is quoted on this side, nor parsed on the other. */
export class BinaryRows {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = 0;
  rows = 0;

  constructor() {
    this.#length = SIGNATURE.copy(this.#bytes);
    this.#int32(0).#int32(0);
  }

  /** Begins a row; as many values must follow. */
  begin(columns: number): this {
    this.rows++;
    return this.#int16(columns);
  }

  /** A text, without the one character that PostgreSQL's cannot hold. */
  text(value: string | null): this {
    if (value === null) return this.#int32(NULL);
    const whole = value.includes("\0") ? value.replaceAll("\0", "") : value;
    this.#reserve(4 + 3 * whole.length);
    const written = this.#bytes.write(whole, this.#length + 4);
    this.#int32(written);
    this.#length += written;
    return this;
  }

  smallint(value: number): this {
    return this.#int32(2).#int16(value);
  }

  integer(value: number): this {
    return this.#int32(4).#int32(value);
  }

  flag(value: boolean): this {
    this.#int32(1).#reserve(1);
    this.#bytes[this.#length++] = value ? 1 : 0;
    return this;
  }

  moment(ms: number): this {
    this.#int32(8).#reserve(8);
    this.#length = this.#bytes.writeBigInt64BE(BigInt(ms - EPOCH_MS) * 1_000n, this.#length);
    return this;
  }

  end(): Buffer {
    return this.#int16(TRAILER).#bytes.subarray(0, this.#length);
  }

  #int16(value: number): this {
    this.#reserve(2);
    this.#length = this.#bytes.writeInt16BE(value, this.#length);
    return this;
  }

  #int32(value: number): this {
    this.#reserve(4);
    this.#length = this.#bytes.writeInt32BE(value, this.#length);
    return this;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

class CopyInQuery implements Submittable {
  readonly done = Promise.withResolvers<void>();
  readonly #text: string;
  readonly #rows: Buffer;

  constructor(text: string, rows: Buffer) {
    this.#text = text;
    this.#rows = rows;
  }

  submit(connection: Connection): void {
    (connection as Wire).query(this.#text);
  }

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  handleReadyForQuery(): void {
    this.done.resolve();
  }

  /** The last that the driver tells of it. */
  handleError(error: Error): void {
    this.done.reject(error);
  }

  /** The rest of what the driver asks of a query; a COPY has none of it. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/**
 * `COPY table (columns) FROM STDIN`: all of the rows or none. For what is written beside the traffic: it has a
 * connection of its own and does not wait for the disk, so a crash of the database's machine may lose what was
 * written in its last second.
 */
export async function copyIn(table: string, columns: string, rows: BinaryRows): Promise<void> {
  const client = await getLogPool().connect();
  const query = new CopyInQuery(
    `copy ${table} (${columns}) from stdin (format binary)`,
    rows.end(),
  );
  let failed = true;
  try {
    client.query(query);
    await query.done.promise;
    failed = false;
  } finally {
    if (failed) log.debug("a copy failed; its connection is closed", { table });
    client.release(failed);
  }
}
