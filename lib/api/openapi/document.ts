import {
  ENDS_OF_SUPPORT,
  NEWEST_VERSION,
  RELEASED_VERSIONS,
  supportedUntil,
  type Version,
} from "#lib/kernel/versions.ts";
import { errorWire } from "#lib/wire/contract/error.ts";
import type { Route } from "#lib/wire/contract/route.ts";
import {
  ADDITIONS,
  BEHAVIOURS,
  CHANGES,
  CORRECTIONS,
  changesAfter,
  type JsonSchema,
} from "#lib/wire/versions/index.ts";
import { changelogEntry } from "./changelog.ts";
import { beforeChange } from "./earlier-shapes.ts";
import { ERROR_GUIDE } from "./error-guide.ts";
import { eventTypeEntries } from "./event-types.ts";
import { addEventSchemas, webhooksOf } from "./events.ts";
import { HEADERS } from "./headers.ts";
import { operation, type Parts } from "./operation.ts";
import { referToRelated } from "./related.ts";
import { type NamedSchemas, toJsonSchema } from "./schemas.ts";
import { tagsOf } from "./tags.ts";

type Options = {
  /** The version whose shapes and parameters are described. The newest by default. */
  version?: Version;
  /** Declare that responses have no other fields, to validate real ones strictly. */
  closed?: boolean;
};

/** Builds the OpenAPI 3.1 document of a version from the route table and the changes after that version. */
export function buildDocument(
  routes: readonly Route[],
  { version = NEWEST_VERSION, closed = false }: Options = {},
) {
  const named: NamedSchemas = new Map();
  const parts: Parts = { version, named, failures: {}, closed };
  toJsonSchema(errorWire, "response", named, closed);
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const described = operation(route, parts);
    paths[route.path] = { ...paths[route.path], [route.method]: described };
  }
  const related = referToRelated(paths, named, closed);
  addEventSchemas(named, version, closed);
  const document = {
    openapi: "3.1.1",
    info: {
      title: "Paydesk API",
      version,
      summary: "Payments, refunds, customers and signed webhooks",
      description:
        "Bodies are JSON or form-encoded, responses are JSON. Amounts are integers in minor units, " +
        `times are in UTC. Released versions: ${RELEASED_VERSIONS.join(", ")}.`,
      contact: { name: "The operator of this service" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: "/" }],
    security: [{ secret_key: [] }],
    "x-errors": ERROR_GUIDE,
    // For our own pages, which show the newest document.
    ...(version === NEWEST_VERSION
      ? { "x-events": eventTypeEntries(), "x-versions": versionsOf(routes) }
      : {}),
    tags: tagsOf([...routes.map(({ group }) => group), "Webhooks"]),
    paths: related,
    webhooks: webhooksOf(version),
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
      responses: parts.failures,
      schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
  return changesAfter(version).reduce(beforeChange, document);
}

/** The history of versions, for the pages that show it. */
function versionsOf(routes: readonly Route[]) {
  const changes = [...BEHAVIOURS, ...CHANGES].map((change) => changelogEntry(change, routes));
  return {
    released: RELEASED_VERSIONS,
    supported_until: Object.fromEntries(
      RELEASED_VERSIONS.map((version) => [version, supportedUntil(version)]),
    ),
    ends: ENDS_OF_SUPPORT,
    changes,
    additions: ADDITIONS,
    corrections: CORRECTIONS,
  };
}
