import type { Snippet } from "#components/ui/code-frame.tsx";
import { ORIGIN } from "./api/snippets.ts";

/** The samples of the guides. Those in Node are run against the service by `guide-snippets.test.ts`. */

const retryNode = `const secret = process.env.PAYDESK_SECRET_KEY;

// One key for each order, stored with it: every attempt for this order is the same call.
async function charge(order) {
  for (let attempt = 1; ; attempt++) {
    let seconds = 2 ** (attempt - 2);
    try {
      const response = await fetch("${ORIGIN}/v1/payments", {
        method: "POST",
        headers: {
          "Authorization": "Bearer " + secret,
          "Idempotency-Key": "order-" + order.id,
          "Content-Type": "application/json",
        },
        body: JSON.stringify({
          amount: order.amount, currency: "EUR", method: "card",
          payment_method: order.token,
        }),
        signal: AbortSignal.timeout(30_000),
      });
      const answer = await response.json();
      // 402: the bank declined. Every retry with this key gets the same response.
      if (response.ok || response.status === 402) return answer;
      const canRetry = response.status >= 500 || response.status === 429
        || answer.error.code === "idempotency_in_progress";
      if (!canRetry || attempt === 6) throw new Error(answer.error.message);
      // After 429: as long as the service says, and not all servers at the same moment.
      seconds = Math.max(seconds, Number(response.headers.get("retry-after") ?? 0) + Math.random());
    } catch (error) {
      // No response: it is unknown whether the payer was charged. The next attempt finds out.
      if (attempt === 6 || !(error.name === "TimeoutError" || error instanceof TypeError)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 60) * 1000));
  }
}

const payment = await charge({ id: "1048", amount: 1290, token: "pm_test_4242424242424242" });
console.log(payment.id, payment.status);
`;

const retryPython = `import os, random, time, requests

SECRET = os.environ["PAYDESK_SECRET_KEY"]


def charge(order):
    # One key for each order, stored with it: every attempt for this order is the same call.
    for attempt in range(1, 7):
        seconds = 2 ** (attempt - 2)
        try:
            response = requests.post(
                "${ORIGIN}/v1/payments",
                headers={"Authorization": f"Bearer {SECRET}",
                         "Idempotency-Key": f"order-{order['id']}"},
                json={"amount": order["amount"], "currency": "EUR", "method": "card",
                      "payment_method": order["token"]},
                timeout=30,
            )
        except (requests.Timeout, requests.ConnectionError):
            # No response: it is unknown whether the payer was charged. The next attempt finds out.
            response = None
        if response is not None:
            answer = response.json()
            # 402: the bank declined. Every retry with this key gets the same response.
            if response.ok or response.status_code == 402:
                return answer
            in_progress = answer["error"]["code"] == "idempotency_in_progress"
            if not (response.status_code >= 500 or response.status_code == 429 or in_progress):
                raise RuntimeError(answer["error"]["message"])
            # After 429: as long as the service says, and not all servers at the same moment.
            seconds = max(seconds, int(response.headers.get("Retry-After", 0)) + random.random())
        time.sleep(min(seconds, 60))
    raise RuntimeError("no success after six attempts")


payment = charge({"id": "1048", "amount": 1290, "token": "pm_test_4242424242424242"})
print(payment["id"], payment["status"])
`;

const retryPhp = `<?php
$secret = getenv('PAYDESK_SECRET_KEY');

function charge(array $order, string $secret): array
{
    // One key for each order, stored with it: every attempt for this order is the same call.
    for ($attempt = 1; $attempt <= 6; $attempt++) {
        $seconds = 2 ** ($attempt - 2);
        $wait = 0;
        $call = curl_init('${ORIGIN}/v1/payments');
        curl_setopt_array($call, [
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($call, string $line) use (&$wait): int {
                if (stripos($line, 'Retry-After:') === 0) $wait = (int) substr($line, 12);
                return strlen($line);
            },
            CURLOPT_HTTPHEADER => [
                "Authorization: Bearer $secret",
                "Idempotency-Key: order-{$order['id']}",
                'Content-Type: application/json',
            ],
            CURLOPT_POSTFIELDS => json_encode([
                'amount' => $order['amount'], 'currency' => 'EUR', 'method' => 'card',
                'payment_method' => $order['token'],
            ]),
        ]);
        $body = curl_exec($call);
        $status = curl_getinfo($call, CURLINFO_RESPONSE_CODE);
        // No response: it is unknown whether the payer was charged. The next attempt finds out.
        if ($body !== false) {
            $answer = json_decode($body, true);
            // 402: the bank declined. Every retry with this key gets the same response.
            if ($status < 300 || $status === 402) return $answer;
            $in_progress = $answer['error']['code'] === 'idempotency_in_progress';
            if ($status < 500 && $status !== 429 && !$in_progress) {
                throw new RuntimeException($answer['error']['message']);
            }
        }
        // After 429: as long as the service says, and not all servers at the same moment.
        if ($wait > 0) $seconds = max($seconds, $wait + mt_rand() / mt_getrandmax());
        usleep((int) (min($seconds, 60) * 1_000_000));
    }
    throw new RuntimeException('no success after six attempts');
}

$payment = charge(['id' => '1048', 'amount' => 1290, 'token' => 'pm_test_4242424242424242'], $secret);
echo "{$payment['id']} {$payment['status']}\\n";
`;

export const RETRY: readonly Snippet[] = [
  { language: "Node", code: retryNode },
  { language: "Python", code: retryPython },
  { language: "PHP", code: retryPhp },
];

const headers = (key: string) => `{ "Authorization": "Bearer " + process.env.${key} }`;

export const VERSION_HEADER: readonly Snippet[] = [
  {
    language: "curl",
    code: `curl "${ORIGIN}/v1/payments?limit=1" \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Service-Version: 2025-10-01"`,
  },
  {
    language: "Node",
    code: `const response = await fetch("${ORIGIN}/v1/payments?limit=1", {
  headers: {
    "Authorization": "Bearer " + process.env.PAYDESK_SECRET_KEY,
    "Service-Version": "2025-10-01",
  },
});
// The version of this response.
console.log(response.headers.get("service-version"));
`,
  },
];

export const AVAILABLE: readonly Snippet[] = [
  {
    language: "curl",
    code: `curl "${ORIGIN}/v1/payment_methods/available?country=NL" \\
  -H "Authorization: Bearer $PAYDESK_PUBLISHABLE_KEY"`,
  },
  {
    language: "Node",
    code: `const response = await fetch("${ORIGIN}/v1/payment_methods/available?country=NL", {
  headers: ${headers("PAYDESK_PUBLISHABLE_KEY")},
});
console.log(await response.json());
`,
  },
];

export const REDIRECT: readonly Snippet[] = [
  {
    language: "curl",
    code: `curl ${ORIGIN}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: order-1049" \\
  -d amount=1290 -d currency=EUR -d method=ideal \\
  -d return_url=https://shop.example/thanks`,
  },
  {
    language: "Node",
    code: `const response = await fetch("${ORIGIN}/v1/payments", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.PAYDESK_SECRET_KEY,
    "Idempotency-Key": "order-1049",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 1290, currency: "EUR", method: "ideal",
    return_url: "https://shop.example/thanks",
  }),
});
const payment = await response.json();
// Redirect the payer to this URL.
console.log(payment.status, payment.redirect_url);
`,
  },
];

export const NIGHTLY: readonly Snippet[] = [
  {
    language: "curl",
    code: `# today so far
curl "${ORIGIN}/v1/delivery_reconciliation?from=$(date -u +%F)T00:00:00Z" \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY"`,
  },
  {
    language: "Node",
    code: `// All of yesterday. The end is exclusive, so no event is counted on two days.
const DAY_MS = 86_400_000;
const to = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const range = new URLSearchParams({
  from: new Date(to - DAY_MS).toISOString(),
  to: new Date(to).toISOString(),
});
const response = await fetch("${ORIGIN}/v1/delivery_reconciliation?" + range, {
  headers: ${headers("PAYDESK_SECRET_KEY")},
});
const day = await response.json();
console.log("emitted " + day.emitted + ", delivered " + day.delivered + ", held " + day.held);
if (!day.complete) process.exitCode = 1;
`,
  },
];

/** The hash is the last column of the trailer's line; `sha256sum` reads `HASH  FILE`. */
export const CLOSE_MONTH: readonly Snippet[] = [
  {
    language: "curl",
    code: `curl "${ORIGIN}/v1/reports?type=settlement&from=2026-04-01&to=2026-05-01" \\
  -H "Accept: text/csv" -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  --fail --output april.csv --dump-header april.headers
tr -d '\\r' < april.headers |
  awk 'tolower($1) == "service-content-sha256:" { print $2 "  april.csv" }' | sha256sum --check
`,
  },
];

export const BOOK_MONTH: readonly Snippet[] = [
  {
    language: "curl",
    code: `curl "${ORIGIN}/v1/reports?type=accounting_journal&layout=xero&currency=EUR&from=2026-04-01&to=2026-05-01" \\
  -H "Accept: text/csv" -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  --fail --output april-xero.csv && head -n 1 april-xero.csv
`,
  },
];

export const VERIFY_FILE: readonly Snippet[] = [
  {
    language: "curl",
    code: `echo "e04463c50e32aea51589c7d229834efdc17dccd8f900d6f3803659ddffe17716  april.csv" | sha256sum --check
# april.csv: OK
`,
  },
];

export const VERIFY_MONTH: readonly Snippet[] = [
  {
    language: "shell",
    code: `# The month's four files, and nothing else, are in this directory. Prints the month's sha256.
sha256sum * | LC_ALL=C sort | sha256sum
`,
  },
];

export const VERIFY_JOURNAL: readonly Snippet[] = [
  {
    language: "shell",
    code: `hledger check --strict -f 2026-10_live_journal.journal
hledger balance -f 2026-10_live_journal.journal
`,
  },
];

/** Imports nothing that is not part of Node. */
export const VERIFY_PROOF: readonly Snippet[] = [
  {
    language: "Node",
    code: `// closing.json, the answer of GET /v1/month_closings/mcl_…, is beside the month's four files.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const { books_proof, files } = JSON.parse(readFileSync("closing.json", "utf8"));
const { keys } = await (await fetch("${ORIGIN}/.well-known/paydesk-books.json")).json();
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

const lines = files.map(({ name }) => sha256(readFileSync(name)) + "  " + name + "\\n").sort();
const parts = books_proof.split(";");
const signature = Buffer.from(parts.pop().slice("signature=".length), "base64url");
const { key } = Object.fromEntries(parts.map((part) => part.split("=")));
const signed = ["paydesk-books-1", ...parts, "sha256=" + sha256(lines.join(""))].join("\\n");
const publicKey = createPublicKey({ key: keys.find(({ kid }) => kid === key), format: "jwk" });
const fits = verify(null, Buffer.from(signed), publicKey, signature);
console.log(fits ? "fits, " + parts.slice(2, 4).join(" ") : "DOES NOT FIT");
`,
  },
];
