/** The parts of an OpenAPI document that the package is generated from. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  description?: string;
  default?: unknown;
};

export type Parameter = {
  name: string;
  in: "query" | "header" | "path";
  required?: boolean;
  description?: string;
  schema: Schema;
};

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Array<Record<string, string[]>>;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
};

export type Document = {
  info: { version: string };
  tags: Array<{ name: string; description?: string }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
  "x-errors": Array<{ code: string; type: string; cause: string }>;
  "x-events": Array<{
    type: string;
    object: string;
    objects?: string[];
    fires_when: string;
    /** The body of a delivery in each version. */
    examples?: Record<string, object>;
  }>;
};

export type Route = { method: "GET" | "POST" | "DELETE"; path: string; operation: Operation };

/** Every operation, in the order of the document. */
export function routesOf(document: Document): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as Route["method"],
      path,
      operation,
    })),
  );
}

/** The name in a reference to a schema of the document. */
export const nameIn = (ref: string): string => ref.split("/").at(-1)!;

/** The alternatives of a schema; itself if it has none. */
export const optionsOf = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? [schema];

/** The body of an operation, without `$ref`; null if it has none. */
export function bodyOf({ requestBody }: Operation, document: Document): Schema | null {
  const schema = requestBody?.content["application/json"]?.schema;
  return schema ? resolved(schema, document) : null;
}

export function resolved(schema: Schema, document: Document): Schema {
  return schema.$ref ? document.components.schemas[nameIn(schema.$ref)]! : schema;
}

/** The parameters of a query without `expand`, and whether it takes `expand`. */
export function queryOf({ parameters = [] }: Operation): { own: Parameter[]; expands: boolean } {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const isExpand = ({ name }: Parameter) => /^expand(\[\])?$/.test(name);
  return { own: inQuery.filter((each) => !isExpand(each)), expands: inQuery.some(isExpand) };
}

export const idsIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
