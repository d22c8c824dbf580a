import { isCurrency } from "#lib/kernel/currencies.ts";
import { decimalToMinor, minorToDecimal } from "#lib/kernel/money.ts";
import { addDays, isDay, isSpan } from "#lib/kernel/period.ts";
import { currentRules } from "../../format/locale.ts";
import { plainAmount } from "../../money/typed-amount.ts";
import { type FilterDef, readAmount } from "../filters.ts";
import { partsOf, quote, slug, unquote } from "./words.ts";

/** `:` and the comparisons; `=` is read as `:`. */
export type Operator = ":" | ">" | ">=" | "<" | "<=";

/** A value in the address, or why the text is not one. */
export type ValueRead = { value: string } | { fault: string };

type Of<K extends FilterDef["kind"]> = Extract<FilterDef, { kind: K }>;

const MOST_NAMED = 12;

const fault = (message: string): ValueRead => ({ fault: message });

/** Reads the text behind a filter's name. `before` is what an earlier word of the same filter gave, `currency` that of amounts
 *  without one. */
export function readValue(
  def: FilterDef,
  {
    operator,
    text,
    before,
    currency,
  }: {
    operator: Operator;
    text: string;
    before: string | undefined;
    currency: string;
  },
): ValueRead {
  if (text === "") return fault(`needs a value, for instance ${exampleOf(def)}.`);
  if (def.kind === "amount") return readAmountText(def, { operator, text, before, currency });
  if (def.kind === "period") return readPeriodText(def, { operator, text, before });
  if (operator !== ":") return fault(`takes no ${operator}. Write ${exampleOf(def)}.`);
  if (before !== undefined && !(def.kind === "choice" && def.many)) {
    return fault("is given twice. Each filter has one value.");
  }
  if (def.kind === "choice") return readChoiceText(def, text, before);
  return def.kind === "text" ? { value: textValue(def, text) } : fault("is not a filter.");
}

function readChoiceText(def: Of<"choice">, text: string, before: string | undefined): ValueRead {
  const whole = unquote(text) ?? text;
  if (!def.many) {
    const value = choiceOf(def, whole);
    return value === undefined ? fault(notAmong(def, whole)) : { value };
  }
  const values = before?.split(",") ?? [];
  for (const part of partsOf(text)) {
    const value = choiceOf(def, unquote(part) ?? part);
    if (value === undefined) return fault(notAmong(def, unquote(part) ?? part));
    if (!values.includes(value)) values.push(value);
  }
  return values.length > 0 ? { value: values.join(",") } : fault(notAmong(def, text));
}

/** The value that a person means: itself, in other capitals, or by its label. */
function choiceOf({ choices, open }: Of<"choice">, text: string): string | undefined {
  const wanted = slug(text);
  const found =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value }) => value.toLowerCase() === text.toLowerCase()) ??
    choices.find(({ label }) => wanted !== "" && slug(label) === wanted);
  if (found) return found.value;
  const form = [text, text.toUpperCase()].find((one) => open?.test(one));
  return choices.length === 0 ? text : form;
}

function notAmong({ choices }: Of<"choice">, text: string): string {
  const named = choices.slice(0, MOST_NAMED).map(({ value }) => value);
  const rest = choices.length - named.length;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return `has no value ${quoted(text)}. Values: ${named.join(", ")}${more}.`;
}

/** The value of a text filter: unquoted text of `starts` finds what begins with it. */
export function textValue(def: Of<"text">, text: string): string {
  if (!def.starts || text === NO_VALUE) {
    const value = unquote(text) ?? text;
    return def.upper ? value.toUpperCase() : value;
  }
  const [, inQuotes = "", star = ""] = /^("[\s\S]*")(\*?)$/.exec(text) ?? [];
  const whole = unquote(inQuotes) ?? text;
  if (inQuotes) return `${whole}${star}`;
  return whole === "" || whole.endsWith("*") ? whole : `${whole}*`;
}

/** The value of text filters for objects without one. */
const NO_VALUE = "none";

function readAmountText(
  def: Of<"amount">,
  given: { operator: Operator; text: string; before: string | undefined; currency: string },
): ValueRead {
  const { operator, text, before } = given;
  const stands = before ? readAmount(before) : { currency: "", min: "", max: "" };
  const plain = unquote(text) ?? text;
  const ends = plain.replace(/^([a-z]{3}):/i, "$1").split("..");
  const codes = new Set(plain.toUpperCase().match(/[A-Z]{3}/g) ?? []);
  const [code] = codes;
  const currency = code ?? (stands.currency || given.currency);
  const misread = fault(
    `cannot read ${quoted(plain)} as an amount${code ? "" : ` of ${currency}`}. Write amount>100, amount<=${shown("12.50")}EUR or amount:10..50.`,
  );
  if (
    !isCurrency(currency) ||
    codes.size > 1 ||
    ends.length > 2 ||
    (ends.length === 2 && operator !== ":")
  ) {
    return misread;
  }
  if (stands.currency && stands.currency !== currency) {
    return fault(`has two currencies, ${stands.currency} and ${currency}.`);
  }
  const figures = ends.map((end) => figureRead(end.replace(/[a-z]{3}/i, "").trim(), currency));
  const ambiguous = figures.find(({ twoReadings }) => twoReadings)?.twoReadings;
  if (ambiguous) return fault(ambiguous);
  if (figures.every(({ plain: figure }) => figure === "")) return misread;
  if (figures.some(({ plain: figure }) => figure === null)) return misread;
  const [first = "", last = first] = figures.map(({ plain: figure }) => figure ?? "");
  const bounds = {
    ":": { min: first, max: last },
    ">": { min: shifted(first, currency, 1n) },
    ">=": { min: first },
    "<": { max: shifted(first, currency, -1n) },
    "<=": { max: first },
  }[operator];
  if ("max" in bounds && bounds.max === null) return fault("cannot be below 0.");
  return boundsRead(
    { min: stands.min, max: stands.max },
    { min: bounds.min ?? undefined, max: ("max" in bounds && bounds.max) || undefined },
    ({ min, max }) => `${currency}:${min}..${max}`,
    def.label,
  );
}

/** A figure in the account's format as the address has it; null for one that is none. `1,234 KWD` can be two amounts. */
function figureRead(
  text: string,
  currency: string,
): { plain: string | null; twoReadings?: string | undefined } {
  if (text === "") return { plain: "" };
  const read = plainAmount(text, currency);
  if (read.plain === null) {
    return {
      plain: null,
      twoReadings: read.isAmbiguous ? `${quoted(text)}: ${read.fault}` : undefined,
    };
  }
  // An end that is the address's own spelling keeps it: 10, not 10.00.
  const isPlain = /^\d+(?:\.\d+)?$/.test(text);
  const isSame = decimalToMinor(text, currency) === decimalToMinor(read.plain, currency);
  return { plain: isPlain && isSame ? text : read.plain };
}

/** An amount of the address as the account writes it. */
const shown = (plain: string) => plain.replace(".", currentRules().decimal);

/** Adds a bound to those of earlier words, each given once. */
function boundsRead(
  before: { min: string; max: string },
  more: { min?: string | undefined; max?: string | undefined },
  write: (bounds: { min: string; max: string }) => string,
  label: string,
): ValueRead {
  if ((before.min && more.min) || (before.max && more.max)) {
    return fault(`is given twice. ${label} has one lower and one upper end.`);
  }
  return { value: write({ min: before.min || more.min || "", max: before.max || more.max || "" }) };
}

/** The next amount above or below a figure; null below zero. */
function shifted(figure: string, currency: string, by: bigint): string | null {
  const minor = (decimalToMinor(figure, currency) ?? 0n) + by;
  return minor < 0n ? null : minorToDecimal(minor, currency);
}

const LAST = /^(?:last)?(\d{1,4}[hd])$/i;

/** `last7d`, `today`, a day or a range: words that need no name. */
export function isPeriodWord(text: string): boolean {
  if (/^last\d{1,4}[hd]$/i.test(text) || /^(?:today|yesterday)$/i.test(text)) return true;
  const [from = "", to = "", ...rest] = text.split("..");
  if (isDay(text)) return true;
  return text.includes("..") && rest.length === 0 && isSpan(from, to);
}

function readPeriodText(
  def: Of<"period">,
  { operator, text, before }: { operator: Operator; text: string; before: string | undefined },
): ValueRead {
  const plain = unquote(text) ?? text;
  const [from = "", to = "", ...rest] = plain.split("..");
  const misread = fault(
    `cannot read ${quoted(plain)} as a period. Write last7d, today, 2026-11-20 or 2026-11-01..2026-11-20.`,
  );
  if (operator !== ":") {
    if (!isDay(plain)) return misread;
    const [min = "", max = ""] = before?.split("..") ?? [];
    if (before && !before.includes("..")) return fault("is given twice.");
    const bounds = {
      ">": { min: addDays(plain, 1) },
      ">=": { min: plain },
      "<": { max: addDays(plain, -1) },
      "<=": { max: plain },
    }[operator];
    return boundsRead({ min, max }, bounds, (all) => `${all.min}..${all.max}`, def.label);
  }
  if (before !== undefined) return fault("is given twice. A list has one period of each kind.");
  const preset = def.presets?.find(
    ({ value, label }) => value === plain || slug(label) === slug(plain),
  );
  if (preset) return { value: preset.value };
  const last = LAST.exec(plain)?.[1];
  if (last) return { value: last.toLowerCase() };
  if (/^(?:today|yesterday)$/i.test(plain)) return { value: plain.toLowerCase() };
  if (isDay(plain)) return { value: `${plain}..${plain}` };
  return plain.includes("..") && rest.length === 0 && isSpan(from, to) ? { value: plain } : misread;
}

const quoted = (text: string) => `“${text}”`;

/** The text of a filter's value with its operator, before it is checked to be read back as the same value. */
export function valueText(def: FilterDef, value: string): string {
  if (def.kind === "choice") {
    const parts = def.many ? value.split(",") : [value];
    return `:${parts.map((part) => (/^[^\s",\\]+$/.test(part) ? part : quote(part))).join(",")}`;
  }
  if (def.kind === "amount") return amountText(value);
  if (def.kind === "period") {
    const [from = "", to = ""] = value.split("..");
    if (/^\d{1,4}[hd]$/.test(value)) return `:last${value}`;
    return `:${from === to && isDay(from) ? from : value}`;
  }
  if (def.kind === "text" && def.starts && value !== NO_VALUE) {
    const part = value.endsWith("*") ? value.slice(0, -1) : null;
    if (part === null) return `:${quote(value)}`;
    return /^[^\s"*\\]+$/.test(part) && part !== NO_VALUE ? `:${part}` : `:${quote(part)}*`;
  }
  return `:${/^[^\s"\\]+$/.test(value) ? value : quote(value)}`;
}

/** `amount>100EUR` where the lower end is one minor unit above a whole amount, otherwise the end itself. */
function amountText(value: string): string {
  const { currency, min, max } = readAmount(value);
  if (min === max) return `:${shown(min)}${currency}`;
  if (min && max) return `:${shown(min)}..${shown(max)}${currency}`;
  const figure = min || max;
  const whole = shifted(figure, currency, min ? -1n : 1n)?.replace(/\.0+$/, "");
  const isStrict =
    whole !== undefined &&
    /^\d+$/.test(whole) &&
    /\.0*1$|\.9+$/.test(figure) &&
    shifted(whole, currency, min ? 1n : -1n) === figure;
  return `${min ? ">" : "<"}${isStrict ? whole : `=${shown(figure)}`}${currency}`;
}

/** A word that sets the filter, for messages. */
export function exampleOf(def: FilterDef): string {
  if (def.kind === "amount") return `${def.key}>100`;
  if (def.kind === "period") return `${def.key}:last7d`;
  if (def.kind === "choice") return `${def.key}:${def.choices[0]?.value ?? "value"}`;
  const placeholder = def.kind === "text" ? def.placeholder : undefined;
  const value = placeholder && !/[…,]/.test(placeholder) ? placeholder : "value";
  return `${def.key}:${/\s/.test(value) ? quote(value) : value}`;
}
