import { isIP } from "node:net";
import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { isForbiddenAddress } from "../outbound/addresses.ts";
import { probeEndpoint } from "../outbound/connection.ts";
import type { FailureCause } from "../outbound/failures.ts";

/** An accepted address of a receiver. */
export type CheckedUrl = {
  url: string;
  /** A warning for the merchant; null without one. */
  note: string | null;
};

/** Causes that are refused in test mode as well: they do not pass by themselves. */
const NEVER_FINE = new Set<FailureCause>(["address_forbidden", "tls_expired", "tls_wrong_host"]);

/** Whether endpoints of a mode may have private addresses. */
function mayBePrivate(mode: Mode): boolean {
  return mode === "test" && env.webhookAllowPrivate;
}

const SELF_SIGNED =
  "The certificate is not from a trusted authority. Test mode accepts it, live mode does not.";

type ReceiverProbe = {
  reachable: boolean;
  /** Whether an endpoint with this address cannot be registered or enabled now. */
  refused: boolean;
  /** The problem, for people; null without one. */
  message: string | null;
};

/**
 * Makes a TLS handshake with an address and sends no HTTP request. Live mode requires a reachable server
 * with a valid certificate. Test mode accepts self-signed certificates and servers that are not running
 * yet. Call it outside any transaction. Throws `parameter_invalid` for a malformed or forbidden address.
 */
export async function probeReceiver(mode: Mode, text: string): Promise<ReceiverProbe> {
  const rules = { mode, allowPrivate: mayBePrivate(mode) };
  const probe = await probeEndpoint(parseEndpointUrl(text, rules), rules);
  if (probe.reachable) {
    return { reachable: true, refused: false, message: probe.selfSigned ? SELF_SIGNED : null };
  }
  const { cause, message } = probe.failure;
  return { reachable: false, refused: mode === "live" || NEVER_FINE.has(cause), message };
}

/** Probes an address as `probeReceiver` and returns its normal form with a note. Throws
 *  `parameter_invalid` for `url` when the address is refused. */
export async function checkReceiver(mode: Mode, text: string): Promise<CheckedUrl> {
  const url = parseEndpointUrl(text, { allowPrivate: mayBePrivate(mode) });
  const { reachable, refused, message } = await probeReceiver(mode, url);
  if (refused) throw invalid("url", message ?? "The address cannot be reached.");
  if (reachable) return { url, note: message };
  return { url, note: `${message} The endpoint is accepted because this is test mode.` };
}

const MAX_CHARS = 2_048;

/** Ports of other protocols than HTTP, which browsers refuse too (Fetch standard, "bad port"). */
const FOREIGN_PORTS = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 " +
    "113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 " +
    "548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 " +
    "5432 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211 27017"
  ).split(" "),
);

/** Names that lead to a private network. */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/**
 * Returns the normal form of an endpoint's address: https, no credentials, a public host and an HTTPS port.
 * Refuses every spelling of a forbidden IP address; the addresses that a name resolves to are checked again
 * at each connection. Throws `parameter_invalid` for `url`.
 */
export function parseEndpointUrl(text: string, rules: { allowPrivate: boolean }): string {
  if (text.length > MAX_CHARS) throw invalid("url", `At most ${MAX_CHARS} characters are allowed.`);
  // `URL` would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) throw invalid("url", "The address contains white space.");
  if (!URL.canParse(text))
    throw invalid("url", "Must be an address such as https://example.com/hooks");
  const url = new URL(text);
  if (url.protocol !== "https:") throw invalid("url", "Must begin with https://");
  if (url.username || url.password) {
    throw invalid("url", "Must not contain a user name or a password. Check signatures instead.");
  }
  if (FOREIGN_PORTS.has(url.port)) {
    throw invalid("url", `Port ${url.port} is reserved for a protocol other than HTTPS.`);
  }
  checkHost(url.hostname.replace(/^\[|\]$/g, ""), rules);
  url.hash = "";
  if (url.href.length > MAX_CHARS) {
    throw invalid("url", `At most ${MAX_CHARS} characters are allowed.`);
  }
  return url.href;
}

function checkHost(host: string, rules: { allowPrivate: boolean }): void {
  if (isIP(host)) {
    if (isForbiddenAddress(host, rules)) throw forbidden(host);
    return;
  }
  const name = host.replace(/\.$/, "");
  if (name === "" || /metadata\.google|metadata\.azure/.test(name)) throw forbidden(host);
  const isInside = INSIDE_NAMES.test(name) || !name.includes(".");
  if (isInside && !rules.allowPrivate) throw forbidden(host);
}

function forbidden(host: string) {
  return invalid("url", `${host} is not an address on the public internet.`);
}
