import { isIP } from "node:net";
import { invalid } from "#lib/kernel/errors.ts";
import { isForbiddenAddress } from "../outbound/addresses.ts";

const MAX_CHARS = 2_048;

/** Ports of protocols that are not HTTP, as browsers refuse them (Fetch standard, "bad port"). */
const FOREIGN_PORTS = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 " +
    "113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 " +
    "548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 " +
    "5432 6000 6379 6566 6665 6666 6667 6668 6669 6679 6697 10080 11211 27017"
  ).split(" "),
);

/** Names that resolve inside a network, or to it. */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/**
 * The address of an endpoint in its normal form: https, no credentials, a host and port that can be
 * a merchant's server. Every spelling of a forbidden address is refused here already; names are
 * checked again for what they resolve to at each connection. Throws `parameter_invalid` for `url`.
 */
export function parseEndpointUrl(text: string, rules: { allowPrivate: boolean }): string {
  if (text.length > MAX_CHARS)
    throw invalid("url", `At most ${MAX_CHARS} characters are possible.`);
  // The parser would silently drop line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) throw invalid("url", "The address contains white space.");
  if (!URL.canParse(text))
    throw invalid("url", "Must be an address such as https://example.com/hooks");
  const url = new URL(text);
  if (url.protocol !== "https:") throw invalid("url", "Must begin with https://");
  if (url.username || url.password) {
    throw invalid("url", "Must not contain a user name or a password. Check signatures instead.");
  }
  if (FOREIGN_PORTS.has(url.port)) {
    throw invalid("url", `Port ${url.port} belongs to another protocol than HTTPS.`);
  }
  checkHost(url.hostname.replace(/^\[|\]$/g, ""), rules);
  url.hash = "";
  if (url.href.length > MAX_CHARS) {
    throw invalid("url", `At most ${MAX_CHARS} characters are possible.`);
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
