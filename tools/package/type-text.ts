import { nameIn, optionsOf, type Schema } from "./document.ts";
import { typeName } from "./names.ts";

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
const key = (name: string) => (isName(name) ? name : JSON.stringify(name));

/** A comment for a field or method; empty without text. */
export function comment(text: string | undefined, indent = ""): string {
  if (!text) return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`.replace(/ +\n/, "\n")).join("")}${indent} */\n`;
}

/** The schemas that a related object can be, if `schema` is an id that `expand` replaces with the object; else null. */
export function linkIn(schema: Schema): string[] | null {
  const options = optionsOf(schema).flatMap(optionsOf);
  const objects = options.flatMap((option) => {
    if (option.$ref) return [nameIn(option.$ref)];
    const object = option.properties?.object;
    const names = object?.const === undefined ? object?.enum : [object.const];
    return (names as string[] | undefined) ?? [];
  });
  const isId = options.some(
    ({ type, pattern }) => type === "string" && /^\^\(?[a-z|]+\)?_/.test(pattern ?? ""),
  );
  return isId && objects.length > 0 ? [...new Set(objects)] : null;
}

export type TextOptions = {
  /** Responses name related objects by id unless `expand` replaces them, which the types of calls add. */
  unexpanded: boolean;
  /** Writes a reference; as the name of its type by default. */
  refer?: (schema: string) => string;
};

/** A schema as a TypeScript type. */
export function typeText(schema: Schema, options: TextOptions, indent = ""): string {
  if (schema.$ref) return (options.refer ?? typeName)(nameIn(schema.$ref));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return unique(schema.enum.map((value) => JSON.stringify(value)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    if (options.unexpanded && linkIn(schema)) {
      const isNull = alternatives.some(({ type }) => type === "null");
      return isNull ? "string | null" : "string";
    }
    return unique(alternatives.map((each) => typeText(each, options, indent)));
  }
  if (schema.allOf) return schema.allOf.map((each) => typeText(each, options, indent)).join(" & ");
  if (Array.isArray(schema.type)) {
    return unique(schema.type.map((type) => typeText({ ...schema, type }, options, indent)));
  }
  return plainText(schema, options, indent);
}

function plainText(schema: Schema, options: TextOptions, indent: string): string {
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array": {
      const item = typeText(schema.items ?? {}, options, indent);
      return /^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`;
    }
    case "object":
      return objectText(schema, options, indent);
    default:
      return "unknown";
  }
}

function objectText(schema: Schema, options: TextOptions, indent: string): string {
  const { properties = {}, additionalProperties: more } = schema;
  const isOpen = more !== undefined && more !== false;
  const others = isOpen
    ? `Record<string, ${more === true ? "unknown" : typeText(more as Schema, options, indent)}>`
    : null;
  const fields = fieldsText(schema, options, `${indent}  `);
  if (Object.keys(properties).length === 0) return others ?? "Record<string, never>";
  return `{\n${fields}${indent}}${others ? ` & ${others}` : ""}`;
}

/** The fields of an object's type, each on its line with its description. */
export function fieldsText(schema: Schema, options: TextOptions, indent: string): string {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const mark = required.has(name) ? "" : "?";
      const text = typeText(field, options, indent);
      // A caller with exact optional types can pass a value that it does not have.
      const absent = mark ? " | undefined" : "";
      return `${comment(field.description, indent)}${indent}${key(name)}${mark}: ${text}${absent};\n`;
    })
    .join("");
}

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(" | ");
