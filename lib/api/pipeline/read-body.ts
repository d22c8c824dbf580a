import { receiveBytes } from "#lib/kernel/body/receive-bytes.ts";
import { ApiError } from "#lib/kernel/errors.ts";

export type Received = { bytes: Uint8Array<ArrayBuffer>; isForm: boolean };

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

/** Reads a request's body, JSON or a form (decisions §2); null if it is empty. Throws `content_type_unsupported`, and
 * the errors of `receiveBytes`. */
export async function readBody(
  request: Request,
  maxBytes: number,
  onLarge: () => void,
): Promise<Received | null> {
  // Only without a declared length: reading `request.body` creates a stream, which costs more than all other work on
  // a small body.
  if (request.headers.get("content-length") === null && request.body === null) return null;
  const type = contentTypeOf(request);
  const bytes = await receiveBytes(request, maxBytes, onLarge);
  if (bytes.byteLength === 0) return null;
  if (type === null) throw unsupported();
  return { bytes, isForm: type === FORM_TYPE };
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
