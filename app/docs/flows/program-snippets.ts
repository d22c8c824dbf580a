import { ORIGIN } from "../api/snippets.ts";
import { type Flow, isRef, pathParts, type Step, type Writer, written } from "./flow.ts";

const nodeHead = `const secret = process.env.PAYDESK_SECRET_KEY;

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

const pythonHead = `import os, requests

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

const phpHead = `<?php
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

const rubyHead = `require "json"
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

const double = (text: string) => JSON.stringify(text);
const single = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
const isIndex = (part: string) => /^\d+$/.test(part);

const bracketed = (parts: readonly string[], quote: (text: string) => string) => {
  const [root = "", ...rest] = parts;
  return root + rest.map((part) => `[${isIndex(part) ? part : quote(part)}]`).join("");
};
const dotted = ([root = "", ...rest]: readonly string[]) =>
  root + rest.map((part) => (isIndex(part) ? `[${part}]` : `.${part}`)).join("");

type Language = {
  language: string;
  head: string;
  writer: Writer;
  comment: string;
  join: string;
  assign: (name: string, call: string) => string;
  print: (values: readonly string[]) => string;
  nothing: string;
};

const LANGUAGES: readonly Language[] = [
  {
    language: "Node",
    head: nodeHead,
    writer: {
      text: double,
      yes: "true",
      no: "false",
      ref: dotted,
      env: (name) => `process.env.${name}`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${name}: ${value}`,
      indent: "  ",
    },
    comment: "//",
    join: " + ",
    assign: (name, call) => `const ${name} = await ${call};`,
    print: (values) => `console.log(${values.join(", ")});`,
    nothing: "undefined",
  },
  {
    language: "Python",
    head: pythonHead,
    writer: {
      text: double,
      yes: "True",
      no: "False",
      ref: (parts) => bracketed(parts, double),
      env: (name) => `os.environ["${name}"]`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${double(name)}: ${value}`,
      indent: "    ",
    },
    comment: "#",
    join: " + ",
    assign: (name, call) => `${name} = ${call}`,
    print: (values) => `print(${values.join(", ")})`,
    nothing: "None",
  },
  {
    language: "PHP",
    head: phpHead,
    writer: {
      text: single,
      yes: "true",
      no: "false",
      ref: (parts) => `$${bracketed(parts, single)}`,
      env: (name) => `getenv('${name}')`,
      list: ["[", "]"],
      map: ["[", "]"],
      pair: (name, value) => `${single(name)} => ${value}`,
      indent: "    ",
    },
    comment: "//",
    join: " . ",
    assign: (name, call) => `$${name} = ${call};`,
    print: (values) => `echo implode(' ', [${values.join(", ")}]), "\\n";`,
    nothing: "null",
  },
  {
    language: "Ruby",
    head: rubyHead,
    writer: {
      text: double,
      yes: "true",
      no: "false",
      ref: (parts) => bracketed(parts, double),
      env: (name) => `ENV.fetch("${name}")`,
      list: ["[", "]"],
      map: ["{", "}"],
      pair: (name, value) => `${name}: ${value}`,
      indent: "  ",
    },
    comment: "#",
    join: " + ",
    assign: (name, call) => `${name} = ${call}`,
    print: (values) => `puts [${values.join(", ")}].join(" ")`,
    nothing: "nil",
  },
];

function callOf(step: Step, { writer, join, nothing }: Language): string {
  const { method, path, body, key } = step;
  const address = pathParts(path).map((part) =>
    isRef(part) ? writer.ref(part.ref.split(".")) : writer.text(part as string),
  );
  const parts = [writer.text(method), address.join(join)];
  if (body) parts.push(written(body, writer));
  else if (key) parts.push(nothing);
  if (key) parts.push(writer.text(key));
  return `call(${parts.join(", ")})`;
}

/** A flow as a complete program in a language. */
function program(flow: Flow, language: Language): string {
  const steps = flow.steps.map((step) => {
    const why = step.why ? `${language.comment} ${step.why}\n` : "";
    return `${why}${language.assign(step.name, callOf(step, language))}\n`;
  });
  const printed = flow.prints.map((path) => language.writer.ref(path.split(".")));
  return `${language.head}\n${steps.join("")}${language.print(printed)}\n`;
}

export const programsOf = (flow: Flow) =>
  LANGUAGES.map((language) => ({ language: language.language, code: program(flow, language) }));
