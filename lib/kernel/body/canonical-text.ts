import { createHash } from "node:crypto";

/** A longer parameter is represented by its hash, so that a large one can be hashed where it was parsed. */
const LONGEST_PART = 4_096;

/** A value as text that is equal for equal values, independent of the order of names. `undefined` equals absent. */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value !== "object") {
    return typeof value === "bigint" ? value.toString() : (JSON.stringify(value) ?? "null");
  }
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  return join(value, canonicalText);
}

/** The text of one parameter in `canonicalBody`: its canonical text, or its hash when long. */
export function canonicalPart(value: unknown): string {
  const text = canonicalText(value);
  if (text.length <= LONGEST_PART) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Parameters as a short text that differs when they do. `parts` has the `canonicalPart` of parameters that are not in
 *  `body` itself. */
export function canonicalBody(body: unknown, parts: Readonly<Record<string, string>> = {}): string {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return canonicalText(body);
  return join(body, (value, name) => parts[name] ?? canonicalPart(value));
}

function join(value: object, toText: (inner: unknown, name: string) => string): string {
  const fields: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) fields.push(`${JSON.stringify(name)}:${toText(inner, name)}`);
  }
  return `{${fields.join(",")}}`;
}
