import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { ENDPOINTS } from "#lib/api/endpoints.ts";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { ErrorWire } from "#lib/wire/contract/error.ts";

type Answer = { status: number; headers: Headers; body: unknown };
type Described = { content?: { "application/json"?: { schema: object } }; $ref?: string };

const document = buildDocument(
  ENDPOINTS.map(({ route }) => route),
  // A response with a field that the contract does not describe is a fault too.
  { closed: true },
);
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });

/** The document's named schemas as JSON Schema definitions, with the references adjusted. */
function relocated(schema: unknown): object {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"contract#/$defs/'));
}

ajv.addSchema({ $id: "contract", $defs: relocated(document.components.schemas) });
const validators = new Map<string, ValidateFunction>();

const patterns = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
}));

function describedAt(pointer: string): Described {
  const parts = pointer.replace("#/", "").split("/");
  return parts.reduce<unknown>(
    (inner, part) => (inner as Record<string, unknown>)[part],
    document,
  ) as Described;
}

function validatorFor(path: string, method: string, status: number): ValidateFunction {
  const name = `${method} ${path} ${status}`;
  const known = validators.get(name);
  if (known) return known;
  const responses = document.paths[path]?.[method]?.responses as Record<string, Described>;
  const answer = responses[status] ?? (status >= 500 ? responses["5XX"] : undefined);
  assert.ok(answer, `${method} ${path} answers ${status}, which the contract does not know`);
  const { content } = answer.$ref ? describedAt(answer.$ref) : answer;
  const schema = content?.["application/json"]?.schema;
  assert.ok(schema, `${name} has no schema`);
  const validate = ajv.compile(relocated(schema));
  validators.set(name, validate);
  return validate;
}

/** Checks a response of the API in the newest version against the contract: the status must be described, and
 *  the body must have exactly the described shape. Throws otherwise. */
export function assertInContract(method: string, path: string, answer: Answer): void {
  if (answer.headers.get("Service-Version") !== NEWEST_VERSION) return;
  if (!answer.headers.get("Content-Type")?.startsWith("application/json")) return;
  const pathname = path.split("?")[0] ?? "";
  const candidates = patterns.filter(({ pattern }) => pattern.test(pathname));
  // A fixed path takes precedence over one with a parameter.
  const found = candidates.find((one) => one.path === pathname) ?? candidates[0];
  const verb = method.toLowerCase();
  if (!found || !document.paths[found.path]?.[verb]) return;
  const validate = validatorFor(found.path, verb, answer.status);
  if (validate(answer.body)) return;
  const problems = ajv.errorsText(validate.errors, { dataVar: "body" });
  assert.fail(`${method} ${pathname} ${answer.status} breaks its contract: ${problems}`);
}

const isError = ajv.compile<ErrorWire>({ $ref: "contract#/$defs/error" });

/** Checks that a body has exactly the shape of an error. Throws otherwise. */
export function assertErrorShape(body: unknown): asserts body is ErrorWire {
  if (isError(body)) return;
  assert.fail(`not the error shape: ${ajv.errorsText(isError.errors, { dataVar: "body" })}`);
}
