import { z } from "zod";
import type { JsonSchema } from "#lib/wire/versions/index.ts";

/** Schemas with a name (`.meta({ id })`), collected during translation. */
export type NamedSchemas = Map<string, JsonSchema>;

/** Translates a schema to JSON Schema 2020-12; named schemas become components. Requests are closed, because unknown
 * parameters are refused; responses are open, because a new field is not a breaking change. `closed` closes
 * responses too, to validate real ones strictly. */
export function toJsonSchema(
  schema: z.ZodType,
  side: "request" | "response",
  named: NamedSchemas,
  closed = false,
): JsonSchema {
  const io = side === "request" ? "input" : "output";
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { io }) as JsonSchema;
  const tidy = (value: unknown) => tidied(value, side === "response" && !closed);
  for (const [name, definition] of Object.entries(($defs ?? {}) as JsonSchema)) {
    named.set(name, tidy(definition) as JsonSchema);
  }
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) return tidy(root) as JsonSchema;
  if (root.$ref === undefined) named.set(id, tidy(root) as JsonSchema);
  return { $ref: `#/components/schemas/${id}` };
}

/** Formats whose regular expression adds nothing to their name. */
const KNOWN_FORMATS = new Set(["date-time", "date", "email", "uri"]);

function tidied(value: unknown, open: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => tidied(item, open));
  if (value === null || typeof value !== "object") return value;
  const result: JsonSchema = {};
  const schema = value as JsonSchema;
  for (const [name, inner] of Object.entries(schema)) {
    if (name === "$ref") result.$ref = String(inner).replace("#/$defs/", "#/components/schemas/");
    else if (name === "example") result.examples = [inner];
    else if (name === "id" && typeof inner === "string") continue;
    else if (name === "pattern" && KNOWN_FORMATS.has(String(schema.format))) continue;
    else if (name === "additionalProperties" && inner === false && open) continue;
    else if (name === "properties") result.properties = tidiedFields(inner as JsonSchema, open);
    else result[name] = tidied(inner, open);
  }
  return result;
}

/** The keys here are field names, not JSON Schema keywords. */
function tidiedFields(fields: JsonSchema, open: boolean): JsonSchema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, tidied(schema, open)]),
  );
}
