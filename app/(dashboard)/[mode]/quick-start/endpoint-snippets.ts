import type { Snippet } from "#components/ui/code-frame.tsx";

type Params = { origin: string };

/** Calls that register an endpoint. The response holds its signing secret, once. */
export function endpointSnippets({ origin }: Params): Snippet[] {
  const url = "https://shop.example/hooks";
  const curl = `curl ${origin}/v1/webhook_endpoints \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: hooks-1" \\
  -d url=${url} -d 'events[]=*'`;
  const node = `const response = await fetch("${origin}/v1/webhook_endpoints", {
  method: "POST",
  headers: {
    "Authorization": "Bearer " + process.env.PAYDESK_SECRET_KEY,
    "Idempotency-Key": "hooks-1",
    "Content-Type": "application/json",
  },
  body: JSON.stringify({ url: "${url}", events: ["*"] }),
});
const { secret } = await response.json();
console.log("PAYDESK_WEBHOOK_SECRET=" + secret);`;
  const python = `import os
import requests

response = requests.post(
    "${origin}/v1/webhook_endpoints",
    headers={"Authorization": "Bearer " + os.environ["PAYDESK_SECRET_KEY"],
             "Idempotency-Key": "hooks-1"},
    json={"url": "${url}", "events": ["*"]},
)
print("PAYDESK_WEBHOOK_SECRET=" + response.json()["secret"])`;
  const php = `<?php
$call = curl_init('${origin}/v1/webhook_endpoints');
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('PAYDESK_SECRET_KEY'),
        'Idempotency-Key: hooks-1',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['url' => '${url}', 'events' => ['*']]),
]);
$endpoint = json_decode(curl_exec($call), true);
echo "PAYDESK_WEBHOOK_SECRET={$endpoint['secret']}\\n";`;
  return [
    { language: "curl", code: curl },
    { language: "Node", code: node },
    { language: "Python", code: python },
    { language: "PHP", code: php },
  ];
}
