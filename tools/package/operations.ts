import {
  bodyOf,
  type Document,
  idsIn,
  nameIn,
  optionsOf,
  queryOf,
  type Route,
  routesOf,
  type Schema,
} from "./document.ts";
import { placeOf } from "./names.ts";
import { answerOf, isList, linksOf } from "./objects.ts";
import { paramsOf } from "./requests.ts";

const KEPT = new Set([
  "type",
  "const",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "anyOf",
  "oneOf",
  "description",
  "default",
  "minimum",
  "maximum",
  "maxItems",
]);

/** A schema without what neither the command line nor a model needs, and without references. */
function slim(schema: Schema, document: Document): Schema {
  if (schema.$ref) return slim(document.components.schemas[nameIn(schema.$ref)]!, document);
  const entries = Object.entries(schema).filter(([key]) => KEPT.has(key));
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner);
    return typeof value === "object" && value !== null ? slim(value as Schema, document) : value;
  };
  return Object.fromEntries(
    entries.map(([key, value]) => {
      if (key === "properties") {
        const fields = Object.entries(value as Record<string, Schema>);
        return [key, Object.fromEntries(fields.map(([name, one]) => [name, inner(one)]))];
      }
      const isSchema = ["items", "anyOf", "oneOf", "additionalProperties"].includes(key);
      return [key, isSchema ? inner(value) : value];
    }),
  ) as Schema;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Parameters of all alternatives together: the service says which belong together. */
function merged(schema: Schema | null): Schema {
  const options = schema ? optionsOf(schema) : [];
  const required = options.map((option) => option.required ?? []);
  return {
    type: "object",
    properties: Object.assign({}, ...options.map((option) => option.properties ?? {})),
    required: (required[0] ?? []).filter((name) => required.every((all) => all.includes(name))),
    additionalProperties: false,
  };
}

function entry(route: Route, document: Document) {
  const { operation, method, path } = route;
  const { resource, method: verb } = placeOf(route);
  const answer = answerOf(operation, document);
  const list = answer !== null && isList(answer) && method === "GET";
  const names = answer
    ? optionsOf(list ? answer.properties!.data!.items! : answer).flatMap((option) =>
        option.$ref ? [nameIn(option.$ref)] : [],
      )
    : [];
  const links = names.flatMap((name) => linksOf(document.components.schemas[name] ?? {}));
  const expands = queryOf(operation).expands ? [...new Set(links.map(([field]) => field))] : [];
  return {
    name: operation.operationId,
    resource: kebab(resource),
    command: kebab(verb),
    method,
    path,
    ids: idsIn(path),
    summary: operation.summary,
    description: operation.description ?? "",
    hasBody: bodyOf(operation, document) !== null,
    isList: list,
    isJson: answer !== null,
    publishable: operation.security?.every((each) => "publishable_key" in each) ?? false,
    expands: list ? expands.map((field) => `data.${field}`) : expands,
    params: slim(merged(paramsOf(operation, document)), document),
  };
}

/** `operations.ts`: every operation as data, for the command line and the MCP server. */
export function operationsFile(document: Document): string {
  const entries = routesOf(document).map((route) => entry(route, document));
  const lines = entries.map((each) => `  ${JSON.stringify(each)},\n`).join("");
  return `import type { OperationEntry } from "../cli/operation.ts";

/** Every operation of the newest version. */
export const OPERATIONS: readonly OperationEntry[] = [
${lines}];
`;
}
