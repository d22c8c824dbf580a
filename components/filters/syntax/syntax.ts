import type { FilterDef, FilterValues } from "../filters.ts";
import { isPeriodWord, type Operator, readValue, valueText } from "./values.ts";
import { quote, slug, unquote, type Word, wordsOf } from "./words.ts";

/** The filters of a list as text: `status:failed amount>100EUR last7d order 1042`. The words are the list's own filters;
 *  every other text goes to its search. */

/** A word that is not understood, and what can be written instead. */
export type SyntaxFault = { word: string; message: string };

export type ParsedFilter = { values: Record<string, string>; faults: SyntaxFault[] };

type Reading = {
  /** Applies to amounts without a currency. */
  currency?: string | undefined;
  /** The filter that is set: a value that only the address has, such as an old link's, stays valid. */
  current?: FilterValues | undefined;
};

/** The name of a filter in the text; null for the search, whose text has no name. */
export function wordOf(def: FilterDef): string | null {
  if (def.kind === "search") return null;
  return def.key === "q" ? slug(def.label) : def.key;
}

/** The filter that a name means: its word, or else its label. */
function defNamed(defs: readonly FilterDef[], name: string): FilterDef | undefined {
  const wanted = name.toLowerCase();
  return (
    defs.find((def) => wordOf(def) === wanted) ??
    defs.find((def) => def.kind !== "search" && slug(def.label) === wanted)
  );
}

/** The filter that words without a name belong to: `last7d` to the first period, text to the search. */
const periodOf = (defs: readonly FilterDef[]) => defs.find(({ kind }) => kind === "period");
const searchOf = (defs: readonly FilterDef[]) =>
  defs.find(({ kind }) => kind === "search") ?? defs.find(({ key }) => key === "q");

type Named = { name: string; operator: Operator; text: string; not: boolean };

/** `status:failed` in its parts; undefined for a word that cannot be a filter. */
export function namedIn(word: string): Named | undefined {
  const found = /^([-!]?)([\p{L}][\p{L}\p{N}_]*)(>=|<=|[:=<>])([\s\S]*)$/u.exec(word);
  if (!found) return undefined;
  const [, not = "", name = "", operator = "", text = ""] = found;
  return { name, operator: (operator === "=" ? ":" : operator) as Operator, text, not: not !== "" };
}

/** Reads the text of a filter. A word with a fault sets nothing. */
export function parseFilter(
  defs: readonly FilterDef[],
  text: string,
  { currency, current = {} }: Reading = {},
): ParsedFilter {
  const values: Record<string, string> = {};
  const faults: SyntaxFault[] = [];
  const free: string[] = [];
  const words = wordsOf(text);
  const money = moneyIn(words, defs) ?? currency;
  const refuse = (word: string, message: string) => faults.push({ word, message });
  for (const { text: word, isOpen } of words) {
    if (isOpen) {
      refuse(word, "has a quote that is not closed.");
      continue;
    }
    const read = filterIn(defs, word);
    if (read === null) free.push(unquote(word) ?? word);
    else if ("fault" in read) refuse(word, read.fault);
    else {
      const { def, operator } = read;
      const was = (current as Record<string, string | undefined>)[def.key];
      const kept = was !== undefined && unquote(read.text) === was ? { value: was } : null;
      const before = values[def.key];
      const currencyOf = money ?? (def.kind === "amount" ? def.currencies[0] : undefined) ?? "EUR";
      const value =
        kept ?? readValue(def, { operator, text: read.text, before, currency: currencyOf });
      if ("value" in value) values[def.key] = value.value;
      else refuse(read.said, value.fault);
    }
  }
  takeSearch(defs, free.join(" "), values, refuse);
  return { values, faults };
}

function takeSearch(
  defs: readonly FilterDef[],
  text: string,
  values: Record<string, string>,
  refuse: (word: string, message: string) => void,
) {
  if (!text) return;
  const def = searchOf(defs);
  if (!def) refuse(text, `is not a filter. This list has no text search. ${filtersOf(defs)}`);
  else if (values[def.key]) refuse(text, `is given twice: ${wordOf(def)} has one value.`);
  else values[def.key] = text;
}

type Found = { def: FilterDef; operator: Operator; text: string; said: string };

/** The filter that a word sets; null for text to search for. */
function filterIn(defs: readonly FilterDef[], word: string): Found | { fault: string } | null {
  const period = periodOf(defs);
  if (period && isPeriodWord(word)) return { def: period, operator: ":", text: word, said: word };
  const named = namedIn(word);
  if (!named || /^[a-z]+:\/\//i.test(word)) return null;
  const { name, operator, text, not } = named;
  const def = defNamed(defs, name);
  if (!def) {
    if (/^[-!]?[\p{L}\p{N}_]+=/u.test(word) || not) return null;
    return {
      fault: `is not understood: there is no filter ${name}. ${filtersOf(defs)} To search for the text, put it in quotes.`,
    };
  }
  if (not) return { fault: "is not understood: filters cannot exclude. Name the values to show." };
  return { def, operator, text, said: name };
}

function filtersOf(defs: readonly FilterDef[]): string {
  const names = defs.map(wordOf).filter((name) => name !== null);
  return `Filters: ${names.join(", ")}.`;
}

/** The currency that the text itself filters by, if it is one. */
function moneyIn(words: readonly Word[], defs: readonly FilterDef[]): string | undefined {
  const codes = words.flatMap(({ text }) => {
    const named = namedIn(text);
    return named && defNamed(defs, named.name)?.key === "currency" ? named.text.split(",") : [];
  });
  return codes.length === 1 ? codes[0]?.toUpperCase() : undefined;
}

/** The filters that are set as text: `parseFilter` reads it back as the same values. */
export function printFilter(defs: readonly FilterDef[], values: FilterValues): string {
  const all = values as Record<string, string | undefined>;
  const search = searchOf(defs);
  const period = periodOf(defs);
  const words = defs.map((def) => {
    const value = all[def.key];
    if (!value || def.kind === "search") return "";
    const text = valueText(def, value);
    const bare = text.slice(1);
    const word = def === period && isPeriodWord(bare) ? bare : `${wordOf(def)}${text}`;
    const isRead = parseFilter(defs, word).values[def.key] === value;
    return isRead ? word : `${wordOf(def)}:${quote(value)}`;
  });
  const text = search?.kind === "search" ? all[search.key] : undefined;
  return [...words, text && searchText(defs, text)].filter(Boolean).join(" ");
}

/** Text to search for, in quotes if it would be read as a filter. */
function searchText(defs: readonly FilterDef[], text: string): string {
  const { values, faults } = parseFilter(defs, text);
  const def = searchOf(defs);
  const isPlain =
    def !== undefined &&
    faults.length === 0 &&
    values[def.key] === text &&
    Object.keys(values).length === 1;
  return isPlain ? text : quote(text);
}
