import { decimalText } from "../format/locale.ts";
import { periodText } from "../time/period-text.ts";
import { statusWord } from "../ui/status-labels.ts";

export type FilterChoice = {
  value: string;
  label: string;
  /** How many objects have it. */
  count?: number;
};

/** One filter of a list. `key` is its name in the URL and in the request. */
export type FilterDef<Key extends string = string> = {
  key: Key;
  label: string;
  /** The heading that it has in the menu of filters; filters without one come first. */
  group?: string;
  /** Its chip is always shown. */
  pinned?: boolean;
} & ( // `verbatim`: values are words of the account's people, shown as they wrote them. // `open`: other values of this form are valid, too.
  | {
      kind: "choice";
      choices: readonly FilterChoice[];
      many?: boolean;
      open?: RegExp;
      verbatim?: boolean;
    }
  /** `starts`: a value that ends with `*` finds what starts with it. `upper`: values are in capitals. */
  | { kind: "text"; placeholder?: string; mono?: boolean; starts?: boolean; upper?: boolean }
  /** `minutes`: the period can be set to the minute. */
  | { kind: "period"; minutes?: boolean; presets?: readonly FilterChoice[] }
  | { kind: "amount"; currencies: readonly string[] }
  /** The list's search box: always visible, never a chip. */
  | { kind: "search"; placeholder: string }
);

/** The filters that are set, with the page cursor. */
export type FilterValues<Key extends string = string> = Readonly<
  Partial<Record<Key | Cursor | typeof SORT_KEY, string>>
>;

/** The page cursors in the URL; changing a filter removes them. */
export const CURSOR_KEYS = ["after", "before"] as const;
type Cursor = (typeof CURSOR_KEYS)[number];

/** The order of a list in the URL: a column, with "-" from the largest. */
export const SORT_KEY = "sort";

/** The filters of a list without its order and page cursors. */
export function withoutCursors<Key extends string>({
  after: _after,
  before: _before,
  sort: _sort,
  ...filters
}: FilterValues<Key>) {
  return filters;
}

export const PERIODS: readonly FilterChoice[] = [
  { value: "today", label: "today" },
  { value: "yesterday", label: "yesterday" },
  { value: "24h", label: "last 24 hours" },
  { value: "7d", label: "last 7 days" },
  { value: "30d", label: "last 30 days" },
  { value: "90d", label: "last 90 days" },
];

/** Choices of a filter with minutes. */
export const SHORT_PERIODS: readonly FilterChoice[] = [
  { value: "1h", label: "last hour" },
  ...PERIODS.slice(0, 5),
];

/** Choices for reports: whole days in the merchant's time zone, including today. */
export const DAY_PERIODS: readonly FilterChoice[] = [
  ...PERIODS.slice(3),
  { value: "365d", label: "last 365 days" },
];

type RawParams = Record<string, string | string[] | undefined> | URLSearchParams;

/** The known filters and cursors of a URL in a fixed order, so that server and browser make the same query key. */
export function readFilters<Key extends string>(
  defs: readonly FilterDef<Key>[],
  params: RawParams,
): FilterValues<Key> {
  const values: Partial<Record<Key | Cursor | typeof SORT_KEY, string>> = {};
  for (const key of [...defs.map((def) => def.key), SORT_KEY, ...CURSOR_KEYS] as const) {
    const raw = params instanceof URLSearchParams ? params.get(key) : params[key];
    const value = Array.isArray(raw) ? raw[0] : raw;
    if (value) values[key] = value;
  }
  return values;
}

/** Names by id. */
export type Names = Readonly<Record<string, string>>;

/** A filter as text: `Status is failed or canceled`, `Created last 7 days`, `Plan is Team`. */
export function filterLabel(
  def: FilterDef,
  value: string,
  names: Names = {},
): { subject: string; predicate: string } {
  if (def.kind === "choice") {
    const word = (one: string) => (def.verbatim ? one : statusWord(one));
    const label = value
      .split(",")
      .map((one) => def.choices.find((choice) => choice.value === one)?.label ?? word(one));
    return { subject: def.label, predicate: `is ${joinOr(label)}` };
  }
  if (def.kind === "period") {
    const preset = def.presets?.find((one) => one.value === value);
    return { subject: def.label, predicate: preset?.label ?? periodLabel(value) };
  }
  if (def.kind === "amount") return { subject: def.label, predicate: amountLabel(value) };
  if (def.kind === "text" && def.starts && value.endsWith("*")) {
    return { subject: def.label, predicate: `starts with ${value.slice(0, -1)}` };
  }
  return { subject: def.label, predicate: `is ${names[value] ?? value}` };
}

function joinOr(label: string[]): string {
  if (label.length < 2) return label.join("");
  return `${label.slice(0, -1).join(", ")} or ${label.at(-1)}`;
}

function periodLabel(value: string): string {
  const preset = [...SHORT_PERIODS, ...PERIODS, ...DAY_PERIODS].find(
    (period) => period.value === value,
  );
  if (preset) return preset.label;
  const [, count, unit] = /^(\d+)([hd])$/.exec(value) ?? [];
  if (count) return `last ${count} ${unit === "h" ? "hours" : "days"}`;
  const [from = "", to = ""] = value.split("..");
  return from === to ? `is ${periodText(from, to)}` : periodText(from, to);
}

/** `EUR:10.00..50.00`, either end may be missing. */
export function readAmount(value: string): { currency: string; min: string; max: string } {
  const [currency = "", range = ""] = value.split(":");
  const [min = "", max = ""] = range.split("..");
  return { currency, min, max };
}

function amountLabel(value: string): string {
  const { currency, ...ends } = readAmount(value);
  const [min, max] = [ends.min, ends.max].map((end) => end && decimalText(end));
  if (min && max) return min === max ? `is ${min} ${currency}` : `is ${min} to ${max} ${currency}`;
  return min ? `is at least ${min} ${currency}` : `is at most ${max} ${currency}`;
}
