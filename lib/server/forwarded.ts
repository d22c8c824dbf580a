import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The headers a proxy speaks with. From anybody else they are a claim, not a fact. */
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
  /** The caller's own address: the socket's, or what the declared proxies say. */
  address: string;
  /** Whether the caller's connection is encrypted, here or at the proxy. */
  secure: boolean;
  /** Whether the request came with forwarded headers, believed or not. */
  forwarded: boolean;
}

function last(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.join(",") : header;
  return text?.split(",").at(-1)?.trim();
}

/** The nearest address in the chain that is not a proxy of ours; further left anyone can write. */
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
  // Hono reads the raw list, Next the parsed object: both must tell the same.
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

/** Replaces whatever the request claims about its way here by what is known. Afterwards
 *  `x-forwarded-for` is exactly the caller's address and `x-forwarded-proto` the protocol the
 *  caller spoke, whoever reads them. */
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
