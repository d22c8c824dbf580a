import { env } from "#lib/kernel/env.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { FailureCause } from "../outbound/failures.ts";
import { probeEndpoint } from "../outbound/probe.ts";
import { parseEndpointUrl } from "./endpoint-url.ts";

/** What a receiver's address turned out to be. */
export type CheckedUrl = {
  url: string;
  /** What the merchant should know, though it is accepted. */
  note: string | null;
};

/** Certificates that are wrong, rather than not there yet: refused in test mode as well. */
const NEVER_FINE = new Set<FailureCause>(["address_forbidden", "tls_expired", "tls_wrong_host"]);

/** Whether webhooks of a mode may go to private addresses. */
export function mayBePrivate(mode: Mode): boolean {
  return mode === "test" && env.webhookAllowPrivate;
}

/**
 * Checks an address and makes a TLS handshake with it (no HTTP request). Live mode wants a reachable
 * server with a valid certificate. Test mode accepts self-signed ones, and servers that are not up
 * yet, with a note. Call it outside any transaction. Throws `parameter_invalid` for `url`.
 */
export async function checkReceiver(mode: Mode, text: string): Promise<CheckedUrl> {
  const rules = { mode, allowPrivate: mayBePrivate(mode) };
  const url = parseEndpointUrl(text, rules);
  const probe = await probeEndpoint(url, rules);
  if (probe.reachable) {
    const note = probe.selfSigned
      ? "The certificate has no trusted authority behind it: accepted in test mode, refused in live mode."
      : null;
    return { url, note };
  }
  const { cause, message } = probe.failure;
  if (mode === "live" || NEVER_FINE.has(cause)) throw invalid("url", message);
  return { url, note: `${message} It is registered all the same, since this is test mode.` };
}
