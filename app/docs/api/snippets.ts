import type { Snippet } from "#components/ui/code-frame.tsx";
import type { Operation } from "./reference.ts";

/** Placeholder for the URL of this installation; the browser fills it in. */
export const ORIGIN = "{origin}";

export const FIRST_CHARGE = `curl ${ORIGIN}/v1/payments \\
  -H "Authorization: Bearer $PAYDESK_SECRET_KEY" \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -d amount=1999 \\
  -d currency=EUR \\
  -d method=card \\
  -d payment_method=pm_test_4242424242424242`;

type Request = { method: string; path: string; body: unknown; isWrite: boolean };

function requestOf({ method, path, requestBody, ids, parameters }: Operation): Request {
  const filled = path.replace(/\{(\w+)\}/g, (whole, name) => ids[name] ?? whole);
  const query = parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map(({ name, schema }) => `${name}=${String(schema.examples?.[0] ?? schema.enum?.[0])}`);
  return {
    method: method.toUpperCase(),
    path: query.length > 0 ? `${filled}?${query.join("&")}` : filled,
    body: requestBody?.content["application/json"].example,
    isWrite: method === "post",
  };
}

/** Form encoding: `{"card": {"number": "…"}}` → `card[number]=…`. */
export function formPairs(value: unknown, name = ""): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item) => formPairs(item, `${name}[]`));
  if (value !== null && typeof value === "object") {
    return Object.entries(value).flatMap(([key, inner]) =>
      formPairs(inner, name === "" ? key : `${name}[${key}]`),
    );
  }
  return [[name, String(value)]];
}

/** Quotes text so that the shell expands nothing in it. */
export const shellQuoted = (text: string) =>
  /^[\w.:@/=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ method, path, body, isWrite }: Request, keyName: string): string {
  const lines = [`curl ${ORIGIN}${path.includes("?") ? `"${path}"` : path}`];
  if (method === "DELETE") lines.push("-X DELETE");
  if (isWrite && !body) lines.push("-X POST");
  lines.push(`-H "Authorization: Bearer $${keyName}"`);
  if (isWrite) lines.push('-H "Idempotency-Key: $(openssl rand -hex 16)"');
  for (const [name, value] of formPairs(body ?? {})) {
    lines.push(`-d ${shellQuoted(`${name}=${value}`)}`);
  }
  return lines.join(" \\\n  ");
}

function node({ method, path, body, isWrite }: Request, keyName: string): string {
  const headers = [`    Authorization: \`Bearer \${env.${keyName}}\`,`];
  if (isWrite) headers.push('    "Idempotency-Key": crypto.randomUUID(),');
  if (body) headers.push('    "Content-Type": "application/json",');
  const lines = [
    'import { env } from "node:process";',
    "",
    `const response = await fetch("${ORIGIN}${path}", {`,
  ];
  if (method !== "GET") lines.push(`  method: "${method}",`);
  lines.push("  headers: {", ...headers, "  },");
  if (body) {
    const text = JSON.stringify(body, null, 2).replaceAll("\n", "\n  ");
    lines.push(`  body: JSON.stringify(${text}),`);
  }
  lines.push("});", "const answer = await response.json();");
  return lines.join("\n");
}

function python({ method, path, body, isWrite }: Request, keyName: string): string {
  const lines = ["import os, uuid, requests", "", "answer = requests.request("];
  lines.push(`    "${method}", "${ORIGIN}${path}",`, "    headers={");
  lines.push(`        "Authorization": f"Bearer {os.environ['${keyName}']}",`);
  if (isWrite) lines.push('        "Idempotency-Key": str(uuid.uuid4()),');
  lines.push("    },");
  if (body) {
    const text = JSON.stringify(body, null, 4)
      .replaceAll(": true", ": True")
      .replaceAll(": false", ": False")
      .replaceAll(": null", ": None")
      .replaceAll("\n", "\n    ");
    lines.push(`    json=${text},`);
  }
  lines.push(").json()");
  return lines.join("\n");
}

/** Samples of a call in each language. curl sends a form, the others JSON. */
export function snippetsOf(operation: Operation): Snippet[] {
  const request = requestOf(operation);
  const isBrowserCall = operation.security.some((one) => "publishable_key" in one);
  const keyName = isBrowserCall ? "PAYDESK_PUBLISHABLE_KEY" : "PAYDESK_SECRET_KEY";
  return [
    { language: "curl", code: curl(request, keyName) },
    { language: "Node", code: node(request, keyName) },
    { language: "Python", code: python(request, keyName) },
  ];
}
