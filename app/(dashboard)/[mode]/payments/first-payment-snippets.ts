import type { Mode } from "#lib/kernel/vocabulary/modes.ts";

type Params = { mode: Mode; origin: string; currency: string };

/** The token of a card that the sandbox approves. */
const TEST_TOKEN = "pm_test_4242424242424242";

/** The same call, for the server to make with the account's own key. */
export const firstPaymentBody = (currency: string) => ({
  ...{ amount: 1290, currency, method: "card", payment_method: TEST_TOKEN },
});

/** The call that makes a first payment, in four languages. The key is in the environment: the screen never has it. */
export function firstPaymentSnippets({ mode, origin, currency }: Params) {
  const token = mode === "test" ? TEST_TOKEN : "pm_…";
  const curl = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: order-1042" \\
  -d amount=1290 -d currency=${currency} -d method=card \\
  -d payment_method=${token}`;
  const node = `const response = await fetch("${origin}/v1/payments", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.PAYDESK_SECRET_KEY,
    "Idempotency-Key": "order-1042",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 1290, currency: "${currency}", method: "card",
    payment_method: "${token}",
  }),
});
console.log(await response.json());`;
  const python = `import os
import requests

response = requests.post(
    "${origin}/v1/payments",
    headers={"Authorization": "Bearer " + os.environ["PAYDESK_SECRET_KEY"],
             "Idempotency-Key": "order-1042"},
    json={"amount": 1290, "currency": "${currency}", "method": "card",
          "payment_method": "${token}"},
)
print(response.json())`;
  const php = `<?php
$call = curl_init('${origin}/v1/payments');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PAYDESK_SECRET_KEY'),
        'Idempotency-Key: order-1042',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'amount' => 1290, 'currency' => '${currency}', 'method' => 'card',
        'payment_method' => '${token}',
    ]),
]);
print_r(json_decode(curl_exec($call), true));`;
  return [
    { language: "curl", code: curl },
    { language: "Node", code: node },
    { language: "Python", code: python },
    { language: "PHP", code: php },
  ];
}
