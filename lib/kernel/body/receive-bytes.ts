import { ApiError, invalid } from "#lib/kernel/errors.ts";

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Larger bodies are read off the event loop, one at a time for each account. */
export const LARGE_BYTES = 64 * KIB;

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
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      if (!isLarge && (declared > LARGE_BYTES || size > LARGE_BYTES)) {
        isLarge = true;
        onLarge();
      }
      const { done, value } = await reader.read().catch(cutOff);
      if (done) return joined(chunks, size);
      size += value.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error;
  }
}

/** In memory of its own, which can be given to another thread. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
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
