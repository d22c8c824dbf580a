import { ORIGIN } from "../api/snippets.ts";

/** The first lines of a sample program in each language: a function that calls the API. */

export const nodeHead = `const secret = process.env.PAYDESK_SECRET_KEY;

// A repeat of a write with the same Idempotency-Key does nothing twice.
async function call(method, path, body, idempotencyKey) {
  const response = await fetch("${ORIGIN}" + path, {
    method,
    headers: {
      "Authorization": "Bearer " + secret,
      "Content-Type": "application/json",
      ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}
`;

export const pythonHead = `import os, requests

SECRET = os.environ["PAYDESK_SECRET_KEY"]


# A repeat of a write with the same Idempotency-Key does nothing twice.
def call(method, path, body=None, idempotency_key=None):
    headers = {"Authorization": f"Bearer {SECRET}"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    response = requests.request(
        method, "${ORIGIN}" + path, headers=headers, json=body, timeout=30)
    answer = response.json()
    if not response.ok:
        raise RuntimeError(answer["error"]["message"])
    return answer

`;

export const phpHead = `<?php
// A repeat of a write with the same Idempotency-Key does nothing twice.
function call(string $method, string $path, ?array $body = null, ?string $key = null): array
{
    $headers = ['Authorization: Bearer ' . getenv('PAYDESK_SECRET_KEY')];
    if ($key !== null) $headers[] = "Idempotency-Key: $key";
    if ($body !== null) $headers[] = 'Content-Type: application/json';
    $call = curl_init('${ORIGIN}' . $path);
    curl_setopt_array($call, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => $headers,
    ]);
    if ($body !== null) curl_setopt($call, CURLOPT_POSTFIELDS, json_encode($body));
    $answer = json_decode((string) curl_exec($call), true);
    if (curl_getinfo($call, CURLINFO_RESPONSE_CODE) >= 400) {
        throw new RuntimeException($answer['error']['message']);
    }
    return $answer;
}
`;

export const rubyHead = `require "json"
require "net/http"

# A repeat of a write with the same Idempotency-Key does nothing twice.
def call(method, path, body = nil, idempotency_key = nil)
  uri = URI("${ORIGIN}" + path)
  request = Net::HTTP.const_get(method.capitalize).new(uri)
  request["Authorization"] = "Bearer " + ENV.fetch("PAYDESK_SECRET_KEY")
  request["Content-Type"] = "application/json"
  request["Idempotency-Key"] = idempotency_key if idempotency_key
  request.body = JSON.generate(body) if body
  response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https") do |http|
    http.request(request)
  end
  answer = JSON.parse(response.body)
  raise answer["error"]["message"] unless response.is_a?(Net::HTTPSuccess)
  answer
end
`;

export const goHead = `package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

type M = map[string]any

// A repeat of a write with the same Idempotency-Key does nothing twice.
func call(method, path string, body M, key string) any {
	var sent bytes.Buffer
	if body != nil {
		json.NewEncoder(&sent).Encode(body)
	}
	request, err := http.NewRequest(method, "${ORIGIN}"+path, &sent)
	if err != nil {
		panic(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("PAYDESK_SECRET_KEY"))
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	var answer any
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		panic(err)
	}
	if response.StatusCode >= 400 {
		panic(at(answer, "error", "message"))
	}
	return answer
}

// A field of an answer: at(list, "data", 0, "id").
func at(value any, path ...any) string {
	for _, part := range path {
		if name, ok := part.(string); ok {
			value = value.(M)[name]
		} else {
			value = value.([]any)[part.(int)]
		}
	}
	return fmt.Sprint(value)
}

func main() {
`;
