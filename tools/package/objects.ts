import { type Document, nameIn, optionsOf, routesOf, type Schema } from "./document.ts";
import { typeName } from "./names.ts";
import { comment, fieldsText, linkIn, typeText } from "./type-text.ts";

const RESPONSE = { unexpanded: true } as const;

/** Schemas of the document that are no parameters of a call. */
export function objectSchemas(document: Document): Array<[name: string, schema: Schema]> {
  return Object.entries(document.components.schemas).filter(([name]) => !isParams(name));
}

const isParams = (name: string) => name.endsWith("_request");
/** Written by `events.ts`, which knows the types of events. */
const isOfEvents = (name: string) => name === "event" || name.startsWith("event_");

/** The type of one object of the document, as an interface where it is one. */
export function declareType(
  name: string,
  schema: Schema,
  options: { unexpanded: boolean },
): string {
  const intro = comment(schema.description);
  if (schema.type === "object" && schema.properties && !schema.additionalProperties) {
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

/** The schemas of an operation's successful JSON response; its alternatives apart. */
export function answerOf(operation: {
  responses: Document["paths"][string][string]["responses"];
}): Schema | null {
  const { responses } = operation;
  const response = responses["200"] ?? responses["201"];
  return response?.content?.["application/json"]?.schema ?? null;
}

function inlineTypes(document: Document): Map<string, string> {
  const found = new Map<string, string>();
  for (const { operation } of routesOf(document)) {
    for (const schema of optionsOf(answerOf(operation) ?? { $ref: "none" })) {
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
  const schemas = objectSchemas(document).filter(([name]) => !isOfEvents(name));
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
