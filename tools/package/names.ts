import type { Route } from "./document.ts";

const words = (name: string) => name.split(/[_\W]+/).filter(Boolean);

export const camel = (name: string): string =>
  words(name)
    .map((word, place) => (place === 0 ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join("");

export const pascal = (name: string): string =>
  camel(`_${name}`).replace(/^./, (first) => first.toUpperCase());

/** Types whose plain name is one of the platform's. */
const TAKEN: Readonly<Record<string, string>> = { event: "PaydeskEvent", error: "ErrorBody" };

/** The name of the type of a schema of the document. */
export function typeName(schema: string): string {
  if (TAKEN[schema]) return TAKEN[schema];
  return pascal(schema.replace(/_request$/, "_params"));
}

/** Calls whose name does not follow from their operation. */
const METHODS: Readonly<Record<string, string>> = {
  list_available_methods: "listAvailable",
  rotate_webhook_secret: "rotateSecret",
  end_webhook_secret_overlap: "endSecretOverlap",
  list_month_corrections: "listCorrections",
  read_dispute_file_content: "downloadFile",
};

const singular = (plural: string) =>
  plural.replace(/ies$/, "y").replace(/ches$/, "ch").replace(/s$/, "");

/** The place of an operation in the client: `payments.retrieve`. From its path and name: the resource is the first word of
 * the path, the method what the name says beside it. */
export function placeOf({ path, operation }: Route): { resource: string; method: string } {
  const first = path.split("/")[2]!;
  const named = METHODS[operation.operationId];
  if (named) return { resource: camel(first), method: named };
  const verbs = operation.operationId.replace(/^read_/, "retrieve_");
  const noun = [first, singular(first)].find((each) => new RegExp(`_${each}(_|$)`).test(verbs));
  return { resource: camel(first), method: camel(noun ? verbs.replace(`_${noun}`, "") : verbs) };
}
