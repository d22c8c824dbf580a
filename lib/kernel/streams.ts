import { nowMs, SECOND_MS } from "./clock.ts";

type Source<Piece> = {
  /** The next piece; null at the end. */
  next(): Promise<Piece | null>;
  /** The client has closed the connection. */
  cancel(): Promise<unknown>;
};

const PIECE_BYTES = 2 ** 20;

/** Joins chunks whose memory is reused to a piece of about 1 MiB. Null at the end. */
export async function nextPiece(chunks: {
  next(): Promise<Buffer | null>;
  giveBack?(bytes: Buffer): void;
}): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for (let size = 0; size < PIECE_BYTES; ) {
    const bytes = await chunks.next();
    if (bytes === null) break;
    parts.push(Buffer.from(bytes));
    size += bytes.length;
    chunks.giveBack?.(bytes);
  }
  return parts.length > 0 ? Buffer.concat(parts) : null;
}

/** A response body that is generated while it is sent: nothing before it is read, and each piece after the one before was
 *  taken. */
export function streamOf({ next, cancel }: Source<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await next();
        if (bytes === null) controller.close();
        else controller.enqueue(bytes);
      },
      async cancel() {
        await cancel();
      },
    },
    { highWaterMark: 0 },
  );
}

/** As `streamOf`, for text. Ends the generator when the client disconnects. */
export function textStreamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return streamOf({
    async next() {
      const { done, value } = await pieces.next();
      return done ? null : encoder.encode(value);
    },
    cancel: () => pieces.return(undefined),
  });
}

const CHECK_MS = 5 * SECOND_MS;

/** A response whose body is sent while its caller may have it: `check` is asked every few seconds before the next piece. When
 *  it throws, the body breaks off, so that nobody takes it for complete. */
export function whileAllowed(response: Response, check: () => Promise<void>): Response {
  const reader = response.body?.getReader();
  if (!reader) return response;
  let checkedMs = nowMs();
  const next = async () => {
    if (nowMs() - checkedMs >= CHECK_MS) {
      await check();
      checkedMs = nowMs();
    }
    const { done, value } = await reader.read();
    return done ? null : value;
  };
  const cancel = () => reader.cancel();
  const body = streamOf({
    next: () =>
      next().catch(async (error) => {
        await cancel();
        throw error;
      }),
    cancel,
  });
  return new Response(body, response);
}
