import { createHmac } from "node:crypto";

/**
 * The `Service-Signature` header: `t=<unix seconds>,v1=<hex>` with one `v1` per secret, the newest
 * first. Each is HMAC-SHA256 over `t.body` under the whole secret, `whsec_` included, as UTF-8
 * (service.md §6, decisions §1). Any one of them that matches is valid.
 */
export function signatureHeader(body: string, secrets: readonly string[], atMs: number): string {
  const seconds = Math.floor(atMs / 1_000);
  const digests = secrets.map((secret) => {
    const hmac = createHmac("sha256", Buffer.from(secret, "utf8"));
    return `v1=${hmac.update(`${seconds}.`).update(body, "utf8").digest("hex")}`;
  });
  return [`t=${seconds}`, ...digests].join(",");
}
