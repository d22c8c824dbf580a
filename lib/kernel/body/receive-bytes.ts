import { ApiError, invalid } from "#lib/kernel/errors.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Larger bodies are parsed off the event loop, one at a time per account. */
export const LARGE_BYTES = 64 * KIB;
/** Larger batch bodies are parsed off the event loop: even `{}` is an instruction that takes as long to check as any. */
export const LARGE_BATCH_BYTES = 16 * KIB;

/**
 * Reads a request's body of at most `maxBytes`. Calls `onLarge` once, before more than `LARGE_BYTES` are kept; if it
 * throws, the rest is not read. Throws `request_too_large` as soon as the limit is exceeded, and `parameter_invalid` for
 * an incomplete body.
 */
export async function receiveBytes(
  request: Request,
  maxBytes: number,
  onLarge: () => void | Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get("content-length") ?? Number.NaN);
  if (declared > maxBytes) throw tooLarge(maxBytes);
  if (declared <= LARGE_BYTES) {
    // Faster than a stream; the HTTP parser enforces the declared length.
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
        await onLarge();
        // Collecting chunks and joining them would take twice the memory.
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

/** Uninitialised memory: zeroing 16 MiB would block the event loop for 8 ms. */
function unfilled(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(size).buffer);
}

/** The same bytes in a buffer of `size`, which can be transferred to another thread. */
function resized(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes.buffer.transfer(size));
}

function cutOff(): never {
  throw invalid("", "The body is incomplete.");
}

function tooLarge(maxBytes: number): ApiError {
  const most = maxBytes < MIB ? `${maxBytes / KIB} KiB` : `${maxBytes / MIB} MiB`;
  // The rest of the body is not read, so the connection cannot be reused.
  return new ApiError("request_too_large", `A body can have at most ${most} here.`, {
    headers: { Connection: "close" },
  });
}
