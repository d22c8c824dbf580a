import type { Snippet } from "#components/ui/code-frame.tsx";
import { ORIGIN } from "./api/snippets.ts";
import { listenAt } from "./listen-snippet.ts";

/** The commands and programs of the quick start. `e2e/quick-start.spec.ts` runs them as the page has them. */

const SET_KEY = "export PAYDESK_SECRET_KEY=sk_test_…";

export const KEY: readonly Snippet[] = [{ language: "shell", code: SET_KEY }];

const node = `const order = process.argv[2];
const response = await fetch("${ORIGIN}/v1/payments", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.PAYDESK_SECRET_KEY,
    "Idempotency-Key": "order-" + order,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 1999, currency: "EUR", method: "card",
    payment_method: "pm_test_4242424242424242",
    metadata: { order },
  }),
});
const payment = await response.json();
if (!response.ok) throw new Error(payment.error.message);
console.log(payment.id, payment.status);
`;

const python = `import os, sys, requests

order = sys.argv[1]
response = requests.post(
    "${ORIGIN}/v1/payments",
    headers={
        "Authorization": "Bearer " + os.environ["PAYDESK_SECRET_KEY"],
        "Idempotency-Key": "order-" + order,
    },
    json={
        "amount": 1999, "currency": "EUR", "method": "card",
        "payment_method": "pm_test_4242424242424242",
        "metadata": {"order": order},
    },
    timeout=30,
)
payment = response.json()
if not response.ok:
    sys.exit(payment["error"]["message"])
print(payment["id"], payment["status"])
`;

const php = `<?php
$order = $argv[1];
$call = curl_init('${ORIGIN}/v1/payments');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 30,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PAYDESK_SECRET_KEY'),
        "Idempotency-Key: order-$order",
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'amount' => 1999, 'currency' => 'EUR', 'method' => 'card',
        'payment_method' => 'pm_test_4242424242424242',
        'metadata' => ['order' => $order],
    ]),
]);
$payment = json_decode(curl_exec($call), true);
if (isset($payment['error'])) {
    fwrite(STDERR, $payment['error']['message'] . "\\n");
    exit(1);
}
echo "{$payment['id']} {$payment['status']}\\n";
`;

export const PAY: readonly Snippet[] = [
  { language: "Node", code: node },
  { language: "Python", code: python },
  { language: "PHP", code: php },
];

const payFor = (order: string): readonly Snippet[] => [
  { language: "Node", code: `node pay.mjs ${order}` },
  { language: "Python", code: `python3 pay.py ${order}` },
  { language: "PHP", code: `php pay.php ${order}` },
];

export const RUN_PAY = payFor("1001");
export const PAY_AGAIN = payFor("1002");

export const FORWARD: readonly Snippet[] = [
  {
    language: "shell",
    code: `${SET_KEY}
${listenAt(ORIGIN, 8080)}`,
  },
];

export const RECEIVE: readonly Snippet[] = [
  {
    language: "Node",
    code: `export PAYDESK_WEBHOOK_SECRET=whsec_…
PORT=8080 node receiver.mjs`,
  },
  {
    language: "Python",
    code: `export PAYDESK_WEBHOOK_SECRET=whsec_…
PORT=8080 python3 receiver.py`,
  },
  {
    language: "PHP",
    code: `export PAYDESK_WEBHOOK_SECRET=whsec_…
php -S localhost:8080 receiver.php`,
  },
];

/** A delivery without a signature, which the receiver refuses. */
export const FORGE: readonly Snippet[] = [
  { language: "shell", code: `curl -i http://localhost:8080/hooks -d '{"id": "evt_forged"}'` },
];
