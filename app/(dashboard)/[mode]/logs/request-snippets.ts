/** A request as code. `key` names a key; the screen never has the key itself. */
export type Call = {
  method: string;
  /** Path with query. */
  path: string;
  origin: string;
  key: string;
  version?: string | null;
  idempotencyKey?: string | null;
  body?: { text: string; isForm: boolean } | null;
};

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";

function headersOf({ key, version, idempotencyKey, body }: Call): [name: string, value: string][] {
  const headers: [string, string][] = [["Authorization", `Bearer ${key}`]];
  if (version) headers.push(["Service-Version", version]);
  if (idempotencyKey) headers.push(["Idempotency-Key", idempotencyKey]);
  if (body) headers.push(["Content-Type", body.isForm ? FORM_TYPE : JSON_TYPE]);
  return headers;
}

/** Single quotes: the shell expands nothing in them. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function asCurl(call: Call): string {
  const { method, path, origin, body } = call;
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(`${origin}${path}`)}`,
    ...headersOf(call).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`--data-raw ${quoted(body.text)}`] : []),
  ];
  return lines.join(" \\\n  ");
}

function asNode(call: Call): string {
  const { method, path, origin, body } = call;
  const headers = headersOf(call).map(([name, value]) => `    ${text(name)}: ${text(value)},`);
  return [
    `const response = await fetch(${text(`${origin}${path}`)}, {`,
    `  method: ${text(method)},`,
    "  headers: {",
    ...headers,
    "  },",
    ...(body ? [`  body: ${nodeBody(body)},`] : []),
    "});",
    "console.log(response.status, await response.json());",
  ].join("\n");
}

function nodeBody({ text: sent, isForm }: NonNullable<Call["body"]>): string {
  const value = isForm ? undefined : parsed(sent);
  if (value === undefined) return text(sent);
  return `JSON.stringify(${indent(JSON.stringify(value, null, 2), 2)})`;
}

function asPython(call: Call): string {
  const { method, path, origin, body } = call;
  const headers = headersOf(call).map(([name, value]) => `        ${text(name)}: ${text(value)},`);
  return [
    "import requests",
    "",
    "response = requests.request(",
    `    ${text(method)},`,
    `    ${text(`${origin}${path}`)},`,
    "    headers={",
    ...headers,
    "    },",
    ...(body ? [`    data=${text(body.text)}.encode(),`] : []),
    ")",
    "print(response.status_code, response.json())",
  ].join("\n");
}

/** Languages of the code samples. */
export function snippetsOf(call: Call) {
  return [
    { language: "curl", code: asCurl(call) },
    { language: "Node", code: asNode(call) },
    { language: "Python", code: asPython(call) },
  ];
}

const text = (value: string) => JSON.stringify(value);

const indent = (code: string, by: number) => code.replaceAll("\n", `\n${" ".repeat(by)}`);

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
