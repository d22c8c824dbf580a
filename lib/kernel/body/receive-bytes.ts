import { ApiError, invalid } from "#lib/kernel/errors.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Larger bodies are read off the event loop, one at a time for each account. */
export const LARGE_BYTES = 64 * KIB;
/** A larger body of a batch is read off the event loop: `{}` is an instruction, and takes as long to check as any. */
export const LARGE_BATCH_BYTES = 16 * KIB;

/**
 * The bytes of a request's body, at most `maxBytes`. `onLarge` is called once, before more than `LARGE_BYTES` are
 * kept, and may throw: the rest is then not read. Throws `request_too_large` while the bytes still come in, and
 * `parameter_invalid` for a body that is cut off.
 */
export async function receiveBytes(
  request: Request,
  maxBytes: number,
  onLarge: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (declared <= LARGE_BYTES) {
    // Faster than a stream, and the HTTP parser holds the body to its declared length.
    const bytes = new Uint8Array(await request.arrayBuffer().catch(cutOff));
    if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
    return bytes;
  }
  if (request.body === null) return new Uint8Array();
  let isLarge = false;
  let bytes = new Uint8Array(0);
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      if (!isLarge && (declared > LARGE_BYTES || size > LARGE_BYTES)) {
        isLarge = true;
        onLarge();
        // Parts that are kept and then put together would take twice the memory.
        if (declared > 0) bytes = unfilled(declared);
      }
      const { done, value } = await reader.read().catch(cutOff);
      if (done) return bytes.byteLength === size ? bytes : resized(bytes, size);
      if (size + value.byteLength > maxBytes) throw tooLarge(maxBytes);
      if (size + value.byteLength > bytes.byteLength) {
        bytes = resized(bytes, Math.min(2 * (size + value.byteLength), maxBytes));
      }
      bytes.set(value, size);
      size += value.byteLength;
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** Memory that holds anything: zeros in 16 MiB would hold up the event loop for 8 ms. */
function unfilled(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
}

/** The same bytes in memory of `size`, all of which can be given to another thread. */
function resized(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer.transfer(size));
}

function cutOff(): never {
  throw invalid("", "The body ended before its time.");
}

function tooLarge(maxBytes: number): ApiError {
  const most = maxBytes < MIB ? `${maxBytes / KIB} KiB` : `${maxBytes / MIB} MiB`;
  // The rest of the body is never read, so the connection cannot carry another request.
  return new ApiError("request_too_large", `A body can have at most ${most} here.`, {
    headers: { Connection: "close" },
  });
}
