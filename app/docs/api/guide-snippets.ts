import type { Snippet } from "#components/ui/code-block.tsx";
import { ORIGIN } from "./snippets.ts";

export const FIRST_CHARGE = `curl ${ORIGIN}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d amount=1999 \\
  -d currency=EUR \\
  -d method=card \\
  -d payment_method=pm_test_4242424242424242`;

const NODE = `import { createHmac, timingSafeEqual } from "node:crypto";

/** \`body\` is the raw text as received, \`secret\` the endpoint's whole whsec_… string. */
export function isAuthentic(body, signature, secret) {
  const parts = signature.split(",").map((part) => part.split("="));
  const t = Number(parts.find(([name]) => name === "t")?.[1]);
  if (!(Math.abs(Date.now() / 1000 - t) <= 300)) return false;
  const wanted = createHmac("sha256", secret).update(\`\${t}.\${body}\`).digest();
  return parts
    .filter(([name]) => name === "v1")
    .map(([, hex]) => Buffer.from(hex, "hex"))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}`;

const PYTHON = `import hashlib, hmac, time

def is_authentic(body: bytes, signature: str, secret: str) -> bool:
    """body: the raw bytes as received; secret: the endpoint's whole whsec_… string."""
    parts = [part.split("=", 1) for part in signature.split(",")]
    t = next(value for name, value in parts if name == "t")
    if abs(time.time() - int(t)) > 300:
        return False
    wanted = hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(value, wanted) for name, value in parts if name == "v1")`;

/** How a receiver verifies `Service-Signature`. A test runs the first of them. */
export const VERIFY: readonly Snippet[] = [
  { language: "Node.js", code: NODE },
  { language: "Python", code: PYTHON },
];
