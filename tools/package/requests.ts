import {
  bodyOf,
  type Document,
  type Operation,
  optionsOf,
  queryOf,
  routesOf,
  type Schema,
} from "./document.ts";
import { typeName } from "./names.ts";
import { declareType } from "./objects.ts";

const REQUEST = { unexpanded: false } as const;

const withoutExpand = (schema: Schema): Schema => {
  const { expand: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, additionalProperties: false };
};

/** The parameters of an operation as one schema, without `expand`; null if it has none. */
export function paramsOf(operation: Operation, document: Document): Schema | null {
  const body = bodyOf(operation, document);
  if (body) {
    const [first, ...more] = optionsOf(body);
    if (more.length > 0) return { anyOf: [first!, ...more].map(withoutExpand) };
    const own = withoutExpand(first!);
    return Object.keys(own.properties ?? {}).length > 0 ? own : null;
  }
  const { own } = queryOf(operation);
  if (own.length === 0) return null;
  return {
    type: "object",
    required: own.filter(({ required }) => required).map(({ name }) => name),
    properties: Object.fromEntries(
      own.map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description ? { description } : {}) },
      ]),
    ),
    additionalProperties: false,
  };
}

export const paramsName = (operationId: string): string => typeName(`${operationId}_request`);

/** Whether a call is impossible without parameters. */
export const needsParams = (schema: Schema): boolean =>
  optionsOf(schema).some(({ required = [] }) => required.length > 0);

/** `requests.ts`: the parameters of every operation of the newest version. */
export function requestsFile(document: Document): string {
  const named = routesOf(document).flatMap(({ operation }) => {
    const schema = paramsOf(operation, document);
    return schema ? [{ id: operation.operationId, schema }] : [];
  });
  const types = named.map(({ id, schema }) => declareType(paramsName(id), schema, REQUEST));
  const rows = named.map(({ id }) => `  ${id}: ${paramsName(id)};\n`).join("");
  return [
    ...types,
    `/** The parameters of every operation, by its name in the contract. */\nexport interface Requests {\n${rows}}\n`,
  ].join("\n");
}
