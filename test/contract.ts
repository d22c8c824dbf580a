import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { ErrorWire } from "#lib/wire/contract/error.ts";
import type { Route } from "#lib/wire/contract/route.ts";

type Answer = { status: number; headers: Headers; body: unknown };
type Described = { content?: { "application/json"?: { schema: object } }; $ref?: string };

const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  allErrors: true,
  // `document.test.ts` validates the schemas themselves.
  meta: false,
  validateSchema: false,
});
const schemas = new Set<string>();
const validators = new Map<string, ValidateFunction>();

const routes = ENDPOINTS.map(({ route }) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** A part of the document as JSON Schema, with the references adjusted to the names that `ajv` knows. */
function relocated(schema: unknown): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"contract:'));
}

/** The document with these routes only: a test file calls few of all. */
function documentOf(some: readonly Route[]) {
  // A response with a field that the contract does not describe is a fault too.
  const document = buildDocument(some, { closed: true });
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (schemas.has(name)) continue;
    schemas.add(name);
    ajv.addSchema(relocated(schema), `contract:${name}`);
  }
  return document;
}

function validatorFor(route: Route, status: number): ValidateFunction {
  const { method, path } = route;
  const name = `${method} ${path} ${status}`;
  const known = validators.get(name);
  if (known) return known;
  const { paths, components } = documentOf([route]);
  const responses = paths[path]?.[method]?.responses as Record<string, Described>;
  const found = responses[status] ?? (status >= 500 ? responses["5XX"] : undefined);
  assert.ok(found, `${method} ${path} answers ${status}, which the contract does not know`);
  const shared = found.$ref?.replace("#/components/responses/", "");
  const { content } = shared ? (components.responses[shared] as Described) : found;
  const schema = content?.["application/json"]?.schema;
  assert.ok(schema, `${name} has no schema`);
  const validate = ajv.compile(relocated(schema));
  validators.set(name, validate);
  return validate;
}

/** Checks a response of the API in the newest version against the contract: the status must be described, and
 *  the body must have exactly the described shape, or be a file of a described type. Throws otherwise. */
export function assertInContract(
  method: string,
  path: string,
  answer: Pick<Answer, "status" | "headers"> & { body?: unknown },
): void {
  if (answer.headers.get("Service-Version") !== NEWEST_VERSION) return;
  const type = answer.headers.get("Content-Type")?.split(";")[0];
  if (!type) return;
  const pathname = path.split("?")[0] ?? "";
  const matching = routes.filter(({ pattern }) => pattern.test(pathname)).map((one) => one.route);
  // A fixed path takes precedence over one with a parameter.
  const described = matching.find((one) => one.path === pathname) ?? matching[0];
  const verb = method.toLowerCase();
  const route = matching.find((one) => one.path === described?.path && one.method === verb);
  if (!route) return;
  if (type !== "application/json") {
    const files = route.file ?? (route.csv ? ["text/csv", ...(route.csv.also ?? [])] : []);
    assert.ok(files.includes(type), `${method} ${pathname} answers with an undescribed ${type}`);
    return;
  }
  const validate = validatorFor(route, answer.status);
  if (validate(answer.body)) return;
  const problems = ajv.errorsText(validate.errors, { dataVar: "body" });
  assert.fail(`${method} ${pathname} ${answer.status} breaks its contract: ${problems}`);
}

let isError: ValidateFunction<ErrorWire> | undefined;

/** Checks that a body has exactly the shape of an error, with a payment of any version. Throws otherwise. */
export function assertErrorShape(body: unknown): asserts body is ErrorWire {
  if (!isError) {
    const { api_error } = documentOf([]).components.schemas;
    const text = JSON.stringify(relocated(api_error), (name, value) =>
      name === "payment" ? { type: "object" } : value,
    );
    isError = ajv.compile<ErrorWire>(JSON.parse(text));
  }
  if (isError(body)) return;
  assert.fail(`not the error shape: ${ajv.errorsText(isError.errors, { dataVar: "body" })}`);
}
