import { createHmac } from "node:crypto";

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
