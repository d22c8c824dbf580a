import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Headers that a proxy sets. From anyone else they are not trusted. */
const FORWARDED = new Set([
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-forwarded-scheme",
  "x-forwarded-ssl",
  "x-real-ip",
]);

export interface Origin {
  /** The caller's address: the socket's, or the one that declared proxies report. */
  address: string;
  /** Whether the caller's connection is encrypted, here or at the proxy. */
  secure: boolean;
  /** Whether the request had forwarded headers, trusted or not. */
  forwarded: boolean;
}

function last(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(",") : header;
  return text?.split(",").at(-1)?.trim();
}

/** The last address in the chain that is not a declared proxy; anyone can write the ones before it. */
function callerIn(chain: string, isProxy: (address: string) => boolean): string | undefined {
  const addresses = chain.split(",").map((part) => part.trim().replace(/^\[|\](:\d+)?$/g, ""));
  let nearest: string | undefined;
  for (const address of addresses.reverse()) {
    if (isIP(address) === 0) break;
    nearest = address;
    if (!isProxy(address)) break;
  }
  return nearest;
}

function rewrite(request: IncomingMessage, facts: Readonly<Record<string, string>>): void {
  // Hono reads the raw list and Next the parsed object, so both must agree.
  const raw = request.rawHeaders;
  for (let i = raw.length - 2; i >= 0; i -= 2) {
    const name = (raw[i] ?? "").toLowerCase();
    if (FORWARDED.has(name) || name in facts) raw.splice(i, 2);
  }
  for (const name of FORWARDED) delete request.headers[name];
  for (const [name, value] of Object.entries(facts)) {
    raw.push(name, value);
    request.headers[name] = value;
  }
}

/** Replaces the request's forwarded headers by verified values. Afterwards `x-forwarded-for` is the caller's address
 * and `x-forwarded-proto` the caller's protocol. */
export function settleOrigin(
  request: IncomingMessage,
  isProxy: (address: string) => boolean,
): Origin {
  const { headers, socket } = request;
  const peer = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
  const forwarded = [...FORWARDED].some((name) => headers[name] !== undefined);
  const believed = isProxy(peer);
  const chain = believed ? String(headers["x-forwarded-for"] ?? "") : "";
  const address = callerIn(chain, isProxy) ?? peer;
  const encrypted = "encrypted" in socket && socket.encrypted === true;
  const secure = encrypted || (believed && last(headers["x-forwarded-proto"]) === "https");
  rewrite(request, {
    "x-forwarded-for": address,
    "x-forwarded-proto": secure ? "https" : "http",
  });
  return { address, secure, forwarded };
}
