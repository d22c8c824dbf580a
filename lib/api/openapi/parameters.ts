import type { Version } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import type { JsonSchema } from "#lib/wire/versions/index.ts";
import { firstNamesOf, MAX_PATHS } from "../expand/paths.ts";
import { toJsonSchema } from "./schemas.ts";

const inHeader = (version: Version) => ({
  name: "Service-Version",
  in: "header",
  required: false,
  description:
    "Selects the shapes of this document for the request. Without it the account's version applies",
  schema: { type: "string", enum: [version] },
});

function idempotencyKey(route: Route) {
  const onlySecret = !(route.keys ?? ["secret"]).includes("publishable");
  return {
    name: "Idempotency-Key",
    in: "header",
    required: route.method === "post" && onlySecret,
    description:
      "Makes the write safe to repeat for 24 hours: a repeat with the same key and body gets the stored response",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  };
}

/** The path, query and header parameters of a route. */
export function parametersOf(route: Route, version: Version): JsonSchema[] {
  const inPath = Object.entries(route.params ?? {}).map(([name, prefix]) => ({
    name,
    in: "path",
    required: true,
    description: `Identifier of the ${name.replace(/_id$/, "").replaceAll("_", " ")}`,
    schema: { type: "string", pattern: `^${prefix}_[0-9a-z]+$` },
  }));
  const headers = route.method === "get" ? [] : [idempotencyKey(route)];
  return [...inPath, ...inQuery(route), ...headers, inHeader(version)];
}

function inQuery(route: Route): JsonSchema[] {
  const query = route.query ? toJsonSchema(route.query, "request", new Map()) : {};
  const fields = Object.entries((query.properties ?? {}) as Record<string, JsonSchema>);
  const required = new Set((query.required ?? []) as string[]);
  const parameters = fields.map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.has(name),
    description: description ?? `Only those with this \`${name}\``,
    ...(schema.type === "object" ? { style: "deepObject", explode: true } : {}),
    schema,
  }));
  const expand = expandSchemaOf(route);
  if (!expand) return parameters;
  const { description, ...schema } = expand;
  return [...parameters, { name: "expand[]", in: "query", required: false, description, schema }];
}

/** `expand` as a query or body parameter; null if nothing can be expanded. */
export function expandSchemaOf(route: Route): JsonSchema | null {
  const names = firstNamesOf(route);
  if (names.length === 0) return null;
  const first = names.map((name) => name.replaceAll(".", "\\.")).join("|");
  return {
    description: `Related objects to expand: ${names.map((name) => `\`${name}\``).join(", ")}, and their own related objects (\`${names[0]}.…\`), at most four fields deep`,
    type: "array",
    maxItems: MAX_PATHS,
    items: { type: "string", pattern: `^(${first})(\\.[a-z_]+){0,3}$`, examples: names },
  };
}
