import { createRequire } from "node:module";
import { apiApp } from "#lib/api/app.ts";
import { OPERATIONS } from "./operations.ts";
import type { Answered } from "./oracles.ts";
import type { Planned } from "./requests.ts";

/** Judges responses by the published document with a validator that is not ours (`openapi-response-validator`). It knows
 *  nothing of the code: it reads the document of the answer's version from the API. */
export type Judge = (planned: Planned, answered: Answered) => Promise<string | null>;

type Media = { schema?: unknown };
type Described = {
  $ref?: string;
  content?: Record<string, Media>;
  headers?: Record<string, unknown>;
};
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Described> }>>;
  components: {
    schemas: Record<string, unknown>;
    responses: Record<string, Described>;
    headers: Record<string, unknown>;
  };
};

// Its types describe an ES module, and it is a CommonJS one.
const { default: ResponseValidator } = createRequire(import.meta.url)(
  "openapi-response-validator",
) as typeof import("openapi-response-validator");
type Args = ConstructorParameters<typeof ResponseValidator>[0];
type Validator = InstanceType<typeof ResponseValidator>;

/** Formats of the document; the validator ignores those that it does not know. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) =>
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => URL.canParse(text),
};

const patterns = OPERATIONS.map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** Makes a judge, which keeps the documents that it read. */
export function makeJudge(): Judge {
  const documents = new Map<string, Promise<Document>>();
  const validators = new Map<string, Validator>();
  const compiled = new Map<string, Validator>();
  return async (planned, answered) => {
    const { status, headers, text } = answered;
    if (status >= 500) return `answers ${status}`;
    const version = headers.get("Service-Version") ?? "";
    if (!documents.has(version)) documents.set(version, readDocument(version));
    const document = await documents.get(version)!;
    // As the service reads it: `/v1/%2e/plans` is `/v1/plans`.
    const { pathname } = new URL(planned.path, "http://localhost");
    // The document does not describe itself.
    if (pathname === "/v1/openapi.json" && status < 400) return null;
    const method = planned.method === "HEAD" ? "GET" : planned.method;
    const described = operationOf(method, pathname);
    // A path or a method that no document has: the answer is an error all the same.
    const responses = described
      ? (document.paths[described.path]?.[method.toLowerCase()]?.responses ?? {})
      : { default: { content: { "application/json": { schema: ERROR } } } };
    const found = resolve(document, responses[status] ?? responses.default);
    if (!found) return status < 300 && method === "OPTIONS" ? null : `${status} is not documented`;
    for (const name of Object.keys(found.headers ?? {})) {
      const isLater = LATER.has(name);
      if (!isLater && headers.get(name) === null) return `${name} is missing`;
    }
    if (text === "") return planned.method === "HEAD" || method === "OPTIONS" ? null : "no body";
    const type = (headers.get("Content-Type") ?? "").split(";")[0]!;
    if (!found.content?.[type]) return `${type} is not documented for ${status}`;
    if (type !== "application/json") return null;
    const name = `${version} ${described ? `${method} ${described.path}` : "unknown"} ${status}`;
    const validator = validators.get(name) ?? validatorOf(document, found, compiled);
    validators.set(name, validator);
    const fault = validator.validateResponse(ANY_STATUS, JSON.parse(text));
    return fault ? JSON.stringify(fault.errors).slice(0, 1_000) : null;
  };
}

/** Each validator knows one response, by this status. */
const ANY_STATUS = "default";

const ERROR = { $ref: "#/components/schemas/api_error" };

/** Headers that only some of a status's responses have, and trailers. */
const LATER = new Set([
  "Service-Idempotent-Replay",
  "Service-RateLimit-Limit",
  "Service-RateLimit-Remaining",
  "Service-RateLimit-Reset",
  "Service-Report-Layout",
  "Service-Row-Count",
  "Service-Content-Sha256",
  "Repr-Digest",
  "Service-Books-Proof",
]);

async function readDocument(version: string): Promise<Document> {
  const request = new Request(`http://localhost/v1/openapi.json?version=${version}`);
  return (await (await apiApp.fetch(request)).json()) as Document;
}

/** A fixed path takes precedence over one with a parameter. */
function operationOf(method: string, pathname: string) {
  const matching = patterns.filter((one) => one.method === method && one.pattern.test(pathname));
  return matching.find(({ path }) => path === pathname) ?? matching[0] ?? null;
}

function resolve(document: Document, described: Described | undefined): Described | undefined {
  if (!described?.$ref) return described;
  return document.components.responses[described.$ref.split("/").at(-1) ?? ""];
}

/** A validator of one response, with the components that it needs: all of them take a second to compile. Versions and
 *  operations whose responses are described alike share one. */
function validatorOf(
  document: Document,
  { content }: Described,
  compiled: Map<string, Validator>,
): Validator {
  const { schema } = content!["application/json"]!;
  const schemas: Record<string, unknown> = {};
  const collect = (value: unknown) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name! in schemas) continue;
      schemas[name!] = document.components.schemas[name!];
      collect(schemas[name!]);
    }
  };
  collect(schema);
  const key = JSON.stringify([schema, schemas]);
  const known = compiled.get(key);
  if (known) return known;
  // Its types know OpenAPI 2 only, where the schema stands in the response.
  const responses = { [ANY_STATUS]: { schema, content: { "application/json": { schema } } } };
  const validator = new ResponseValidator({
    responses: responses as unknown as Args["responses"],
    components: { schemas } as Args["components"],
    customFormats: FORMATS as Args["customFormats"],
  });
  compiled.set(key, validator);
  return validator;
}
