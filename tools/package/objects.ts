import {
  type Document,
  nameIn,
  type Operation,
  optionsOf,
  resolved,
  routesOf,
  type Schema,
} from "./document.ts";
import { typeName } from "./names.ts";
import { comment, fieldsText, linkIn, type TextOptions, typeText } from "./type-text.ts";

const RESPONSE = { unexpanded: true } as const;

/** The objects of a document: schemas that are neither parameters of a call, nor pages of a list, nor events. */
export function objectSchemas(document: Document): Array<[name: string, schema: Schema]> {
  return Object.entries(document.components.schemas).filter(
    ([name, schema]) => !isParams(name) && !isList(schema) && !isOfEvents(name),
  );
}

const isParams = (name: string) => name.endsWith("_request");
/** Written by `events.ts`, which knows the types of events. */
const isOfEvents = (name: string) => name === "event" || name.startsWith("event_");

/** Whether the type of a schema is an interface. */
export const isInterface = (schema: Schema): boolean =>
  schema.type === "object" && schema.properties !== undefined && !schema.additionalProperties;

/** The type of one object of the document, as an interface where it is one. */
export function declareType(name: string, schema: Schema, options: TextOptions): string {
  const intro = comment(schema.description);
  if (isInterface(schema)) {
    return `${intro}export interface ${name} {\n${fieldsText(schema, options, "  ")}}\n`;
  }
  return `${intro}export type ${name} = ${typeText(schema, options)};\n`;
}

/** Which fields of an object `expand` can replace, and with which objects. */
export function linksOf(schema: Schema): Array<[field: string, objects: string[]]> {
  return Object.entries(schema.properties ?? {}).flatMap(([field, value]) => {
    const objects = linkIn(value) ?? (value.items ? linkIn(value.items) : null);
    return objects ? [[field, objects] as [string, string[]]] : [];
  });
}

/** The name for a response without a name in the document: `DeletedCustomer`. */
export function inlineName(schema: Schema, operationId: string): string {
  const deleted = schema.properties?.deleted && schema.properties.object?.const;
  return typeName(deleted ? `deleted_${deleted}` : `${operationId}_result`);
}

export const isList = (schema: Schema): boolean => schema.properties?.object?.const === "list";

/** The schema of an operation's successful JSON response; a list without its `$ref`. Null if it answers with files only. */
export function answerOf(operation: Operation, document: Document): Schema | null {
  const response = operation.responses["200"] ?? operation.responses["201"];
  const schema = response?.content?.["application/json"]?.schema;
  if (!schema) return null;
  const whole = resolved(schema, document);
  return isList(whole) ? whole : schema;
}

function inlineTypes(document: Document): Map<string, string> {
  const found = new Map<string, string>();
  for (const { operation } of routesOf(document)) {
    for (const schema of optionsOf(answerOf(operation, document) ?? { $ref: "none" })) {
      if (schema.$ref || isList(schema)) continue;
      const name = inlineName(schema, operation.operationId);
      found.set(name, declareType(name, schema, RESPONSE));
    }
  }
  return found;
}

function errorCodes(document: Document): string {
  const byType = new Map<string, string[]>();
  for (const { type, code } of document["x-errors"]) {
    byType.set(type, [...(byType.get(type) ?? []), JSON.stringify(code)]);
  }
  const lines = [...byType].map(([type, codes]) => `  ${type}: ${codes.join(" | ")};\n`);
  return `/** The codes of errors, by their type. */\nexport interface ErrorCodes {\n${lines.join("")}}\n`;
}

/** `objects.ts`: the objects of the newest version, their related objects, and the codes of errors. */
export function objectsFile(document: Document): string {
  const schemas = objectSchemas(document);
  const types = schemas.map(([name, schema]) => declareType(typeName(name), schema, RESPONSE));
  const rows = schemas.filter(([name]) => name !== "error");
  const objects = rows.map(([name]) => `  ${name}: ${typeName(name)};\n`).join("");
  const links = rows
    .map(([name, schema]) => [name, linksOf(schema)] as const)
    .filter(([, fields]) => fields.length > 0)
    .map(([name, fields]) => {
      const each = fields.map(
        ([field, kinds]) => `${field}: ${kinds.map((kind) => JSON.stringify(kind)).join(" | ")}`,
      );
      return `  ${name}: { ${each.join("; ")} };\n`;
    })
    .join("");
  return [
    'import type { PaydeskEvent } from "./events.ts";\n',
    ...types,
    ...inlineTypes(document).values(),
    `/** Every object, by its name in the contract. */\nexport interface Objects {\n${objects}  event: PaydeskEvent;\n}\n`,
    `/** The fields that \`expand\` replaces, and with which objects. */\nexport interface Links {\n${links}}\n`,
    errorCodes(document),
  ].join("\n");
}

export const refName = (schema: Schema): string | null =>
  schema.$ref ? nameIn(schema.$ref) : null;
