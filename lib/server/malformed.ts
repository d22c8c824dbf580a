import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** Refuses an unreadable request with an API error. */
export type MalformedAnswer = (why: "headers_too_large" | "unreadable") => Response;

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
