import { type FilterDef, PERIODS, SHORT_PERIODS } from "../filters.ts";
import { namedIn, parseFilter, wordOf } from "./syntax.ts";
import { valueText } from "./values.ts";
import { slug, wordsOf } from "./words.ts";

/** A completion of the word at the caret. */
export type Suggestion = {
  /** Takes the place of the word. */
  insert: string;
  /** The label of the filter or of its value. */
  note: string;
  /** A complete word, so that a space follows it. */
  isWhole: boolean;
};

export type Suggestions = {
  start: number;
  end: number;
  items: Suggestion[];
  /** The word is a filter without a valid value yet. */
  isUnfinished: boolean;
};

const MOST = 12;
/** From this length on, a word without a name finds values as well. */
const VALUE_FROM = 3;
const RELATIVE = [
  { insert: "today", note: "this day" },
  { insert: "yesterday", note: "the day before" },
];

/** Completes the word at the caret: names of filters, and values behind a name. */
export function suggestionsFor(
  defs: readonly FilterDef[],
  text: string,
  caret: number,
): Suggestions {
  const word = wordsOf(text).find(({ start, end }) => start <= caret && caret <= end);
  const [start, end] = word ? [word.start, word.end] : [caret, caret];
  const typed = text.slice(start, caret);
  const named = namedIn(typed);
  const def = named && defs.find((one) => wordOf(one) === named.name.toLowerCase());
  const all = def && named ? valuesOf(def, named.text) : namesFor(defs, typed);
  const items = all.filter(({ insert }) => insert !== typed).slice(0, typed ? MOST : undefined);
  const isUnfinished = def !== undefined && parseFilter([def], typed).faults.length > 0;
  return { start, end, items, isUnfinished };
}

/** The text with a suggestion taken, and where the caret is then. */
export function taken(text: string, { start, end }: Suggestions, { insert, isWhole }: Suggestion) {
  const rest = text.slice(end);
  const space = isWhole && !rest.startsWith(" ") ? " " : "";
  const before = `${text.slice(0, start)}${insert}${space}`;
  const caret = before.length + (isWhole && !space ? 1 : 0);
  return { text: `${before}${rest}`, caret };
}

function namesFor(defs: readonly FilterDef[], typed: string): Suggestion[] {
  const wanted = slug(typed);
  if (typed && !wanted) return [];
  const names = defs.filter((def) => {
    const word = wordOf(def);
    const starts = [word, ...slug(def.label).split("_")];
    return word !== null && starts.some((one) => one?.startsWith(wanted));
  });
  const found = names.map((def) => ({
    insert: `${wordOf(def)}${def.kind === "amount" ? ">" : ":"}`,
    note: def.label,
    isWhole: false,
  }));
  if (!wanted) return found;
  return [...found, ...periodsFor(defs, wanted), ...valuesFor(defs, wanted)];
}

function periodsFor(defs: readonly FilterDef[], wanted: string): Suggestion[] {
  const period = defs.find(({ kind }) => kind === "period");
  if (!period) return [];
  const last = PERIODS.map(({ value, label }) => ({ insert: `last${value}`, note: label }));
  return [...RELATIVE, ...last]
    .filter(({ insert }) => insert.startsWith(wanted))
    .map(({ insert, note }) => ({ insert, note: `${period.label}: ${note}`, isWhole: true }));
}

/** Values of any filter by a word of their label, such as `nordl` or `failed`. */
function valuesFor(defs: readonly FilterDef[], wanted: string): Suggestion[] {
  if (wanted.length < VALUE_FROM) return [];
  return defs.flatMap((def) =>
    def.kind === "choice"
      ? valuesOf(def, wanted).map((one) => ({ ...one, note: `${def.label}: ${one.note}` }))
      : [],
  );
}

function valuesOf(def: FilterDef, typed: string): Suggestion[] {
  const word = wordOf(def) ?? "";
  const whole = (insert: string, note: string) => ({ insert, note, isWhole: true });
  if (def.kind === "period") {
    const last = (def.minutes ? SHORT_PERIODS : PERIODS).map(({ value, label }) => ({
      value: `last${value}`,
      label,
    }));
    const relative = RELATIVE.map(({ insert, note }) => ({ value: insert, label: note }));
    return (def.presets ?? [...relative, ...last])
      .filter(({ value }) => value.startsWith(typed.toLowerCase()))
      .map(({ value, label }) => whole(`${word}:${value}`, label));
  }
  if (def.kind !== "choice") return [];
  const comma = def.many ? typed.lastIndexOf(",") + 1 : 0;
  const before = typed.slice(0, comma);
  const chosen = before.split(",");
  const wanted = slug(typed.slice(comma));
  return def.choices
    .filter(({ value, label }) => {
      const starts = [
        slug(value),
        ...slug(value).split("_"),
        slug(label),
        ...slug(label).split("_"),
      ];
      return !chosen.includes(value) && starts.some((one) => one.startsWith(wanted));
    })
    .map(({ value, label }) => whole(`${word}:${before}${valueText(def, value).slice(1)}`, label));
}
