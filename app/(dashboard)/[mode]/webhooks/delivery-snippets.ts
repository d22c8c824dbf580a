import type { Snippet } from "#components/ui/code-frame.tsx";

/** One attempt as it was sent, with the secrets that signed it. */
export type SentAttempt = {
  endpointId: string;
  number: number;
  /** The last characters of each secret that signed it, if they were stored. */
  signedWith: readonly string[] | null;
  /** The value of `Service-Signature`. */
  signature: string;
  /** The exact text of the body. */
  body: string;
};

/** `t` of a signature, or null. */
export function signedAt(signature: string): string | null {
  return /(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? null;
}

/** The signed string: time, a dot, and the body as sent. */
export function signedString({ signature, body }: Pick<SentAttempt, "signature" | "body">): string {
  return `${signedAt(signature) ?? ""}.${body}`;
}

function secretComment(mark: string, { endpointId, signedWith }: SentAttempt): string {
  const [hint] = signedWith ?? [];
  return `${mark} The signing secret of ${endpointId}${hint ? `: it ends in ${hint}` : ""}.`;
}

function node(sent: SentAttempt): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";

${secretComment("//", sent)}
const secret = process.env.PAYDESK_WEBHOOK_SECRET;

// Attempt ${sent.number}, exact bytes.
const header = ${JSON.stringify(sent.signature)};
const body = Buffer.from(${JSON.stringify(sent.body)});

function isOurs(body, header, now) {
  const parts = header.split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  // Reject timestamps that are too old or too new.
  if (t === "" || !(Math.abs(now - Number(t)) <= 300)) return false;
  const expected = createHmac("sha256", secret).update(t + ".").update(body).digest();
  return parts.some(([name, hex = ""]) => {
    const given = Buffer.from(name === "v1" ? hex : "", "hex");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const sent = ${signedAt(sent.signature)};
console.log("as it was sent", isOurs(body, header, sent)); // true
console.log("301 s too late", isOurs(body, header, sent + 301)); // false
console.log("301 s too early", isOurs(body, header, sent - 301)); // false
console.log("one byte more", isOurs(Buffer.concat([body, Buffer.from(" ")]), header, sent)); // false
`;
}

function python(sent: SentAttempt): string {
  return `import hashlib, hmac, os

${secretComment("#", sent)}
SECRET = os.environ["PAYDESK_WEBHOOK_SECRET"].encode()

# Attempt ${sent.number}, exact bytes.
HEADER = ${JSON.stringify(sent.signature)}
BODY = ${JSON.stringify(sent.body)}.encode()


def is_ours(body: bytes, header: str, now: int) -> bool:
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    # Reject timestamps that are too old or too new.
    if not (t.isascii() and t.isdigit()) or abs(now - int(t)) > 300:
        return False
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(
        hmac.compare_digest(value.encode(), expected.encode())
        for name, value in parts
        if name == "v1"
    )


SENT = ${signedAt(sent.signature)}
print("as it was sent", is_ours(BODY, HEADER, SENT))  # True
print("301 s too late", is_ours(BODY, HEADER, SENT + 301))  # False
print("301 s too early", is_ours(BODY, HEADER, SENT - 301))  # False
print("one byte more", is_ours(BODY + b" ", HEADER, SENT))  # False
`;
}

/** Only these two characters need escaping in single-quoted PHP strings. */
const phpText = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;

function php(sent: SentAttempt): string {
  return `<?php
${secretComment("//", sent)}
$secret = getenv('PAYDESK_WEBHOOK_SECRET');

// Attempt ${sent.number}, exact bytes.
$header = ${phpText(sent.signature)};
$body = ${phpText(sent.body)};

function is_ours(string $body, string $header, int $now, string $secret): bool
{
    $t = '';
    $digests = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't') $t = $value;
        if ($name === 'v1') $digests[] = $value;
    }
    // Reject timestamps that are too old or too new.
    if (!ctype_digit($t) || abs($now - (int) $t) > 300) return false;
    $expected = hash_hmac('sha256', $t . '.' . $body, $secret);
    foreach ($digests as $digest) {
        if (hash_equals($expected, $digest)) return true;
    }
    return false;
}

$sent = ${signedAt(sent.signature)};
$say = fn(string $what, bool $ours) => print($what . ' ' . ($ours ? 'true' : 'false') . "\\n");
$say('as it was sent', is_ours($body, $header, $sent, $secret)); // true
$say('301 s too late', is_ours($body, $header, $sent + 301, $secret)); // false
$say('301 s too early', is_ours($body, $header, $sent - 301, $secret)); // false
$say('one byte more', is_ours($body . ' ', $header, $sent, $secret)); // false
`;
}

/** Programs that verify this attempt and print the result, so that a merchant can compare their own code. Empty if
 * nothing was signed. */
export function deliverySnippets(sent: SentAttempt): Snippet[] {
  if (signedAt(sent.signature) === null) return [];
  return [
    { language: "Node", code: node(sent) },
    { language: "Python", code: python(sent) },
    { language: "PHP", code: php(sent) },
  ];
}
