import { createHmac } from "node:crypto";

/** Headers that sign a delivery, in the order sent. */
export type SignatureHeaders = {
  "Service-Signature": string;
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/** Both forms of signature with one timestamp: ours, and that of Standard Webhooks
 *  (github.com/standard-webhooks/standard-webhooks). Newest secret first. */
export function signatureHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  atMs: number,
): SignatureHeaders {
  const seconds = String(Math.floor(atMs / 1_000));
  const standard = secrets.map((secret) => {
    const hmac = createHmac("sha256", standardKey(secret));
    return `v1,${hmac.update(`${id}.${seconds}.`).update(body, "utf8").digest("base64")}`;
  });
  return {
    "Service-Signature": signatureHeader(body, secrets, atMs),
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": standard.join(" "),
  };
}

/**
 * The `Service-Signature` header: `t=<unix seconds>,v1=<hex>` with one `v1` per secret, newest first.
 * Each `v1` is HMAC-SHA256 over `t.body`, keyed with the whole secret including `whsec_`, as UTF-8
 * (service.md §6, decisions §1). A receiver accepts the event when any `v1` matches.
 */
export function signatureHeader(body: string, secrets: readonly string[], atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const digests = secrets.map((secret) => {
    const hmac = createHmac("sha256", Buffer.from(secret, "utf8"));
    return `v1=${hmac.update(`${seconds}.`).update(body, "utf8").digest("hex")}`;
  });
  return [`t=${seconds}`, ...digests].join(",");
}

/** Standard Webhooks keys the digest with the bytes that the secret encodes after `whsec_`. */
function standardKey(secret: string): Buffer {
  return Buffer.from(secret.slice("whsec_".length), "base64");
}
