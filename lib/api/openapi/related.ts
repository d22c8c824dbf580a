import type { JsonSchema } from "#lib/wire/versions/index.ts";
import { CONTRACTS, DELETED } from "./kinds.ts";
import { expandedName, type NamedSchemas, referTo, schemaName, toJsonSchema } from "./schemas.ts";

/** A field with an id, or with the related object if `expand` names it. */
const EXPANDS = "x-expands";

/**
 * Adds references to the related objects of every field that can be expanded, and the components that they refer to.
 * The related objects of a related object (`payment.customer.default_payment_method`) are objects without declared
 * fields: so no component refers to itself, which many generators do not support.
 */
export function referToRelated<T>(document: T, named: NamedSchemas, closed: boolean): T {
  for (const schema of Object.values(CONTRACTS)) toJsonSchema(schema, "response", named, closed);
  const related = new Set([...named.values(), document].flatMap(relatedKinds));
  for (const kind of related) {
    const component = named.get(schemaName(kind));
    if (!component || relatedKinds(component).length === 0) continue;
    const description = `An expanded ${kind.replaceAll("_", " ")}`;
    named.set(expandedName(kind), { ...withoutFields(component), description });
  }
  for (const schema of Object.values(DELETED)) toJsonSchema(schema, "response", named, closed);
  for (const [name, schema] of named) named.set(name, withReferences(schema, named));
  return withReferences(document, named);
}

/** The kinds of all fields in a schema that can be expanded. */
function relatedKinds(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(relatedKinds);
  if (value === null || typeof value !== "object") return [];
  const { [EXPANDS]: kinds, ...rest } = value as JsonSchema;
  return [
    ...(Array.isArray(kinds) ? (kinds as string[]) : []),
    ...Object.values(rest).flatMap(relatedKinds),
  ];
}

/** The references to an object of a kind where a field expands it. */
function referencesTo(kind: string, named: NamedSchemas): JsonSchema[] {
  if (kind === "event") return referTo("event").anyOf as JsonSchema[];
  const expanded = expandedName(kind);
  const whole = named.has(expanded) ? { $ref: `#/components/schemas/${expanded}` } : referTo(kind);
  return kind in DELETED ? [whole, referTo(`deleted_${kind}`)] : [whole];
}

function withReferences<T>(value: T, named: NamedSchemas): T {
  return mapRelated(value, true, (kinds) => kinds.flatMap((kind) => referencesTo(kind, named)));
}

function withoutFields(schema: JsonSchema): JsonSchema {
  return mapRelated(schema, false, (kinds) => [
    {
      type: "object",
      properties: {
        object: {
          description: "The kind of object",
          ...(kinds.length === 1 ? { const: kinds[0] } : { enum: [...kinds] }),
        },
      },
      required: ["object"],
      additionalProperties: true,
    },
  ]);
}

/** Replaces the object of each field that can be expanded; `keep`: and keeps the field's mark. */
function mapRelated<T>(
  value: T,
  keep: boolean,
  replace: (kinds: readonly string[]) => JsonSchema[],
): T {
  if (Array.isArray(value)) return value.map((item) => mapRelated(item, keep, replace)) as T;
  if (value === null || typeof value !== "object") return value;
  const schema = value as JsonSchema;
  const kinds = schema[EXPANDS];
  if (!Array.isArray(kinds)) {
    return Object.fromEntries(
      Object.entries(schema).map(([name, inner]) => [name, mapRelated(inner, keep, replace)]),
    ) as T;
  }
  const { anyOf, [EXPANDS]: mark, ...rest } = schema as { anyOf: JsonSchema[] } & JsonSchema;
  const others = anyOf.filter(({ type, $ref }) => type !== "object" && $ref === undefined);
  const [id, ...after] = others;
  return {
    ...rest,
    ...(keep ? { [EXPANDS]: mark } : {}),
    anyOf: [id, ...replace(kinds), ...after],
  } as T;
}
