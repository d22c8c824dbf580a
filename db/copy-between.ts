import type { Readable, Writable } from "node:stream";
import type pg from "pg";
import type { Connection, Submittable } from "pg";

/** Parts of `pg` that its types leave out. */
type Wire = Connection & {
  stream: Readable & Writable;
  query(text: string): void;
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
};

/** The callbacks that the driver expects of each query; a COPY does not use them. */
abstract class Copy implements Submittable {
  readonly done = Promise.withResolvers<number>();
  protected wire!: Wire;
  readonly #text: string;
  #rows = 0;
  #failure: Error | undefined;

  constructor(text: string) {
    this.#text = text;
    this.done.promise.catch(() => {});
  }

  submit(connection: Connection): void {
    this.wire = connection as Wire;
    this.wire.query(this.#text);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.done.reject(this.#failure);
    else this.done.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.done.reject(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyInto extends Copy {
  readonly begun = Promise.withResolvers<void>();

  handleCopyInResponse(): void {
    this.begun.resolve();
  }

  override handleError(error: Error): void {
    this.begun.reject(error);
    super.handleError(error);
  }

  /** Sends bytes; `pause` and `resume` their source while the server does not keep up. */
  send(bytes: Buffer, source: Readable): void {
    this.wire.sendCopyFromChunk(bytes);
    if (!this.wire.stream.writableNeedDrain || source.isPaused()) return;
    source.pause();
    this.wire.stream.once("drain", () => source.resume());
  }

  end(): void {
    this.wire.endCopyFrom();
  }
}

class CopyFrom extends Copy {
  readonly #into: CopyInto;

  constructor(text: string, into: CopyInto) {
    super(text);
    this.#into = into;
  }

  handleCopyOutResponse(): void {}

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#into.send(chunk, this.wire.stream);
  }
}

/** Copies the rows that `select` returns on one server into a table of another, and returns their number. Throws the error of
 *  either. */
export async function copyBetween(args: {
  from: pg.Client;
  select: string;
  to: pg.Client;
  /** The table with its columns. */
  into: string;
}): Promise<number> {
  const into = new CopyInto(`copy ${args.into} from stdin`);
  into.begun.promise.catch(() => {});
  args.to.query(into);
  await into.begun.promise;
  const out = new CopyFrom(`copy (${args.select}) to stdout`, into);
  args.from.query(out);
  await Promise.race([out.done.promise, into.done.promise]);
  into.end();
  return await into.done.promise;
}
