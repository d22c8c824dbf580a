import type { DeliveryStatus } from "#lib/kernel/vocabulary/webhooks.ts";
import { countText, decimalText } from "./locale.ts";
import type { Share } from "./rates.ts";

const CAUSES: Record<string, string> = {
  dns_not_found: "Host not found",
  dns_failed: "DNS lookup failed",
  address_forbidden: "Address not allowed",
  connection_refused: "Connection refused",
  connection_reset: "Connection reset",
  connection_failed: "Host unreachable",
  connect_timeout: "Connection timed out",
  tls_timeout: "TLS timed out",
  tls_self_signed: "Self-signed certificate",
  tls_untrusted: "Certificate not trusted",
  tls_expired: "Certificate expired",
  tls_wrong_host: "Certificate for another host",
  tls_failed: "TLS failed",
  response_timeout: "No response in 10 s",
  response_invalid: "Invalid HTTP response",
  redirect: "Redirected",
  http_client_error: "Client error, 4xx",
  http_server_error: "Server error, 5xx",
  http_unexpected: "Unexpected status",
  body_unavailable: "Could not be rendered",
  secret_unavailable: "Secret not readable",
};

/** Every cause with its label, in the order in which a call can fail. */
export const CAUSE_CHOICES = Object.entries(CAUSES);

const REASONS: Record<number, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** `503 Service Unavailable`, or the cause if there was no status. */
export function answerLabel(status: number | null, cause: string | null | undefined): string {
  if (status !== null) return `${status} ${REASONS[status] ?? ""}`.trim();
  if (cause) return CAUSES[cause] ?? cause.replaceAll("_", " ");
  return "No response yet";
}

/** The last response, for a row of a list. */
export function outcomeLabel(delivery: {
  responseStatus: number | null;
  failureCause: string | null;
}) {
  const { responseStatus, failureCause } = delivery;
  return responseStatus === null && failureCause === null
    ? null
    : answerLabel(responseStatus, failureCause);
}

/** Why a delivery without an answer has none. */
export const unsentLabel = (status: DeliveryStatus) =>
  status === "canceled"
    ? "Not sent"
    : status === "held"
      ? "Not sent: endpoint disabled"
      : "Not sent yet";

/** `https://shop.example/hooks?a=1` → `shop.example` and `/hooks?a=1`. */
export function urlParts(url: string): { host: string; path: string } {
  const { host, pathname, search } = new URL(url);
  return { host, path: pathname === "/" && !search ? "" : `${pathname}${search}` };
}

/** The two counts behind the delivery rate: deliveries that arrived, of those attempted at least once. */
export const deliveryShare = (health: { delivered: number; tried: number }): Share => ({
  part: health.delivered,
  of: health.tried,
});

const UNITS: ReadonlyArray<readonly [ms: number, word: string]> = [
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
];

/** A wait of the retry ladder: `5 minutes`, `12 hours`. */
export function spacingLabel(ms: number): string {
  const [unit, word] = UNITS.find(([size]) => ms >= size) ?? [1_000, "second"];
  return plural(Math.round(ms / unit), word);
}

/** `1 delivery`, `1,204 deliveries`, `2 keys`. */
export function plural(number: number, noun: string): string {
  const many = /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${countText(number)} ${number === 1 ? noun : many}`;
}

const DAY_MS = 86_400_000;

/** A warning about a certificate's expiry at a given time; undefined if it is 21 days or more away. */
export function certificateEnds(validTo: string, atMs: number): string | undefined {
  const left = Date.parse(validTo) - atMs;
  if (left < 0) return "Expired. Renew it.";
  if (left < 21 * DAY_MS)
    return `Expires in ${plural(Math.floor(left / DAY_MS), "day")}. Renew it.`;
  return undefined;
}

/** `1.2 KB` */
export function bytesLabel(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${decimalText((bytes / 1_000).toFixed(1))} KB`;
}

/** Screens update the current time every 20 s. */
const SOON_MS = 40_000;
const FAST_MS = 2_000;
const SLOW_MS = 15_000;

/** The polling interval of a page with deliveries: short when an attempt is due soon, long when the next one is
 *  far off, false when all are final. Hidden tabs do not poll. */
export function liveInterval(
  deliveries: ReadonlyArray<{ status: string; nextAttemptAt: string | null }> | undefined,
  presentMs: number,
): number | false {
  const moving = deliveries?.filter(({ status }) => status === "pending" || status === "retrying");
  if (!moving?.length) return false;
  const near = moving.some(
    ({ status, nextAttemptAt }) =>
      status === "pending" ||
      (nextAttemptAt !== null && Date.parse(nextAttemptAt) - presentMs < SOON_MS),
  );
  return near ? FAST_MS : SLOW_MS;
}
