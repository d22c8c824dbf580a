/** Replaces a personal value in a text. */
export const ERASED = "(erased)";

/** Fields of our objects that say who somebody is. In an object of the customer they become null, or empty if they hold more. */
const PERSONAL_FIELDS = new Set([
  "name",
  "email",
  "phone",
  "address",
  "country",
  "description",
  "return_url",
  "accepted_ip",
  "payer",
  "evidence",
  "evidence_files",
  "metadata",
  "cardholder_name",
]);
/** Objects whose `country` is a fact about the person; a card's is one about its bank. */
const PEOPLE = new Set(["customer"]);

/** The customer's objects, and the words by which the customer is known. */
export type Erasure = { ids: ReadonlySet<string>; words: readonly string[] };

/** A text without the customer's words. */
export function erasedText(text: string, words: readonly string[]): string {
  let erased = text;
  for (const word of words) {
    // Not within a longer word: a name can be a part of another one.
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}(?![\\p{L}\\p{N}])`,
      "giu",
    );
    erased = erased.replace(pattern, ERASED);
  }
  return erased;
}

/** JSON as it was, without the personal fields of the customer's objects and without the customer's words elsewhere. */
export function erasedJson(value: unknown, erasure: Erasure, own = false): unknown {
  if (typeof value === "string") return erasedText(value, erasure.words);
  if (Array.isArray(value)) return value.map((item) => erasedJson(item, erasure, own));
  if (value === null || typeof value !== "object") return value;
  const object = value as Record<string, unknown>;
  const isOwn = typeof object.id === "string" ? erasure.ids.has(object.id) : own;
  const isPerson = PEOPLE.has(String(object.object));
  return Object.fromEntries(
    Object.entries(object).map(([name, field]) => {
      const isPersonal = isOwn && PERSONAL_FIELDS.has(name) && (name !== "country" || isPerson);
      return [name, isPersonal ? emptyLike(name, field) : erasedJson(field, erasure, isOwn)];
    }),
  );
}

function emptyLike(name: string, field: unknown): unknown {
  if (Array.isArray(field)) return [];
  if (field === null || typeof field !== "object") return null;
  if (name === "payer") return { ...field, name: null };
  return {};
}

/** The same for text that may be JSON. */
export function erasedBody(body: string, erasure: Erasure): string {
  try {
    return JSON.stringify(erasedJson(JSON.parse(body), erasure));
  } catch {
    return erasedText(body, erasure.words);
  }
}
