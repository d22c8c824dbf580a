const NULL = -1;
/** PostgreSQL counts from 2000. */
const EPOCH_MS = 946_684_800_000;
const FIRST_BYTES = 16 * 1024;

/** Values in PostgreSQL's binary format, each after its length, so that neither side quotes or parses text. */
export class BinaryValues {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** A view of the same bytes: it writes numbers several times faster. */
  #numbers = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** The bytes from `start` to `end`. Later writes do not change them. */
  slice(start: number, end: number): Buffer {
    return this.#bytes.subarray(start, end);
  }

  none(): this {
    return this.int32(NULL);
  }

  text(value: string): this {
    this.#reserve(4 + 3 * value.length);
    const written = this.#bytes.write(value, this.#length + 4);
    this.int32(written);
    this.#length += written;
    return this;
  }

  bytes(value: Buffer): this {
    return this.int32(value.length).raw(value);
  }

  smallint(value: number): this {
    return this.int32(2).int16(value);
  }

  integer(value: number): this {
    return this.int32(4).int32(value);
  }

  bigint(value: bigint): this {
    this.int32(8).#reserve(8);
    this.#numbers.setBigInt64(this.#length, value);
    this.#length += 8;
    return this;
  }

  flag(value: boolean): this {
    return this.int32(1).#byte(value ? 1 : 0);
  }

  moment(ms: number): this {
    const micros = (ms - EPOCH_MS) * 1_000;
    const high = Math.floor(micros / 2 ** 32);
    return this.int32(8)
      .int32(high)
      .int32(micros - high * 2 ** 32);
  }

  /** jsonb in its binary format: a version byte, then the text. */
  jsonb(text: string): this {
    const body = Buffer.from(text);
    return this.int32(1 + body.length)
      .#byte(1)
      .raw(body);
  }

  raw(value: Buffer): this {
    this.#reserve(value.length);
    this.#length += value.copy(this.#bytes, this.#length);
    return this;
  }

  int16(value: number): this {
    this.#reserve(2);
    this.#numbers.setInt16(this.#length, value);
    this.#length += 2;
    return this;
  }

  int32(value: number): this {
    this.#reserve(4);
    this.#numbers.setInt32(this.#length, value);
    this.#length += 4;
    return this;
  }

  #byte(value: number): this {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#numbers = new DataView(larger.buffer);
  }
}
