import { z } from "zod";
import { EVENT_TYPES } from "#lib/domain/events/index.ts";
import type { JsonSchema } from "#lib/wire/versions/index.ts";

/** Schemas with a name (`.meta({ id })`), collected during translation. */
export type NamedSchemas = Map<string, JsonSchema>;

type Side = "request" | "response";

/** Translations by side, because most schemas are translated again for each document. */
const translated = {
  request: new WeakMap<z.ZodType, JsonSchema>(),
  response: new WeakMap<z.ZodType, JsonSchema>(),
};

/** Translates a schema to JSON Schema 2020-12; named schemas become components. Requests are closed, because unknown
 * parameters are refused; responses are open, because a new field is not a breaking change. `closed` closes
 * responses too, to validate real ones strictly. */
export function toJsonSchema(
  schema: z.ZodType,
  side: Side,
  named: NamedSchemas,
  closed = false,
): JsonSchema {
  const { $schema: _, $defs, ...root } = translate(schema, side);
  const tidy = (value: unknown) => tidied(value, side === "response" && !closed) as JsonSchema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as JsonSchema)) {
    named.set(schemaName(name), tidy(definition));
  }
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) return tidy(root);
  if (root.$ref === undefined) named.set(schemaName(id), tidy(root));
  return referTo(id);
}

function translate(schema: z.ZodType, side: Side): JsonSchema {
  const known = translated[side].get(schema);
  if (known) return known;
  const io = side === "request" ? "input" : "output";
  const made = z.toJSONSchema(schema, { io }) as JsonSchema;
  translated[side].set(schema, made);
  return made;
}

/** Names that would shadow a global of JavaScript or of a browser in a generated client. */
const SHADOWING: ReadonlySet<string> = new Set(["error", "event", "report", "report_list"]);

/** The name of a component, from the `id` of its contract or the kind of its object. */
export function schemaName(id: string): string {
  return SHADOWING.has(id) ? `api_${id}` : id;
}

/** A reference to a component. Where an event can be, one of test mode with its caller's object can be too. */
export function referTo(id: string): JsonSchema {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  if (id === "event") return { anyOf: [reference("api_event"), reference("test_event")] };
  return reference(schemaName(id));
}

/** The name of a component whose related objects can only be objects without declared fields: it ends the chain of
 *  `payment.customer.default_payment_method.customer`. */
export const expandedName = (kind: string) => `expanded_${kind}`;

/** Formats whose regular expression adds nothing to their name. */
const KNOWN_FORMATS = new Set(["date-time", "date", "email", "uri"]);

const TYPES = Object.keys(EVENT_TYPES);
const FAMILIES = [...new Set(TYPES.map((type) => `${type.slice(0, type.indexOf("."))}.*`))];

/** Lists that a contract names (`x-values`) because it cannot import them. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  event_type: TYPES,
  event_type_or_family: [...TYPES, ...FAMILIES],
  subscribed_events: [...TYPES, ...FAMILIES, "*"],
};

function tidied(value: unknown, open: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => tidied(item, open));
  if (value === null || typeof value !== "object") return value;
  const result: JsonSchema = {};
  const schema = value as JsonSchema;
  if (typeof schema["x-object"] === "string") {
    return { ...referTo(schema["x-object"]), description: schema.description };
  }
  for (const [name, inner] of Object.entries(schema)) {
    if (name === "$ref") Object.assign(result, referTo(String(inner).replace("#/$defs/", "")));
    else if (name === "example") result.examples = [inner];
    else if (name === "id" && typeof inner === "string") continue;
    else if (name === "pattern") Object.assign(result, portablePattern(schema));
    else if (name === "additionalProperties" && inner === false && open) continue;
    else if (name === "additionalProperties" && isEmpty(inner)) result[name] = true;
    else if (name === "properties") result.properties = tidiedFields(inner as JsonSchema, open);
    else if (name === "default") result["x-default"] = inner;
    else if (name === "x-values") result.enum = VALUES[String(inner)];
    else result[name] = tidied(inner, open);
  }
  return flattened(withDefault(result));
}

/** Says a parameter's default in words. Generators read `default` as "always there" and would make it required. */
function withDefault(schema: JsonSchema): JsonSchema {
  const initial = schema["x-default"];
  const { description = "" } = schema;
  if (initial === undefined || typeof initial === "object" || /default/i.test(String(description)))
    return schema;
  const sentence = `Defaults to \`${initial}\``;
  return { ...schema, description: description ? `${description}. ${sentence}` : sentence };
}

/** The pattern for validators that read it without the `u` flag; none if it needs that flag. */
function portablePattern({ pattern, format }: JsonSchema): JsonSchema {
  if (KNOWN_FORMATS.has(String(format))) return {};
  const portable = String(pattern).replaceAll("\\p{Cc}", "\\u0000-\\u001f\\u007f-\\u009f");
  return portable.includes("\\p{") ? {} : { pattern: portable };
}

const isEmpty = (value: unknown) =>
  value !== null && typeof value === "object" && Object.keys(value).length === 0;

/** The keys here are field names, not JSON Schema keywords. */
function tidiedFields(fields: JsonSchema, open: boolean): JsonSchema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      described(name, tidied(schema, open) as JsonSchema),
    ]),
  );
}

/** `object` needs no description of its own in each contract. */
function described(name: string, schema: JsonSchema): JsonSchema {
  if (name !== "object" || schema.const === undefined || schema.description) return schema;
  return { ...schema, description: `Always \`${schema.const}\`` };
}

/** Options of options as one list, and several options that are only `type` as types. */
function flattened(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.anyOf)) return schema;
  const { anyOf, ...rest } = schema;
  const options = (anyOf as JsonSchema[]).flatMap((option) => {
    if (!Array.isArray(option.anyOf)) return [option];
    const { anyOf: inner, description, "x-expands": expands, ...others } = option;
    if (Object.keys(others).length > 0) return [option];
    if (expands !== undefined) rest["x-expands"] ??= expands;
    if (description !== undefined) rest.description ??= description;
    return inner as JsonSchema[];
  });
  return { ...rest, anyOf: options };
}
