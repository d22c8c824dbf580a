import type { Snippet } from "#components/ui/code-frame.tsx";

/** The part of an endpoint that samples may contain: never its secret. */
export type SampleEndpoint = { id: string; secretHint?: string };

const nodeVerify = `const TOLERANCE_S = 300;

function isOurs(body, header) {
  const parts = header.split(",").map((part) => part.split("="));
  const t = parts.find(([name]) => name === "t")?.[1] ?? "";
  // Reject timestamps that are too old or too new.
  const age = Date.now() / 1000 - Number(t);
  if (t === "" || !(Math.abs(age) <= TOLERANCE_S)) return false;
  const expected = createHmac("sha256", secret)
    .update(t + ".")
    .update(body)
    .digest();
  // During a rotation there are two digests; one match is enough.
  return parts.some(([name, hex = ""]) => {
    const given = Buffer.from(name === "v1" ? hex : "", "hex");
    if (given.length !== expected.length) return false;
    return timingSafeEqual(given, expected);
  });
}`;

const nodeHandler = `async (request, response) => {
  // The raw bytes, before parsing.
  const chunks = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return; // the sender broke off
  }
  const body = Buffer.concat(chunks);
  if (!isOurs(body, request.headers["service-signature"] ?? "")) {
    response.writeHead(400).end("bad signature");
    return;
  }
  response.writeHead(200).end(); // respond first, then work
  // The same id can arrive twice.
  const event = JSON.parse(body);
  console.log(event.id, event.type, event.data.status);
}`;

function secretComment(mark: string, { id, secretHint }: SampleEndpoint): string {
  return `${mark} The signing secret of ${id}${secretHint ? `: it ends in ${secretHint}` : ""}.`;
}

function node(endpoint: SampleEndpoint): string {
  return `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

${secretComment("//", endpoint)}
const secret = process.env.PAYDESK_WEBHOOK_SECRET;
${nodeVerify}

createServer(${nodeHandler}).listen(process.env.PORT ?? 8080);
`;
}

function python(endpoint: SampleEndpoint): string {
  return `import hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

${secretComment("#", endpoint)}
SECRET = os.environ["PAYDESK_WEBHOOK_SECRET"].encode()
TOLERANCE_S = 300


def is_ours(body: bytes, header: str) -> bool:
    parts = [part.strip().partition("=")[::2] for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    # Reject timestamps that are too old or too new.
    if not (t.isascii() and t.isdigit()) or abs(time.time() - int(t)) > TOLERANCE_S:
        return False
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    # During a rotation there are two digests; one match is enough.
    return any(
        hmac.compare_digest(value.encode(), expected.encode())
        for name, value in parts
        if name == "v1"
    )


class Hooks(BaseHTTPRequestHandler):
    def do_POST(self):
        # The raw bytes, before parsing.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        ours = is_ours(body, self.headers.get("Service-Signature", ""))
        self.send_response(200 if ours else 400)
        self.end_headers()
        if ours:
            event = json.loads(body)
            print(event["id"], event["type"], event["data"]["status"], flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 8080))), Hooks).serve_forever()
`;
}

function php(endpoint: SampleEndpoint): string {
  return `<?php
${secretComment("//", endpoint)}
$secret = getenv('PAYDESK_WEBHOOK_SECRET');
const TOLERANCE_S = 300;

function is_ours(string $body, string $header, string $secret): bool
{
    $t = '';
    $digests = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', trim($part), 2) + ['', ''];
        if ($name === 't') $t = $value;
        if ($name === 'v1') $digests[] = $value;
    }
    // Reject timestamps that are too old or too new.
    if (!ctype_digit($t) || abs(time() - (int) $t) > TOLERANCE_S) return false;
    $expected = hash_hmac('sha256', $t . '.' . $body, $secret);
    // During a rotation there are two digests; one match is enough.
    foreach ($digests as $digest) {
        if (hash_equals($expected, $digest)) return true;
    }
    return false;
}

// The raw bytes, before parsing.
$body = file_get_contents('php://input');
if (!is_ours($body, $_SERVER['HTTP_SERVICE_SIGNATURE'] ?? '', $secret)) {
    http_response_code(400);
    exit('bad signature');
}
$event = json_decode($body, true);
error_log("{$event['id']} {$event['type']} {$event['data']['status']}");
`;
}

/** Programs that receive webhooks and verify their signature, one per language. */
export function verifySnippets(endpoint: SampleEndpoint): Snippet[] {
  return [
    { language: "Node", code: node(endpoint) },
    { language: "Python", code: python(endpoint) },
    { language: "PHP", code: php(endpoint) },
  ];
}

/** The address of `receiverScript`. */
export const LOCAL_URL = "https://localhost:8443/hooks";

/** A self-signed certificate, accepted in test mode. */
export const CERTIFICATE_COMMAND = `openssl req -x509 -newkey rsa:2048 -nodes -days 30 \\
  -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
  -keyout key.pem -out cert.pem`;

/** A receiver for one's own machine with HTTPS. It prints events, and verifies signatures once it has a secret. */
export const RECEIVER_SCRIPT = `import { createHmac, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";

const key = readFileSync("key.pem");
const cert = readFileSync("cert.pem");
// Shown once, when the endpoint is registered.
const secret = process.env.PAYDESK_WEBHOOK_SECRET;
if (!secret) console.log("No secret: every webhook gets a 400.");
${nodeVerify.replace("  const parts", "  if (!secret) return false;\n  const parts")}

createServer({ key, cert }, ${nodeHandler}).listen(process.env.PORT ?? 8443);
`;
