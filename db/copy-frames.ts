import type { Readable } from "node:stream";
import { LENT } from "./lending-socket.ts";

/** The type of a protocol message with a row of a COPY; the driver handles all others. */
const COPY_DATA = 0x64;
const HEADER_BYTES = 5;

type TakeBytes = (bytes: Buffer, from: number, to: number, endsRow: boolean) => void;

/** Reads the rows of a COPY from a connection's stream before the driver, which would create an object for each; for
 * a million rows that costs more than everything else. Passes row bytes to `take`, which must not keep them, and
 * every other message unchanged to the previous listener. Calls `hasRead` with the number of bytes of each read.
 * Call it between messages. Returns a function that restores the listener, to be called between messages too. */
export function takeCopyData(
  stream: Readable,
  { take, hasRead }: { take: TakeBytes; hasRead: (bytes: number) => void },
): () => void {
  const listeners = stream.listeners("data") as ((chunk: Buffer) => void)[];
  const header = Buffer.alloc(HEADER_BYTES);
  let inHeader = 0;
  let left = 0;
  let other: Buffer[] | null = null;

  const endMessage = () => {
    inHeader = 0;
    if (!other) return;
    const message = Buffer.concat(other);
    other = null;
    for (const listener of listeners) listener.call(stream, message);
  };
  const onData = (chunk: Buffer) => {
    takeApart(chunk);
    hasRead(chunk.length);
  };
  const takeApart = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (inHeader === 0 && at + HEADER_BYTES < chunk.length && chunk[at] === COPY_DATA) {
        // For most rows the whole header is in this chunk and need not be assembled.
        left = chunk.readInt32BE(at + 1) - 4;
        at += HEADER_BYTES;
        inHeader = HEADER_BYTES;
      } else if (inHeader < HEADER_BYTES) {
        const taken = chunk.copy(header, inHeader, at, at + HEADER_BYTES - inHeader);
        inHeader += taken;
        at += taken;
        if (inHeader < HEADER_BYTES) return;
        // A message's length includes itself.
        left = header.readInt32BE(1) - 4;
        if (header[0] !== COPY_DATA) other = [Buffer.from(header)];
        if (left === 0) endMessage();
        continue;
      }
      const to = Math.min(chunk.length, at + left);
      left -= to - at;
      if (other) other.push(Buffer.from(chunk.subarray(at, to)));
      else take(chunk, at, to, left === 0);
      at = to;
      if (left === 0) endMessage();
    }
  };
  stream.on(LENT, onData);
  stream.on("data", onData);
  for (const listener of listeners) stream.off("data", listener);
  return () => {
    for (const listener of listeners) stream.on("data", listener);
    stream.off(LENT, onData);
    stream.off("data", onData);
  };
}
