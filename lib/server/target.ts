import type { IncomingMessage } from "node:http";

/** Returns whether a request has one unambiguous target and host. Converts a target in absolute form, which every
 * server must accept, to origin form; its host is ignored. Refused are requests without a Host header or with two
 * (RFC 9112 §3.2), and any other target except `OPTIONS *`. */
export function settleTarget(request: IncomingMessage): boolean {
  const { url = "", method, rawHeaders } = request;
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion === "1.1")) return false;
  if (url.startsWith("/")) return true;
  if (url === "*") return method === "OPTIONS";
  const absolute = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (!absolute) return false;
  request.url = absolute.pathname + absolute.search;
  return true;
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
