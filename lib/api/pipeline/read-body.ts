import { ApiError, invalid } from "#lib/kernel/errors.ts";
import { findDuplicateName } from "./duplicate-names.ts";
import type { SentBody } from "./exchange.ts";
import { bracketPath } from "./param-names.ts";
import { parseForm } from "./parse-form.ts";

export type Parsed = { value: unknown; isForm: boolean };

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * A request's body as text: JSON or a form (decisions §2); null when it is empty. Throws
 * `content_type_unsupported`, `request_too_large` while the bytes still come in, and `parameter_invalid`
 * for what is no text.
 */
export async function readBody(request: Request, maxBytes: number): Promise<SentBody | null> {
  const declared = request.headers.get("content-length");
  // Only where no length was declared: looking at the body makes a stream of it, which costs more than
  // all the rest of reading a small one.
  if (declared === null && request.body === null) return null;
  const type = contentTypeOf(request);
  const bytes = await readBytes(request, declared, maxBytes);
  if (bytes.byteLength === 0) return null;
  if (type === null) throw unsupported();
  return { text: decode(bytes), isForm: type === FORM_TYPE };
}

/** The parameters in a body; none where there is no body. Throws `parameter_invalid`. */
export function parseBody(sent: SentBody | null): Parsed {
  if (sent === null) return { value: {}, isForm: false };
  const { text, isForm } = sent;
  return { value: isForm ? parseForm(text) : parseJson(text), isForm };
}

function contentTypeOf(request: Request): typeof JSON_TYPE | typeof FORM_TYPE | null {
  const header = request.headers.get("content-type");
  if (header === null) return null;
  const [type = "", ...parameters] = header.split(";").map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith("charset="))?.slice("charset=".length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (isUtf8 && (type === JSON_TYPE || type === FORM_TYPE)) return type;
  throw unsupported();
}

function unsupported(): ApiError {
  const message = `Send the body as ${JSON_TYPE} or ${FORM_TYPE}, in UTF-8.`;
  return new ApiError("content_type_unsupported", message, { param: "Content-Type" });
}

async function readBytes(
  request: Request,
  declared: string | null,
  maxBytes: number,
): Promise<Uint8Array> {
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    // The HTTP parser holds the body to its declared length.
    const bytes = await whole(request);
    if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(cutOff);
    if (done) return Buffer.concat(chunks, size);
    size += value.byteLength;
    if (size > maxBytes) {
      reader.cancel().catch(() => {});
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

async function whole(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer().catch(cutOff));
}

function cutOff(): never {
  throw invalid("", "The body ended before its time.");
}

function tooLarge(maxBytes: number): ApiError {
  const message = `A body can have at most ${maxBytes / 2 ** 20} MiB.`;
  // The rest of the body is never read, so the connection cannot carry another request.
  return new ApiError("request_too_large", message, { headers: { Connection: "close" } });
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid("", "The body is not valid UTF-8.");
  }
}

function parseJson(text: string): unknown {
  const value = readJson(text);
  const twice = findDuplicateName(text);
  if (twice === null) return value;
  const name = bracketPath(twice).toWellFormed();
  throw invalid(name, `${name} is given more than once.`);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The body is not valid JSON.");
  }
}
