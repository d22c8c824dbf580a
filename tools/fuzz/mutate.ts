import { holdsCardData } from "#lib/kernel/card-numbers.ts";
import { NEWEST_VERSION } from "#lib/kernel/versions.ts";
import type { Dice } from "./dice.ts";
import { NASTY_NUMBERS, NASTY_TEXT, NASTY_VALUES } from "./nasty.ts";
import type { Operation } from "./operations.ts";
import { assemble, type Draft, type Planned } from "./requests.ts";

type Holder = Record<string, unknown> | unknown[];
type Place = { holder: Holder; name: string };

/** Every place with a value in a body. */
function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (value === null || typeof value !== "object") return found;
  for (const name of Object.keys(value)) {
    found.push({ holder: value as Holder, name });
    placesIn((value as Record<string, unknown>)[name], found);
  }
  return found;
}

const set = ({ holder, name }: Place, value: unknown) => {
  (holder as Record<string, unknown>)[name] = value;
};

function objectsIn(value: unknown, found: Holder[] = []): Holder[] {
  if (value === null || typeof value !== "object") return found;
  found.push(value as Holder);
  for (const inner of Object.values(value)) objectsIn(inner, found);
  return found;
}

const KINDS = {
  missing: 12,
  null: 10,
  other_type: 14,
  number: 14,
  text: 18,
  nasty_value: 12,
  unknown: 8,
  long: 6,
  swapped: 6,
} as const;

/** Makes one change to a tree of parameters and returns its description. */
function spoil(tree: Record<string, unknown>, dice: Dice): string {
  const places = placesIn(tree);
  const kind = places.length === 0 ? "unknown" : dice.weighted(KINDS);
  if (kind === "unknown") {
    const holder = dice.pick(objectsIn(tree));
    const name = dice.pick(["surprise", "Amount", "id", "toString", "💥", "a.b", "x".repeat(300)]);
    set({ holder, name }, dice.pick([1, "x", null, {}]));
    return kind;
  }
  const place = dice.pick(places);
  const before = (place.holder as Record<string, unknown>)[place.name];
  switch (kind) {
    case "missing":
      delete (place.holder as Record<string, unknown>)[place.name];
      break;
    case "null":
      set(place, null);
      break;
    case "other_type":
      set(place, typeof before === "string" ? dice.below(1_000) : String(before));
      break;
    case "number":
      set(place, dice.pick(NASTY_NUMBERS));
      break;
    case "text":
      set(place, dice.pick(NASTY_TEXT));
      break;
    case "nasty_value":
      set(place, structuredClone(dice.pick(NASTY_VALUES)));
      break;
    case "long":
      set(place, dice.pick(["y".repeat(101), "y".repeat(1_001), "é".repeat(501)]));
      break;
    case "swapped": {
      const other = dice.pick(places);
      set(place, structuredClone((other.holder as Record<string, unknown>)[other.name]));
    }
  }
  return kind;
}

/** The parameters of a body that violate the contract, by the first part of their names. */
function faultsOf({ fits }: Operation, body: unknown): string[] | null {
  if (!fits || fits(body)) return null;
  return (fits.errors ?? []).map(({ instancePath, params }) => {
    const [, root] = instancePath.split("/");
    const named = params as { missingProperty?: string; additionalProperty?: string };
    return root ?? named.missingProperty ?? named.additionalProperty ?? "";
  });
}

/** The parameters with text that no parameter accepts: NUL, lone surrogates and card numbers. Their error
 *  precedes errors of the schema. */
function unfitOf(body: Readonly<Record<string, unknown>>): string[] {
  const isUnfit = (value: unknown) => {
    const text = JSON.stringify(value) ?? "";
    return /\\u0000|\\ud[89a-f]/i.test(text) || holdsCardData(text);
  };
  return Object.keys(body).filter((name) => isUnfit(body[name]));
}

/** A valid request with one change in its body. If the contract forbids the result, it must be refused with the
 *  parameter's name. */
export function mutateBody(draft: Draft): Planned {
  const { dice } = draft.source;
  if (draft.body === null) return assemble(draft, "body none", { body: '{"a":1}' });
  const body = structuredClone(draft.body);
  const what = spoil(body, dice);
  // JSON has neither -0 nor undefined, so check what arrives.
  const arrives = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  // In a form numbers are text, and an older version has other names.
  const isJudged = !draft.asForm && (draft.version ?? NEWEST_VERSION) === NEWEST_VERSION;
  const faults = isJudged ? faultsOf(draft.operation, arrives) : null;
  return assemble({ ...draft, body: arrives }, `body ${what}`, {
    ...(faults ? { refused: 400, params: [...faults, ...unfitOf(arrives)] } : {}),
  });
}

/** A valid request with one change in its query. */
export function mutateQuery(draft: Draft): Planned {
  const { dice } = draft.source;
  const query = structuredClone(draft.query);
  if (dice.chance(0.2)) {
    const name = dice.pick(["surprise", "Limit", "limit[]", "limit[x]", "created[after]", "💥"]);
    query[name] = "1";
    const params = [name.replace(/\[.*/, "")];
    const isUnknown = !draft.operation.parameters.some(({ name: one }) => one === params[0]);
    return assemble({ ...draft, query }, "query unknown", {
      ...(isUnknown ? { refused: 400, params } : {}),
    });
  }
  for (const { name, in: place } of draft.operation.parameters) {
    if (place === "query" && dice.chance(0.15)) query[name] ??= "1";
  }
  return assemble({ ...draft, query }, `query ${spoil(query, dice)}`);
}
