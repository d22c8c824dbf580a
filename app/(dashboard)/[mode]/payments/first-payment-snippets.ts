import type { Mode } from "#lib/kernel/vocabulary/modes.ts";

type Params = { mode: Mode; origin: string; currency: string; keyHint?: string };

/** The call that makes a first payment, in four languages. `keyHint` names the account's own key; the screen never has
 * the key itself. */
export function firstPaymentSnippets({ mode, origin, currency, keyHint }: Params) {
  const key = keyHint ?? `sk_${mode}_…`;
  const token = mode === "test" ? "pm_test_4242424242424242" : "pm_…";
  const curl = `curl ${origin}/v1/payments \\
  -H "Authorization: Bearer ${key}" \\
  -H "Idempotency-Key: order-1042" \\
  -d amount=1290 -d currency=${currency} -d method=card \\
  -d payment_method=${token}`;
  const node = `const response = await fetch("${origin}/v1/payments", {
  method: "POST",
  headers: {
    "Authorization": "Bearer ${key}",
    "Idempotency-Key": "order-1042",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    amount: 1290, currency: "${currency}", method: "card",
    payment_method: "${token}",
  }),
});
console.log(await response.json());`;
  const python = `import requests

response = requests.post(
    "${origin}/v1/payments",
    headers={"Authorization": "Bearer ${key}", "Idempotency-Key": "order-1042"},
    json={"amount": 1290, "currency": "${currency}", "method": "card",
          "payment_method": "${token}"},
)
print(response.json())`;
  const php = `<?php
$call = curl_init('${origin}/v1/payments');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ${key}',
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
