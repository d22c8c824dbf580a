import { businessNowMs } from "#lib/kernel/business-time.ts";
import { DAY_MS, dateFromMs, HOUR_MS, nowMs } from "#lib/kernel/clock.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { decimalToMinor } from "#lib/kernel/money.ts";
import type { KeysetPage, PageSort } from "#lib/kernel/page.ts";
import { addDays, isHour, isMoment, isSpan, localDay, type Period } from "#lib/kernel/period.ts";
import { LONGEST_TAG, TAG } from "#lib/kernel/vocabulary/annotations.ts";
import { MOST_LISTED } from "#lib/kernel/vocabulary/lists.ts";
import type { QueryContext } from "./typed-routes.ts";

/** Reads the filters of a list from the query. Each function throws `parameter_invalid` with the parameter's name:
 *  people also type, cut and share addresses. */

const PAGE_ROWS = 50;

/** `7d`, `24h`: the last days or hours. */
const LAST = /^([1-9]\d{0,3})([hd])$/;
const DAYS_AGO: Record<string, number> = { today: 0, yesterday: 1 };

/** A value as given. */
export function readParam<N extends string>(c: QueryContext<N>, name: N): string | undefined {
  return c.req.query(name);
}

/** The page that `after` or `before` names. */
export function readPageParam(
  c: QueryContext<"after" | "before" | "sort">,
  sorts: Readonly<Record<string, string>> = {},
): KeysetPage {
  const after = c.req.query("after") || null;
  const before = c.req.query("before") || null;
  for (const [name, cursor] of Object.entries({ after, before })) {
    if (cursor && !/^[a-z]{2,4}_[0-9a-z]{1,40}$/.test(cursor)) {
      throw invalid(name, "That page does not exist. Start again from the newest.");
    }
  }
  return { after, before: after ? null : before, limit: PAGE_ROWS, sort: readSort(c, sorts) };
}

/** `amount`, or `-amount` from the largest. */
function readSort(
  c: QueryContext<"sort">,
  sorts: Readonly<Record<string, string>>,
): PageSort | undefined {
  const text = c.req.query("sort");
  if (!text) return undefined;
  const by = text.replace(/^-/, "");
  if (!Object.hasOwn(sorts, by)) throw invalid("sort", "This list cannot be sorted by that.");
  return { by, descending: text.startsWith("-") };
}

/** Throws `parameter_invalid` (`sort`) for an order without an index if more than `MOST_LISTED` rows match. */
export async function checkSortable(
  { sort }: KeysetPage,
  sorts: Readonly<Record<string, string>>,
  sum: () => Promise<{ hasMore: boolean }>,
): Promise<void> {
  if (!sort || sorts[sort.by] !== "bounded" || !(await sum()).hasMore) return;
  const most = MOST_LISTED.toLocaleString("en");
  throw invalid("sort", `At most ${most} rows are sorted by ${sort.by}. Narrow the filters first.`);
}

/** `failed,canceled`: values out of `known`. */
export function readChoices<N extends string, V extends string>(
  c: QueryContext<N>,
  name: N,
  known: readonly V[],
): V[] | undefined {
  const values = readWords(c, name);
  const unknown = values?.find((value) => !(known as readonly string[]).includes(value));
  if (unknown !== undefined) throw invalid(name, `${unknown} is not among the values of ${name}.`);
  return values as V[] | undefined;
}

/** `card,ideal`: any values in the format of our codes. */
export function readWords<N extends string>(c: QueryContext<N>, name: N): string[] | undefined {
  const values = (c.req.query(name) ?? "").split(",").filter(Boolean);
  if (values.length === 0) return undefined;
  if (values.length > 50 || values.some((value) => !/^[A-Za-z0-9_.]{1,60}$/.test(value))) {
    throw invalid(name, `${name} is malformed.`);
  }
  return values;
}

/** `vip,wholesale order`: tags, in any case. */
export function readTags(c: QueryContext<"tag">): string[] | undefined {
  const tags = (c.req.query("tag") ?? "")
    .split(",")
    .map((tag) => tag.normalize("NFC").trim())
    .filter(Boolean);
  if (tags.length === 0) return undefined;
  if (tags.length > 50 || tags.some((tag) => tag.length > LONGEST_TAG || !TAG.test(tag))) {
    throw invalid("tag", "tag is malformed.");
  }
  return tags;
}

/** One of a few values; the first is the default. */
export function readChoice<N extends string, V extends string>(
  c: QueryContext<N>,
  name: N,
  known: readonly [V, ...V[]],
): V {
  const text = c.req.query(name);
  const found = text ? known.find((one) => one === text) : known[0];
  if (!found) throw invalid(name, `${name} is one of ${known.join(", ")}.`);
  return found;
}

/** An id or a part of text, as typed. */
export function readText<N extends string>(c: QueryContext<N>, name: N): string | undefined {
  // PostgreSQL cannot store NUL in text.
  return c.req.query(name)?.replaceAll("\0", "").trim().slice(0, 200) || undefined;
}

/** An hour of the day in the merchant's time zone, 0 to 23. */
export function readHour(c: QueryContext<"hour">): number | undefined {
  const text = c.req.query("hour");
  if (!text) return undefined;
  if (!isHour(text)) throw invalid("hour", "Give an hour of the day as 0 to 23.");
  return Number(text);
}

/** The filter value for rows without a value. */
const NONE = "none";

/** At most one value per name; the filter value for "none" becomes the empty text. */
export function readTraits<N extends string>(
  c: QueryContext<N>,
  names: readonly N[],
): Partial<Record<N, string>> {
  const traits: Partial<Record<N, string>> = {};
  for (const name of names) {
    const value = readText(c, name);
    if (value !== undefined) traits[name] = value === NONE ? "" : value;
  }
  return traits;
}

/** `24h`, `7d`, `today` or `yesterday` by the account's clock, or days or minutes in the merchant's time zone:
 *  `2026-04-01..2026-04-12`, `2026-04-01T14:00..2026-04-01T15:30`, or moments: `2026-04-01T14:00:05.250Z..`. */
export function readPeriod<N extends string>(c: QueryContext<N>, name: N): Period | undefined {
  const presentMs = businessNowMs(c.get("ctx"));
  const period = readPeriodAt(c, name, presentMs);
  return period && "lastMs" in period ? { ...period, presentMs } : period;
}

/** The same by real time, also when the sandbox clock is ahead: for webhooks. */
export function readRealPeriod<N extends string>(c: QueryContext<N>, name: N): Period | undefined {
  return readPeriodAt(c, name, nowMs());
}

function readPeriodAt<N extends string>(
  c: QueryContext<N>,
  name: N,
  presentMs: number,
): Period | undefined {
  const text = c.req.query(name);
  if (!text) return undefined;
  const { timezone: zone } = c.get("membership");
  const [, count, unit] = LAST.exec(text) ?? [];
  if (count) return { lastMs: Number(count) * (unit === "h" ? HOUR_MS : DAY_MS) };
  const ago = DAYS_AGO[text];
  if (ago !== undefined) {
    const day = addDays(localDay(dateFromMs(presentMs), zone), -ago);
    return { fromDay: day, toDay: day, zone };
  }
  const [from = "", to = "", ...rest] = text.split("..");
  if (rest.length > 0 || !text.includes("..") || !isSpan(from, to)) {
    throw invalid(name, "Give a period as 7d, or as days: 2026-04-01..2026-04-12.");
  }
  if (isMoment(from || to)) {
    const [first, end] = [from, to].map((one) => (one ? new Date(one) : null));
    return { from: first ?? null, to: end ?? null };
  }
  return { fromDay: from || null, toDay: to || null, zone };
}

export type AmountRange = { currency: string; minMinor: bigint | null; maxMinor: bigint | null };

/** `EUR:10.00..50.00`; either bound can be missing. */
export function readAmountRange(c: QueryContext<"amount">): AmountRange | undefined {
  const text = c.req.query("amount");
  if (!text) return undefined;
  const [, currency = "", min = "", max = ""] =
    /^([A-Z]{3}):([\d.,]*?)\.\.([\d.,]*)$/.exec(text) ?? [];
  const read = (figure: string) => (figure ? decimalToMinor(figure, currency) : null);
  const range = { currency, minMinor: read(min), maxMinor: read(max) };
  const misread = (min && range.minMinor === null) || (max && range.maxMinor === null);
  if (!isCurrency(currency) || misread || (!min && !max)) {
    throw invalid("amount", "Give an amount as EUR:10.00..50.00; either end may be missing.");
  }
  return range;
}
