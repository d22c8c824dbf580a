import document from "#lib/api/openapi.json" with { type: "json" };

/** The OpenAPI document, as far as the reference reads it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  "x-default"?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  examples?: unknown[];
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Schema;
};

type Media = { schema: Schema; example?: unknown };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: Record<string, unknown>[];
  "x-scope"?: string;
  "x-rate-bucket": string;
  parameters: Parameter[];
  requestBody?: { content: { "application/json": Media } };
  responses: Record<string, { $ref?: string; content?: { "application/json": Media } }>;
  method: string;
  path: string;
  /** An example of each id in the path. */
  ids: Readonly<Record<string, string>>;
};

/** One change of the changelog, as declared by the module that produces the previous shape. */
export type Change = {
  date: string;
  title: string;
  description: string;
  affects: { objects: string[]; requests: string[]; deliveries?: boolean };
  /** Empty: the calls do something else and no shape changed. */
  fields: { before: string | null; after: string | null }[];
  /** Names of the calls whose parameters or responses it changed. */
  touches: { requests: string[]; responses: string[] };
};

/** A new feature of all versions. */
export type Addition = { date: string; title: string; description: string };

/** A fault that was corrected in every version. */
export type Correction = {
  name: string;
  date: string;
  title: string;
  description: string;
  affects: { objects: string[]; requests: string[] };
};
export type EventEntry = {
  type: string;
  fires_when: string;
  retry_minutes: number[];
  object: string;
  emitted: boolean;
  schema?: Schema;
  examples?: Record<string, unknown>;
};
type ErrorEntry = { code: string; status: number; type: string; cause: string; action: string };

type Document = {
  info: { version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Omit<Operation, "method" | "path" | "ids">>>;
  components: { schemas: Record<string, Schema> };
  "x-errors": ErrorEntry[];
  "x-events": EventEntry[];
  "x-versions": {
    released: string[];
    /** The day until which each version is supported at least; null for the newest. */
    supported_until: Record<string, string | null>;
    ends: Record<string, { announced: string; ends: string }>;
    changes: Change[];
    /** Newest first. */
    additions: Addition[];
    corrections: Correction[];
  };
};

const contract = document as unknown as Document;

export const VERSION = contract.info.version;
export const ERRORS = contract["x-errors"];
export const EVENTS = contract["x-events"];
export const VERSIONS = contract["x-versions"];

export type EventFamily = { name: string; events: EventEntry[] };

/** The event types that are sent, by the first word of their names: `payment`, `payout_batch`. */
export const EVENT_FAMILIES: readonly EventFamily[] = [
  ...Map.groupBy(
    EVENTS.filter(({ emitted }) => emitted),
    ({ type }) => type.slice(0, type.indexOf(".")),
  ),
].map(([name, events]) => ({ name, events }));

/** Example ids by path parameter: `event_id` → the id in the example of `GET /v1/events/{event_id}`. */
const EXAMPLE_IDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(contract.paths).flatMap(([path, { get }]) => {
    const [, name] = /\{(\w+)\}$/.exec(path) ?? [];
    const example = get?.responses["200"]?.content?.["application/json"]?.example;
    const id = (example as { id?: string } | undefined)?.id;
    return name && id ? [[name, id]] : [];
  }),
);

const operations: Operation[] = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method,
    path,
    ids: EXAMPLE_IDS,
  })),
);

/** Method and path, such as `POST /v1/payments`, by operation id. */
export const CALLS: Readonly<Record<string, string>> = Object.fromEntries(
  operations.map(({ operationId, method, path }) => [
    operationId,
    `${method.toUpperCase()} ${path}`,
  ]),
);

export type Group = { name: string; slug: string; operations: Operation[] };

/** The calls by tag, in the document's order. */
export const GROUPS: readonly Group[] = contract.tags.map(({ name }) => ({
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  operations: operations.filter(({ tags }) => tags[0] === name),
}));

/** Follows a `$ref`; returns the schema and the name it is referenced by. */
export function resolve(schema: Schema): { schema: Schema; name: string | null } {
  if (!schema.$ref) return { schema, name: null };
  const name = schema.$ref.split("/").at(-1) ?? "";
  return { schema: contract.components.schemas[name] ?? {}, name };
}

/** The error codes of an operation by status, from the names of its shared responses. */
export function failuresOf({ responses }: Operation): { status: string; codes: string[] }[] {
  return Object.entries(responses).flatMap(([status, { $ref }]) => {
    const [, ...codes] = $ref?.split("/").at(-1)?.split(".") ?? [];
    return codes.length === 0 ? [] : [{ status, codes }];
  });
}
