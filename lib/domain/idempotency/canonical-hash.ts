import { keyedHash } from "#lib/kernel/crypto.ts";

/**
 * The hash that decides what "the same body" is (decisions §1): method, path and parsed parameters,
 * whatever the order of their names and whether they came as JSON or as a form. Keyed, because
 * parameters may be few enough to guess. `undefined` is the same as absent.
 */
export function canonicalHash(method: string, path: string, parameters: unknown): Buffer {
  return keyedHash("payload-hash", `${method.toUpperCase()} ${path}\n${canonical(parameters)}`);
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== "object") {
    return typeof value === "bigint" ? value.toString() : (JSON.stringify(value) ?? "null");
  }
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== undefined) fields.push(`${JSON.stringify(name)}:${canonical(inner)}`);
  }
  return `{${fields.join(",")}}`;
}
