import type { ApiMethod } from "#lib/kernel/vocabulary/methods.ts";
import { GROUPS, type Operation, resolve, type Schema } from "../../../docs/api/reference.ts";
import { innerObject, typeLabel, valuesOf } from "../../../docs/api/schema-labels.ts";

/** A parameter as a form field. */
export type FieldForm = {
  name: string;
  kind: "text" | "figure" | "choice" | "json";
  required: boolean;
  /** The values of a choice. */
  values: string[];
  /** `string`, `list of integers`. */
  type: string;
  hint: string | null;
};

/** A call as a form, built from the contract. */
export type CallForm = {
  name: string;
  method: ApiMethod;
  /** Path with its parameters in braces. */
  path: string;
  summary: string;
  /** Path parameters, then query parameters. */
  inPath: FieldForm[];
  inQuery: FieldForm[];
  inBody: FieldForm[];
  /** An example body, or null for calls without one. */
  body: string | null;
};

export type CallGroup = { name: string; calls: { name: string; label: string; summary: string }[] };

const isForServers = ({ security }: Operation) => security.some((one) => "secret_key" in one);
const labelOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;

/** Every server-side call, by group. */
export const CALL_GROUPS: readonly CallGroup[] = GROUPS.map(({ name, operations }) => ({
  name,
  calls: operations.filter(isForServers).map((operation) => ({
    name: operation.operationId,
    label: labelOf(operation),
    summary: operation.summary,
  })),
})).filter(({ calls }) => calls.length > 0);

const OPERATIONS = new Map(
  GROUPS.flatMap(({ operations }) => operations.filter(isForServers)).map((operation) => [
    operation.operationId,
    operation,
  ]),
);
const FIRST = "list_payments";

/** The form of a call by name, or of listing payments if there is none of that name. */
export function callForm(name: string | undefined): CallForm {
  const operation = OPERATIONS.get(name ?? FIRST) ?? OPERATIONS.get(FIRST)!;
  const { operationId, method, path, summary, parameters, requestBody } = operation;
  const media = requestBody?.content["application/json"];
  const place = (where: string) =>
    parameters
      .filter((parameter) => parameter.in === where)
      .map(({ name, required, schema, description }) =>
        fieldForm(name, schema, required, description),
      );
  return {
    name: operationId,
    method: method.toUpperCase() as CallForm["method"],
    path,
    summary,
    inPath: place("path"),
    inQuery: place("query"),
    inBody: media ? bodyFields(media.schema) : [],
    body: media ? JSON.stringify(media.example ?? {}, null, 2) : null,
  };
}

function bodyFields(schema: Schema): FieldForm[] {
  const object = innerObject(schema) ?? resolve(schema).schema;
  const required = new Set(object.required);
  const fields = Object.entries(object.properties ?? {}).map(([name, field]) =>
    fieldForm(name, field, required.has(name), field.description),
  );
  // Required parameters first, otherwise in the contract's order.
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required));
}

function fieldForm(
  name: string,
  schema: Schema,
  required: boolean,
  description: string | undefined,
): FieldForm {
  const type = typeLabel(schema);
  const values = valuesOf(schema);
  const hint = description ?? resolve(schema).schema.description ?? null;
  return { name, kind: kindOf(type, values), required, values, type, hint: hint && plain(hint) };
}

function kindOf(type: string, values: readonly string[]): FieldForm["kind"] {
  const kind = type.replace(/ or null$/, "");
  if (values.length > 0 && !kind.startsWith("list")) return "choice";
  if (kind === "boolean") return "choice";
  if (kind === "integer" || kind === "number") return "figure";
  return kind === "string" || kind === "timestamp" ? "text" : "json";
}

/** The first sentence, without Markdown code marks. */
const plain = (text: string) => (text.split(/(?<=\.)\s/)[0] ?? text).replaceAll("`", "");
