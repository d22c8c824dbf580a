import type { Route } from "#lib/wire/contract/route.ts";
import type { JsonSchema, VersionChange, Wire } from "#lib/wire/versions/index.ts";

/** A schema, or a whole document, in which each object of an affected kind has the fields from before `change`. Never
 *  modifies its argument. */
export function beforeChange<T>(value: T, change: VersionChange): T {
  if (Array.isArray(value)) return value.map((item) => beforeChange(item, change)) as T;
  if (value === null || typeof value !== "object") return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, beforeChange(inner, change)]),
  );
  return (
    kindsOf(copy).some((kind) => change.affects.objects.includes(kind))
      ? earlierObject(copy, change)
      : copy
  ) as T;
}

/** The kinds of object that a schema describes. */
function kindsOf(schema: JsonSchema): string[] {
  const fields = schema.properties as Record<string, JsonSchema> | undefined;
  const { const: only, enum: several } = fields?.object ?? {};
  return [only, ...((several as unknown[] | undefined) ?? [])].filter(
    (kind): kind is string => typeof kind === "string",
  );
}

function earlierObject(schema: JsonSchema, { title, fields }: VersionChange): JsonSchema {
  const result = structuredClone(schema);
  const added: { path: string[]; schema: JsonSchema }[] = [];
  for (const { before, after, schema: declared } of fields) {
    const removed = after === null ? null : takeOut(result, after.split("."));
    // Kinds that share a change do not all have each of its fields.
    if (before === null || (after !== null && removed === null)) continue;
    const earlier = declared ?? removed;
    if (!earlier) throw new Error(`${title}: declare the schema of ${before}`);
    added.push({ path: before.split("."), schema: earlier });
  }
  for (const { path, schema: field } of added) putIn(result, path, field);
  return result;
}

/** Removes a field and the objects that it leaves empty. Returns its schema, nullable if an object around it was; null
 *  if there is no such field. */
function takeOut(object: JsonSchema, [name = "", ...below]: string[]): JsonSchema | null {
  const fields = object.properties as Record<string, JsonSchema> | undefined;
  const field = fields?.[name];
  if (!fields || !field) return null;
  if (below.length === 0) {
    drop(object, fields, name);
    return field;
  }
  const inner = objectIn(field);
  const taken = inner && takeOut(inner, below);
  if (!taken) return null;
  if (Object.keys(inner.properties as object).length === 0) drop(object, fields, name);
  return isNullable(field) && !isNullable(taken) ? nullable(taken) : taken;
}

function drop(object: JsonSchema, fields: Record<string, JsonSchema>, name: string): void {
  delete fields[name];
  if (!Array.isArray(object.required)) return;
  object.required = object.required.filter((one) => one !== name);
}

/** Adds a field that is always shown. An object made for it is null if all its fields are. */
function putIn(object: JsonSchema, [name = "", ...below]: string[], schema: JsonSchema): void {
  const fields = object.properties as Record<string, JsonSchema>;
  const required = (object.required ?? []) as string[];
  if (!required.includes(name)) object.required = [...required, name];
  if (below.length === 0) {
    fields[name] = schema;
    return;
  }
  const made = fields[name] ?? {
    type: ["object", "null"],
    properties: {},
    ...("additionalProperties" in object
      ? { additionalProperties: object.additionalProperties }
      : {}),
  };
  putIn(made, below, schema);
  const inner = made.properties as Record<string, JsonSchema>;
  made.type = Object.values(inner).every(isNullable) ? ["object", "null"] : "object";
  const names = Object.keys(inner).map((one) => `\`${one}\``);
  made.description = `Holds ${names.join(" and ")}; null if there is nothing to show`;
  fields[name] = made;
}

const optionsOf = (schema: JsonSchema) => (schema.anyOf as JsonSchema[] | undefined) ?? [schema];

const isNullable = (schema: JsonSchema): boolean =>
  optionsOf(schema).some(({ type }) =>
    Array.isArray(type) ? type.includes("null") : type === "null",
  );

const objectIn = (schema: JsonSchema) => optionsOf(schema).find((option) => "properties" in option);

function nullable(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const described = description === undefined ? {} : { description };
  return { ...described, anyOf: [...optionsOf(rest), { type: "null" }] };
}

/** The parameters of a route (`properties` of an object schema) from before `change`. */
export function paramsBeforeChange(
  schema: JsonSchema,
  route: Route,
  change: VersionChange,
): JsonSchema {
  if (!change.affects.requests.includes(route.name)) return schema;
  if (Array.isArray(schema.anyOf)) {
    const options = schema.anyOf.map((one) => paramsBeforeChange(one, route, change));
    return { ...schema, anyOf: options };
  }
  let fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  let required = (schema.required ?? []) as string[];
  for (const param of change.params ?? []) {
    const keep = param.both?.has(route.name) ?? false;
    fields = fields.flatMap(([name, field]) => {
      if (name !== param.after) return [[name, field]] as [string, JsonSchema][];
      const earlier: [string, JsonSchema] = [param.before, param.schema(field)];
      return keep ? [earlier, [name, field]] : [earlier];
    });
    required = required.map((name) => (name === param.after ? param.before : name));
  }
  return {
    ...schema,
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** An example of a route's parameters from before `change`. */
export function exampleBeforeChange(example: Wire, route: Route, change: VersionChange): Wire {
  if (!change.affects.requests.includes(route.name)) return example;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      const param = change.params?.find(({ after }) => after === name);
      return param ? [param.before, param.value(value)] : [name, value];
    }),
  );
}
