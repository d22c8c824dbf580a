import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Returns whether a request has one unambiguous target and host. Converts a target in absolute form, which every
 * server must accept, to origin form; its host is ignored. Refused are requests without a Host header or with two
 * (RFC 9112 §3.2), and any other target except `OPTIONS *`. */
export function settleTarget(request: IncomingMessage): boolean {
  const { url = "", method } = request;
  const hosts = timesSent(request, "host");
  if (hosts > 1 || (hosts === 0 && request.httpVersion === "1.1")) return false;
  if (url.startsWith("/")) return true;
  if (url === "*") return method === "OPTIONS";
  const absolute = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (!absolute) return false;
  request.url = absolute.pathname + absolute.search;
  return true;
}

/** Whether a request has two idempotency keys. Apps see them joined, as one key that the caller did not choose. */
export function repeatsKey(request: IncomingMessage): boolean {
  return timesSent(request, "idempotency-key") > 1;
}

function timesSent({ rawHeaders }: IncomingMessage, header: string): number {
  return rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === header).length;
}

/** The path of a target in origin form. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** Whether a path's escapes are text that a database can store. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

export type Malformed = "headers_too_large" | "keys_repeated" | "unreadable";
/** Refuses an unreadable request with an API error. */
export type MalformedAnswer = (why: Malformed) => Response;

/** Answers bytes that are not an HTTP request, which no handler sees, and closes the connection. Sends nothing to a
 * client that is gone or timed out. */
export async function refuseMalformed(
  error: Error & { code?: string },
  socket: Duplex,
  answer: MalformedAnswer,
): Promise<void> {
  const isOver = error.code === "ECONNRESET" || error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  if (!socket.writable || isOver) {
    socket.destroy();
    return;
  }
  const isLarge = error.code === "HPE_HEADER_OVERFLOW";
  const response = answer(isLarge ? "headers_too_large" : "unreadable");
  const body = await response.text();
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const lines = [
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
    ...headers,
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** A smaller remainder is read and discarded, so that the connection serves the next request. */
const MOST_DRAINED_BYTES = 1_024 * 1_024;

/** Closes the connection with the response if a body over 1 MiB, or of unknown length, was not read completely:
 * refusals (429, 401, 404) are sent before the body is read. Reading a refused body would cost the event loop as
 * much as serving it. */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse): void {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(length ?? 0) <= MOST_DRAINED_BYTES) return;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    // Node then sends `Connection: close`.
    if (!request.complete) response.shouldKeepAlive = false;
    return writeHead(...args);
  };
}
