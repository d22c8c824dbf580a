import type { Connection, Submittable } from "pg";
import { log } from "#lib/kernel/log.ts";
import { BinaryValues } from "#lib/kernel/record-rows.ts";
import { getLogPool } from "./client.ts";

/** Parts of `pg` that its types leave out. */
type Wire = Connection & {
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
};

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const TRAILER = -1;

/** Rows in the binary format of COPY. */
export class BinaryRows extends BinaryValues {
  rows = 0;

  constructor() {
    super();
    this.raw(SIGNATURE).int32(0).int32(0);
  }

  /** Begins a row; exactly `columns` values must follow. */
  begin(columns: number): this {
    this.rows++;
    return this.int16(columns);
  }

  /** Writes a text without NUL, which PostgreSQL cannot store. */
  override text(value: string | null): this {
    if (value === null) return this.none();
    return super.text(value.includes("\0") ? value.replaceAll("\0", "") : value);
  }

  end(): Buffer {
    return this.int16(TRAILER).slice(0, this.length);
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

  /** The driver's last call for this query. */
  handleError(error: Error): void {
    this.done.reject(error);
  }

  /** Required by the driver; a COPY does not use them. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

/** `COPY table (columns) FROM STDIN`: all of the rows or none. For data written in the background: it uses its own
 * connection and does not wait for the disk, so a crash of the database server can lose the last second. */
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
    if (failed) log.debug("copy failed, closing its connection", { table });
    client.release(failed);
  }
}
