import type { IncomingMessage } from "node:http";

/**
 * Whether a request says in one way only what it asks for, and of whom. A target in absolute form, which every
 * server must take, is put into origin form: nothing behind this looks at its host. Unfit are a request without a
 * Host header or with two (RFC 9112 §3.2), and a target in any other form than these and `OPTIONS *`.
 */
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

/** Whether a path's escapes are those of text that a database can hold. */
export function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}
