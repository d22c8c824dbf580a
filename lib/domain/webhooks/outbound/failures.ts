/** Causes of a failed attempt, each with a fix for the merchant. Stored with attempts: never rename one. */
export const FAILURE_CAUSES = {
  dns_not_found:
    "The host name does not exist. Check the address of the endpoint for typing errors and its DNS record.",
  dns_failed: "The name servers of the host did not answer. Check the DNS zone of the endpoint.",
  address_forbidden:
    "Register an address on the public internet. Private and metadata addresses are never called.",
  connection_refused:
    "Nothing listens on that port. Start the server, or correct the port in the address.",
  connection_reset:
    "The server or a proxy in front of it closed the connection. Look at its log for the time of the attempt.",
  connection_failed: "The host could not be reached. Check its firewall and its routes.",
  connect_timeout:
    "The host did not accept a connection. Check its firewall: packets seem to be dropped.",
  tls_timeout: "The TLS handshake was not completed. Check that the port speaks TLS.",
  tls_self_signed:
    "Use a certificate from a public authority. Self-signed certificates are accepted in test mode only.",
  tls_untrusted: "Install the complete certificate chain, with the intermediate certificates.",
  tls_expired: "Renew the certificate.",
  tls_wrong_host: "Use a certificate that names the host of the endpoint's address.",
  tls_failed: "TLS 1.2 or newer is required. Check the TLS settings of the server.",
  http2_only: "Enable HTTP/1.1 on the server as well. Webhooks are sent over HTTP/1.1.",
  response_timeout:
    "Answer 2xx first and do the work afterwards: a reply must come within 10 seconds.",
  response_invalid: "The reply was not valid HTTP/1.1. Check what listens on that port.",
  redirect: "Redirects are not followed. Register the final address.",
  http_client_error:
    "The endpoint refused the event. Check its path, its authentication and its signature check.",
  http_server_error:
    "The endpoint failed while handling the event. Look at its log for the time of the attempt.",
  http_unexpected: "Answer with a status from 200 to 299.",
  body_unavailable:
    "The event could not be rendered in the endpoint's version. We have to fix this. The delivery is retried.",
  secret_unavailable:
    "The endpoint's signing secret could not be read. Rotate the secret. The delivery is retried.",
} as const;

export type FailureCause = keyof typeof FAILURE_CAUSES;
export type Failure = { cause: FailureCause; message: string };

/** The merchant's next step for a cause; null for an unknown one. */
export function fixFor(cause: string): string | null {
  return cause in FAILURE_CAUSES ? FAILURE_CAUSES[cause as FailureCause] : null;
}

/** The phase in which an HTTP request failed. */
export type Phase = "dns" | "connect" | "tls" | "response";

const BY_CODE: Record<string, FailureCause> = {
  ENOTFOUND: "dns_not_found",
  ENODATA: "dns_not_found",
  EAI_AGAIN: "dns_failed",
  EAI_FAIL: "dns_failed",
  ESERVFAIL: "dns_failed",
  EREFUSED: "dns_failed",
  ETIMEOUT: "dns_failed",
  EBADNAME: "dns_not_found",
  ERR_IP_BLOCKED: "address_forbidden",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  EPIPE: "connection_reset",
  UND_ERR_SOCKET: "connection_reset",
  EHOSTUNREACH: "connection_failed",
  ENETUNREACH: "connection_failed",
  EADDRNOTAVAIL: "connection_failed",
  ETIMEDOUT: "connect_timeout",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  CERT_UNTRUSTED: "tls_untrusted",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_host",
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: "http2_only",
  UND_ERR_HEADERS_OVERFLOW: "response_invalid",
};

const SENTENCES: Record<FailureCause, (host: string) => string> = {
  dns_not_found: (host) => `The host name ${host} was not found.`,
  dns_failed: (host) => `The name servers did not answer for ${host}.`,
  address_forbidden: (host) => `${host} resolves to an address that webhooks may not reach.`,
  connection_refused: (host) => `${host} refused the connection.`,
  connection_reset: (host) => `${host} closed the connection before it answered.`,
  connection_failed: (host) => `${host} could not be reached.`,
  connect_timeout: (host) => `${host} did not accept the connection in time.`,
  tls_timeout: (host) => `${host} did not complete the TLS handshake in time.`,
  tls_self_signed: (host) => `The certificate of ${host} is self-signed.`,
  tls_untrusted: (host) => `The certificate of ${host} does not lead to a trusted authority.`,
  tls_expired: (host) => `The certificate of ${host} is not valid at this date.`,
  tls_wrong_host: (host) => `The certificate presented is not for ${host}.`,
  tls_failed: (host) => `No TLS connection could be made with ${host}.`,
  http2_only: (host) => `${host} speaks HTTP/2 only.`,
  response_timeout: (host) => `${host} did not answer within 10 seconds.`,
  response_invalid: (host) => `${host} answered with something that is not HTTP/1.1.`,
  redirect: (host) => `${host} answered with a redirect.`,
  http_client_error: (host) => `${host} refused the request.`,
  http_server_error: (host) => `${host} reported a server error.`,
  http_unexpected: (host) => `${host} answered with a status that is not a success.`,
  body_unavailable: () => "The event could not be rendered in the endpoint's version.",
  secret_unavailable: () => "The endpoint's signing secret could not be read.",
};

export function failure(cause: FailureCause, host: string, detail?: string): Failure {
  const sentence = SENTENCES[cause](host);
  return { cause, message: detail ? `${sentence} ${detail}` : sentence };
}

const TIMEOUTS: Record<Phase, FailureCause> = {
  dns: "dns_failed",
  connect: "connect_timeout",
  tls: "tls_timeout",
  response: "response_timeout",
};

/** Maps an error of the socket or of the HTTP client to a failure. */
export function failureOf(error: unknown, host: string, phase: Phase): Failure {
  const codes = codesIn(error);
  if (codes.some((code) => code === "TimeoutError" || code === "AbortError")) {
    return failure(TIMEOUTS[phase], host);
  }
  if (isRefusedReply(error)) return failure("response_invalid", host);
  const known = codes.find((code) => code in BY_CODE);
  if (known) {
    const cause = BY_CODE[known]!;
    // A connection closed during the handshake is a TLS failure.
    if (cause === "connection_reset" && phase === "tls") return failure("tls_failed", host);
    return failure(cause, host);
  }
  if (codes.some((code) => code.startsWith("HPE_"))) return failure("response_invalid", host);
  if (codes.some((code) => /SSL|TLS|CERT|EPROTO/.test(code))) return failure("tls_failed", host);
  return failure(phase === "response" ? "response_invalid" : "connection_failed", host);
}

/** undici closes the connection on an unrequested upgrade or `100 Continue`, with the code of a lost
 *  connection. */
function isRefusedReply(error: unknown): boolean {
  return error instanceof Error && /^bad (response|upgrade)$/.test(error.message);
}

/** The status decides (service.md §6): null for any 2xx. */
export function failureOfStatus(status: number, host: string, location?: string): Failure | null {
  if (status >= 200 && status < 300) return null;
  const answer = `It answered ${status}.`;
  if (status >= 300 && status < 400) {
    const target = location ? ` to ${location.slice(0, 200)}` : "";
    return { cause: "redirect", message: `${host} answered ${status}, a redirect${target}.` };
  }
  if (status >= 400 && status < 500) return failure("http_client_error", host, answer);
  if (status >= 500) return failure("http_server_error", host, answer);
  return failure("http_unexpected", host, answer);
}

/** Codes and names of an error, its causes and its aggregated errors, outermost first. */
function codesIn(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [
    ...own,
    error.name,
    ...inner.flatMap((each) => codesIn(each, depth + 1)),
    ...codesIn(error.cause, depth + 1),
  ];
}
