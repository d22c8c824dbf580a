import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** A JSON Schema, as far as the contract uses it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  pattern?: string;
  format?: string;
  examples?: unknown[];
};

export type Parameter = { name: string; in: string; required: boolean; schema: Schema };

/** One operation of the contract document. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | null;
  /** Validates a JSON body against the document; null if the operation has no body. */
  fits: ValidateFunction | null;
  scope: string | null;
  /** The largest accepted body in bytes. */
  maxBodyBytes: number;
  takesPublishable: boolean;
  takesSecret: boolean;
};

type Described = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  security?: Record<string, unknown>[];
  "x-scope"?: string;
  "x-max-body-bytes"?: number;
};

const file = new URL("../../lib/api/openapi.json", import.meta.url);
const text = readFileSync(file, "utf8");
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({
  $id: "contract",
  $defs: JSON.parse(
    JSON.stringify(document.components.schemas).replaceAll(
      '"#/components/schemas/',
      '"contract#/$defs/',
    ),
  ),
});

/** The schema of a `$ref`. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (!found) throw new Error(`${schema.$ref} is not in the contract`);
  return resolve(found);
}

function read(path: string, method: string, described: Described): Operation {
  const schema = described.requestBody?.content["application/json"].schema ?? null;
  const reference = schema?.$ref?.replace("#/components/schemas/", "contract#/$defs/");
  const sides = (described.security ?? [{ secret_key: [] }]).flatMap((one) => Object.keys(one));
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    parameters: described.parameters ?? [],
    body: schema && resolve(schema),
    fits: reference ? ajv.compile({ $ref: reference }) : null,
    scope: described["x-scope"] ?? null,
    maxBodyBytes: described["x-max-body-bytes"] ?? 2 ** 20,
    takesPublishable: sides.includes("publishable_key"),
    takesSecret: sides.includes("secret_key"),
  };
}

/** All operations of the committed contract document. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, described]) => read(path, method, described)),
);

/** Every path of the contract, for requests with a method that it does not have. */
export const PATHS: readonly string[] = Object.keys(document.paths);
