import { canonicalBody } from "#lib/kernel/body/canonical-text.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";

/**
 * The hash that decides what "the same body" is (decisions §1): method, path and parsed parameters,
 * whatever the order of their names and whether they came as JSON or as a form. Keyed, because
 * parameters may be few enough to guess. `undefined` is the same as absent. `parts` holds the
 * `canonicalPart` of large parameters that were parsed elsewhere.
 */
export function canonicalHash(
  method: string,
  path: string,
  parameters: unknown,
  parts?: Readonly<Record<string, string>>,
): Buffer {
  const text = `${method.toUpperCase()} ${path}\n${canonicalBody(parameters, parts)}`;
  return keyedHash("payload-hash", text);
}
