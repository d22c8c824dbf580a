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

const SELF_SIGNED =
  "The certificate has no trusted authority behind it: accepted in test mode, refused in live mode.";

export type ReceiverProbe = {
  reachable: boolean;
  /** Whether an endpoint with this address may not be registered or enabled as things stand. */
  refused: boolean;
  /** What a person should know of it; null when all is well. */
  message: string | null;
};

/**
 * Makes a TLS handshake with an address (no HTTP request). Live mode wants a reachable server with a
 * valid certificate. Test mode accepts self-signed ones, and servers that are not up yet. Call it
 * outside any transaction. Throws `parameter_invalid` for an address that can be none.
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

/** As `probeReceiver`, for an address about to be used: answers its normal form and what to note.
 *  Throws `parameter_invalid` for `url` where it is refused. */
export async function checkReceiver(mode: Mode, text: string): Promise<CheckedUrl> {
  const url = parseEndpointUrl(text, { allowPrivate: mayBePrivate(mode) });
  const { reachable, refused, message } = await probeReceiver(mode, url);
  if (refused) throw invalid("url", message ?? "It cannot be reached.");
  if (reachable) return { url, note: message };
  return { url, note: `${message} It is accepted all the same, since this is test mode.` };
}
