import { type Document, nameIn, type Schema } from "./document.ts";

/** Names that the document has because plain ones are taken in other languages. An event with an example object has the
 * type of a real one. */
const PLAIN: Readonly<Record<string, string>> = {
  api_error: "error",
  api_event: "event",
  test_event: "event",
  api_report: "report",
};

const plain = (name: string) => PLAIN[name] ?? name.replace(/^expanded_/, "");

/** Schemas that the package writes itself: expanded objects follow from `expand`, and events from their types. */
const isWritten = (name: string) => /^expanded_|_event$/.test(name) || name === "event";

/** The document with plain names and without schemas that the package writes itself. A reference to an expanded object
 * becomes one to the object. */
export function normal(document: Document): Document {
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => !isWritten(plain(name)) && !name.startsWith("expanded_"))
    .map(([name, schema]) => [plain(name), renamed(schema) as Schema]);
  return {
    ...document,
    paths: renamed(document.paths) as Document["paths"],
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
    "x-events": document["x-events"]?.map((event) => ({
      ...event,
      objects: dataOf(document, event.type) ?? [event.object],
    })),
  };
}

/** The objects that the schema of an event has as its data; null without such a schema. */
function dataOf(document: Document, type: string): string[] | null {
  const schema = document.components.schemas[`${type.replace(/\W/g, "_")}_event`];
  const data = schema?.properties?.data;
  if (!data) return null;
  const refs = [data, ...(data.anyOf ?? []), ...(data.oneOf ?? [])].flatMap(
    ({ $ref }) => $ref ?? [],
  );
  return refs.length > 0 ? refs.map((ref) => plain(nameIn(ref))) : null;
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return withoutTwice(value.map(renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key !== "$ref" || typeof each !== "string") return [key, renamed(each)];
      const name = nameIn(each);
      return [key, each.replace(new RegExp(`${name}$`), plain(name))];
    }),
  );
}

/** Alternatives that became the same one are one. */
function withoutTwice(values: unknown[]): unknown[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const ref = (value as Schema | null)?.$ref;
    if (!ref || !seen.has(ref)) {
      if (ref) seen.add(ref);
      return true;
    }
    return false;
  });
}
