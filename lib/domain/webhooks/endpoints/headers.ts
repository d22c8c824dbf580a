import { decryptSecret, encryptSecret } from "#lib/kernel/crypto.ts";
import { invalid } from "#lib/kernel/errors.ts";
import type { Id } from "#lib/kernel/ids.ts";

/** An endpoint's own headers, which each of its deliveries carries: `{"x-api-key": "…"}`, names in lower case. */
export type OwnHeaders = Readonly<Record<string, string>>;

export const MAX_HEADERS = 10;
/** All names and values together: servers refuse requests with more than 8 KiB of headers. */
const MAX_CHARS = 4_096;
const MAX_VALUE_CHARS = 1_024;

/** A token of RFC 9110 §5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Printable ASCII without spaces at its ends, which receivers remove. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Headers that belong to the connection, describe the body, or are ours. */
const RESERVED = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "date",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);
const RESERVED_FAMILY = /^(?:content-|proxy-|service-|webhook-|sec-)/;

/** Validates headers that a caller sends; an empty value removes the header. Throws `parameter_invalid` (`headers[name]`); never
 *  repeats a value. */
export function checkOwnHeaders(given: OwnHeaders): void {
  const names = new Set<string>();
  for (const [written, value] of Object.entries(given)) {
    const name = written.toLowerCase();
    const param = `headers[${NAME.test(written) ? written : "…"}]`;
    if (!NAME.test(written)) {
      throw invalid(param, "A header's name has 1 to 64 letters, digits or hyphens.");
    }
    if (RESERVED.has(name) || RESERVED_FAMILY.test(name)) {
      throw invalid(param, `${name} cannot be set: it is part of the connection or of a delivery.`);
    }
    if (names.has(name)) throw invalid(param, `${name} is given more than once.`);
    names.add(name);
    if (value !== "" && (value.length > MAX_VALUE_CHARS || !VALUE.test(value))) {
      const most = MAX_VALUE_CHARS.toLocaleString("en-US");
      throw invalid(param, `Must be 1 to ${most} printable ASCII characters without outer spaces.`);
    }
  }
}

/** The stored headers with changes applied, encrypted and bound to the endpoint. Throws `parameter_invalid` (`headers`) for too many. */
export function mergeHeaders(
  endpointId: Id<"we">,
  stored: Buffer | null,
  given: OwnHeaders,
): { headers: Buffer | null; headerHints: Record<string, string> } {
  const merged: Record<string, string> = { ...readHeaders(endpointId, stored) };
  for (const [name, value] of Object.entries(given)) merged[name.toLowerCase()] = value;
  const kept = Object.entries(merged).filter(([, value]) => value !== "");
  const chars = kept.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (kept.length > MAX_HEADERS || chars > MAX_CHARS) {
    const most = MAX_CHARS.toLocaleString("en-US");
    throw invalid("headers", `Can have at most ${MAX_HEADERS} headers and ${most} characters.`);
  }
  if (kept.length === 0) return { headers: null, headerHints: {} };
  return {
    headers: encryptSecret(JSON.stringify(Object.fromEntries(kept)), boundTo(endpointId)),
    headerHints: Object.fromEntries(kept.map(([name, value]) => [name, maskedValue(value)])),
  };
}

/** Decrypts an endpoint's headers. Throws if they were altered or encrypted with another key. */
export function readHeaders(endpointId: Id<"we">, stored: Buffer | null): OwnHeaders {
  return stored === null ? {} : JSON.parse(decryptSecret(stored, boundTo(endpointId)));
}

/** Not the id alone, so that headers cannot take the place of the signing secret. */
const boundTo = (endpointId: Id<"we">) => `${endpointId} headers`;

const SHOWN_CHARS = 4;

/** The end of a value that is long enough not to be guessed from it. */
export function maskedValue(value: string): string {
  return value.length >= 4 * SHOWN_CHARS ? `…${value.slice(-SHOWN_CHARS)}` : "…";
}

export function maskedHeaders(headers: OwnHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, maskedValue(value)]),
  );
}
