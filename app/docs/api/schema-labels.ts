import { resolve, type Schema } from "./reference.ts";

/** The alternatives of a schema without `null`, and whether `null` is one. */
function alternatives(schema: Schema): { options: Schema[]; nullable: boolean } {
  const flat = (one: Schema): Schema[] => (one.anyOf ? one.anyOf.flatMap(flat) : [one]);
  const all = flat(schema);
  const options = all
    .filter(({ type }) => type !== "null")
    .map((one) =>
      Array.isArray(one.type) ? { ...one, type: one.type.filter((t) => t !== "null")[0] } : one,
    );
  const nullable = all.some(({ type }) =>
    Array.isArray(type) ? type.includes("null") : type === "null",
  );
  return { options, nullable };
}

/** The object schema behind references, `null` and lists; null if there is none with several fields. */
export function innerObject(schema: Schema): Schema | null {
  const { schema: resolved } = resolve(schema);
  for (const option of alternatives(resolved).options) {
    const { schema: one } = resolve(option);
    if (one.properties && Object.keys(one.properties).length > 1) return one;
    if (one.items) return innerObject(one.items);
  }
  return null;
}

/** The type of a schema as text: `string or null`, `list of integer`. */
export function typeLabel(schema: Schema): string {
  const { options, nullable } = alternatives(resolve(schema).schema);
  const words = [...new Set(options.map(wordOf))];
  if (nullable) words.push("null");
  return words.join(" or ");
}

function wordOf(option: Schema): string {
  const { schema, name } = resolve(option);
  if (schema.const !== undefined) {
    return typeof schema.const === "string" ? `“${schema.const}”` : String(schema.const);
  }
  if (schema.items) return `list of ${typeLabel(schema.items)}`;
  if (schema.format === "date-time") return "timestamp";
  if (schema.properties?.object?.const) return `${schema.properties.object.const} object`;
  if (name && (schema.type === "object" || schema.oneOf)) return `${name} object`;
  if (schema.type === "object" && !schema.properties) return "map";
  return typeof schema.type === "string" ? schema.type : "any value";
}

/** The possible values of an enum. */
export function valuesOf(schema: Schema): string[] {
  const { options } = alternatives(resolve(schema).schema);
  return options.flatMap((option) => (resolve(option).schema.enum ?? []).map(String));
}

/** `1 to 200 characters`, `at least 1`: the bounds of a value. */
export function boundsOf(schema: Schema): string | null {
  for (const option of alternatives(resolve(schema).schema).options) {
    const { minLength, maxLength, minimum, maximum } = resolve(option).schema;
    if (maxLength !== undefined && maxLength < 10_000) {
      return minLength
        ? `${minLength} to ${maxLength} characters`
        : `up to ${maxLength} characters`;
    }
    const low = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? minimum : undefined;
    const high = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? maximum : undefined;
    if (low !== undefined && high !== undefined) return `${low} to ${high}`;
    if (low !== undefined) return `at least ${low}`;
    if (high !== undefined) return `at most ${high}`;
  }
  return null;
}
