import {
  ENDS_OF_SUPPORT,
  isReleased,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  supportedUntil,
  UPCOMING_VERSION,
} from "#lib/kernel/versions.ts";
import { errorWire } from "#lib/wire/contract/error.ts";
import { reportWire } from "#lib/wire/contract/reports.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import { WIRE_SERIALIZERS } from "#lib/wire/objects.ts";
import {
  ADDITIONS,
  BEHAVIOURS,
  type BehaviourChange,
  CHANGES,
  CORRECTIONS,
  type VersionChange,
} from "#lib/wire/versions/index.ts";
import { ERROR_GUIDE } from "./error-guide.ts";
import { errorsOf } from "./errors.ts";
import { eventTypeEntries } from "./event-types.ts";
import { HEADERS, headersOf, headersOfFailure } from "./headers.ts";
import { expandSchemaOf, parametersOf } from "./parameters.ts";
import { type JsonSchema, type NamedSchemas, toJsonSchema } from "./schemas.ts";

type Options = {
  /** Declare that responses have no other fields, to validate real ones strictly. */
  closed?: boolean;
};

/** Builds the OpenAPI 3.1 document of the newest version from the route table. */
export function buildDocument(routes: readonly Route[], { closed = false }: Options = {}) {
  const named: NamedSchemas = new Map();
  named.set("error", toJsonSchema(errorWire, "response", named, closed));
  // Only events carry this object; no route returns it.
  toJsonSchema(reportWire, "response", named, closed);
  /** Error responses that routes share, by status and codes. */
  const failures: JsonSchema = {};
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const changelog = [...BEHAVIOURS, ...CHANGES].map((change) => changelogEntry(change, routes));
  for (const route of routes) {
    const described = operation(route, named, failures, closed);
    paths[route.path] = { ...paths[route.path], [route.method]: described };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Paydesk API",
      version: NEWEST_VERSION,
      summary: "Payments, refunds, customers and signed webhooks",
      description:
        "Bodies are JSON or form-encoded, responses are JSON. Amounts are integers in minor units, " +
        `times are in UTC. Released versions: ${RELEASED_VERSIONS.join(", ")}.`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: "/" }],
    security: [{ secret_key: [] }],
    "x-errors": ERROR_GUIDE,
    "x-events": eventTypeEntries(),
    "x-versions": {
      released: RELEASED_VERSIONS,
      supported_until: Object.fromEntries(
        RELEASED_VERSIONS.map((version) => [version, supportedUntil(version)]),
      ),
      ends: ENDS_OF_SUPPORT,
      changes: changelog.filter(({ date }) => isReleased(date)),
      upcoming: {
        version: UPCOMING_VERSION,
        changes: changelog.filter(({ date }) => date === UPCOMING_VERSION),
      },
      additions: ADDITIONS,
      corrections: CORRECTIONS,
    },
    tags: [...new Set(routes.map(({ group }) => group))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        secret_key: {
          type: "http",
          scheme: "bearer",
          description: "`sk_test_…` or `sk_live_…`: use it on your server only",
        },
        publishable_key: {
          type: "http",
          scheme: "bearer",
          description: "`pk_test_…` or `pk_live_…`: can be public, for use in browsers",
        },
      },
      headers: HEADERS,
      responses: failures,
      schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** A changelog entry, built from the module that serves the older shape. */
function changelogEntry(change: VersionChange | BehaviourChange, routes: readonly Route[]) {
  const { date, title, description, affects } = change;
  const fields = "fields" in change ? change.fields : [];
  // Leaves out kinds of object that no route returns yet.
  const known = new Set(routes.flatMap(objectsIn));
  const objects = affects.objects.filter((kind) => known.has(kind));
  const names = (wanted: (route: Route) => boolean) =>
    routes.filter(wanted).map(({ name }) => name);
  const touches = {
    requests: names((route) => affects.requests.includes(route.name)),
    responses: names((route) => objectsIn(route).some((kind) => affects.objects.includes(kind))),
  };
  return { date, title, description, affects: { ...affects, objects }, fields, touches };
}

/** The kinds of object that a call can return; an event carries those that have events. */
function objectsIn({ returns, response }: Route): string[] {
  const shape = (response.schema as { shape?: { object?: { value?: unknown } } }).shape;
  const outer = shape?.object?.value;
  const kinds = [outer, returns].filter((kind): kind is string => typeof kind === "string");
  return kinds.includes("event") ? [...kinds, ...Object.keys(WIRE_SERIALIZERS)] : kinds;
}

function operation(
  route: Route,
  named: NamedSchemas,
  failures: JsonSchema,
  closed: boolean,
): JsonSchema {
  const { status, schema, example } = route.response;
  const wire = toJsonSchema(schema, "response", named, closed);
  const keys = route.keys ?? ["secret"];
  const json = { schema: wire, ...(example === undefined ? {} : { example }) };
  const csv = { schema: { type: "string" }, ...(route.csv ?? {}) };
  const content = route.file
    ? Object.fromEntries(route.file.map((type) => [type, {}]))
    : { "application/json": json, ...(route.csv ? { "text/csv": csv } : {}) };
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
      content: { "application/json": { schema: { $ref: "#/components/schemas/error" } } },
    };
    responses[code === 502 ? "5XX" : code] = { $ref: `#/components/responses/${name}` };
  }
  return {
    operationId: route.name,
    tags: [route.group],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: keys.map((side) => ({ [`${side}_key`]: [] })),
    ...(route.scope ? { "x-scope": route.scope } : {}),
    ...(route.maxBodyBytes ? { "x-max-body-bytes": route.maxBodyBytes } : {}),
    ...(route.maxBodyValues ? { "x-max-body-values": route.maxBodyValues } : {}),
    "x-rate-bucket": route.bucket,
    parameters: parametersOf(route),
    ...requestBody(route, named),
    responses,
  };
}

function requestBody(route: Route, named: NamedSchemas): JsonSchema {
  if (!route.body) return {};
  const body = withExpand(route, toJsonSchema(route.body, "request", named));
  named.set(`${route.name}_request`, body);
  const schema = { $ref: `#/components/schemas/${route.name}_request` };
  const example = route.bodyExample ? { example: route.bodyExample } : {};
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
