import type { Version } from "#lib/kernel/versions.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { wireAt } from "#lib/wire/index.ts";
import { changesAfter, type JsonSchema, type Wire } from "#lib/wire/versions/index.ts";
import { isList } from "../expand/paths.ts";
import { exampleBeforeChange, paramsBeforeChange } from "./earlier-shapes.ts";
import { errorsOf } from "./errors.ts";
import { headersOf, headersOfFailure } from "./headers.ts";
import { expandSchemaOf, parametersOf } from "./parameters.ts";
import { type NamedSchemas, referTo, toJsonSchema } from "./schemas.ts";

/** Parts that the operations of one document share. */
export type Parts = {
  version: Version;
  /** Schemas with a name. */
  named: NamedSchemas;
  /** Error responses that routes share, by status and codes. */
  failures: JsonSchema;
  closed: boolean;
};

/** A route as an operation of the document of `parts.version`. Adds the schemas and responses that it names. */
export function operation(route: Route, parts: Parts): JsonSchema {
  const { version, named, failures, closed } = parts;
  const { status, schema, example } = route.response;
  const wire = toJsonSchema(schema, "response", named, closed);
  const keys = route.keys ?? ["secret"];
  const json = {
    schema: wire,
    ...(example === undefined ? {} : { example: wireAt(example, version) }),
  };
  const content = route.file
    ? Object.fromEntries(route.file.map((type) => [type, {}]))
    : { "application/json": json, ...fileContent(route) };
  const success = { headers: headersOf(route), content };
  const responses: JsonSchema = {
    [status]: { description: status === 201 ? "Created" : "Done", ...success },
  };
  if (status === 201) {
    const description =
      "An idempotent replay: the stored response, with `Service-Idempotent-Replay: true`";
    responses[200] = { description, ...success };
  }
  for (const [code, codes] of errorsOf(route)) {
    const name = `${code}.${codes.join(".")}`;
    failures[name] = {
      description: codes.map((one) => `\`${one}\``).join(", "),
      headers: headersOfFailure(code),
      content: { "application/json": { schema: referTo("error") } },
    };
    responses[code === 502 ? "5XX" : code] = { $ref: `#/components/responses/${name}` };
  }
  return {
    operationId: route.name,
    tags: [route.group],
    summary: route.summary,
    description: route.description ?? defaultDescription(route),
    security: keys.map((side) => ({ [`${side}_key`]: [] })),
    ...(route.scope ? { "x-scope": route.scope } : {}),
    ...(route.maxBodyBytes ? { "x-max-body-bytes": route.maxBodyBytes } : {}),
    ...(route.maxBodyValues ? { "x-max-body-values": route.maxBodyValues } : {}),
    "x-rate-bucket": route.bucket,
    parameters: parametersOf(route, version),
    ...requestBody(route, parts),
    responses,
  };
}

/** The files that a call can answer with beside JSON. */
function fileContent({ csv }: Route): JsonSchema {
  if (!csv) return {};
  const schema = { type: "string" };
  const others = csv.also?.map((type) => [type, { schema }]) ?? [];
  return { "text/csv": { schema, example: csv.example }, ...Object.fromEntries(others) };
}

/** True of every read of one object and of every list. */
function defaultDescription(route: Route): string {
  if (isList(route)) return "Newest first. Filters can be combined.";
  return route.params
    ? "An object of another account or mode gets 404 `resource_missing`."
    : "The object of the key's account and mode.";
}

function requestBody(route: Route, { version, named }: Parts): JsonSchema {
  if (!route.body) return {};
  const changes = changesAfter(version);
  const newest = withExpand(route, toJsonSchema(route.body, "request", named));
  const body = changes.reduce((one, change) => paramsBeforeChange(one, route, change), newest);
  named.set(`${route.name}_request`, body);
  const schema = { $ref: `#/components/schemas/${route.name}_request` };
  const example = route.bodyExample
    ? {
        example: changes.reduce<Wire>(
          (one, change) => exampleBeforeChange(one, route, change),
          route.bodyExample,
        ),
      }
    : {};
  const required = Array.isArray(body.required) && body.required.length > 0;
  return {
    requestBody: {
      required,
      content: {
        "application/json": { schema, ...example },
        "application/x-www-form-urlencoded": { schema },
      },
    },
  };
}

/** A body's schema with the `expand` parameter of the route. */
function withExpand(route: Route, body: JsonSchema): JsonSchema {
  const expand = expandSchemaOf(route);
  if (!expand) return body;
  if (!body.properties) {
    const { anyOf, ...rest } = body as { anyOf?: JsonSchema[] };
    return anyOf ? { ...rest, anyOf: anyOf.map((option) => withExpand(route, option)) } : body;
  }
  return { ...body, properties: { ...body.properties, expand } };
}
