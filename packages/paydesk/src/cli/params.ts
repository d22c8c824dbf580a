import { UsageError } from "./exit.ts";
import type { ParamSchema } from "./operation.ts";

type Values = Record<string, unknown>;

const optionsOf = (schema: ParamSchema): ParamSchema[] =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).flatMap((each) =>
    each === schema ? [each] : optionsOf(each),
  );
const typesOf = (schema: ParamSchema): string[] =>
  optionsOf(schema).flatMap(({ type }) => type ?? []);

/** Whether a parameter is on or off, so that its option needs no value. */
export const isBoolean = (schema: ParamSchema | undefined): boolean =>
  schema !== undefined && typesOf(schema).includes("boolean");

/** The parameter that a dotted name means: `card.number`, `metadata.order`. */
export function schemaAt(schema: ParamSchema, path: readonly string[]): ParamSchema | undefined {
  let at: ParamSchema | undefined = schema;
  for (const name of path) {
    const objects: ParamSchema[] = at ? optionsOf(at) : [];
    const own = objects.find(({ properties }) => properties && Object.hasOwn(properties, name));
    const open = objects.find(
      ({ additionalProperties: more }) => more !== undefined && more !== false,
    );
    const more = open?.additionalProperties;
    at = own?.properties?.[name] ?? (typeof more === "object" ? more : more ? {} : undefined);
  }
  return at;
}

/** Reads the values of options into parameters, by their schemas. A repeated option makes a list. Throws `UsageError`
 * with the parameter's name for unknown ones and values of another type. */
export function readParams(
  schema: ParamSchema,
  options: ReadonlyArray<readonly [name: string, value: string | true]>,
): Values {
  const values: Values = {};
  for (const [name, value] of options) {
    const path = name.split(".").map((part) => part.replaceAll("-", "_"));
    const target = schemaAt(schema, path);
    if (!target)
      throw new UsageError(`--${name} is not a parameter of this call.${near(schema, path)}`);
    put(values, path, target, readValue(name, value, target));
  }
  return values;
}

function put(values: Values, path: readonly string[], schema: ParamSchema, value: unknown): void {
  const [first = "", ...rest] = path;
  if (first === "__proto__") throw new UsageError("__proto__ is not a parameter.");
  if (rest.length > 0) {
    values[first] ??= {};
    put(values[first] as Values, rest, schema, value);
  } else if (typesOf(schema).includes("array")) {
    values[first] = [...((values[first] as unknown[] | undefined) ?? []), ...[value].flat()];
  } else {
    values[first] = value;
  }
}

function readValue(name: string, value: string | true, schema: ParamSchema): unknown {
  const types = typesOf(schema);
  if (isBoolean(schema)) {
    if (value === true || value === "true") return true;
    if (value === "false") return false;
    throw new UsageError(`--${name} is true or false.`);
  }
  if (value === true) throw new UsageError(`--${name} needs a value.`);
  if (value === "null" && types.includes("null")) return null;
  const item = optionsOf(schema).find(({ type }) => type === "array")?.items;
  if (item && !value.startsWith("[")) return readValue(name, value, item);
  if (types.includes("integer") || types.includes("number")) return numberOf(name, value);
  if ((types.includes("object") || item) && /^[[{]/.test(value)) return jsonOf(name, value);
  if (types.includes("object"))
    throw new UsageError(`--${name} has parts: --${name}.NAME VALUE, or JSON.`);
  return value;
}

function numberOf(name: string, value: string): number {
  if (!/^-?\d+$/.test(value)) {
    throw new UsageError(
      `--${name} is a whole number in digits. Amounts are in minor units: 1200 for 12.00.`,
    );
  }
  return Number(value);
}

function jsonOf(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new UsageError(`--${name} is not valid JSON.`);
  }
}

function near(schema: ParamSchema, path: readonly string[]): string {
  const names = Object.keys(schemaAt(schema, path.slice(0, -1))?.properties ?? {});
  const wanted = path.at(-1) ?? "";
  const close = names.filter((name) => name.startsWith(wanted.slice(0, 3)));
  const shown = close.length > 0 ? close : names;
  return shown.length === 0 ? "" : ` It has ${shown.join(", ")}.`;
}
