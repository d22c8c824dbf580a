import type { FilterValues } from "#components/filters/filters.ts";
import { fromZonedInput, toZonedInput } from "#components/time/zoned-input.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What is asked for on the page of a new replay. */
export type Params = {
  /** None: all of them. */
  endpoints: readonly string[];
  types: readonly string[];
  statuses: readonly string[];
  window: WindowChoice;
  /** As typed, in the merchant's zone; of use with `custom` only. */
  from: string;
  to: string;
  /** When the window before was chosen: what "the last hour" is counted from. */
  chosenMs: number;
};

export const WINDOWS = ["1h", "24h", "7d", "30d", "failing", "custom"] as const;
export type WindowChoice = (typeof WINDOWS)[number];

/** A moment less than what is kept, so that choosing and starting fit in between. */
const LASTS: Partial<Record<WindowChoice, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS - 15 * MINUTE_MS,
};

export type Range = { from: string; to: string | null };

/** The window in moments; `to` null is the present. Null while a custom one is not filled in. */
export function rangeOf(params: Params, failingSince: string | null, zone: string): Range | null {
  const lastMs = LASTS[params.window];
  if (lastMs !== undefined) return { from: iso(params.chosenMs - lastMs), to: null };
  if (params.window === "failing") return failingSince ? failingRange(failingSince) : null;
  const from = fromZonedInput(params.from, zone);
  const to = params.to ? fromZonedInput(params.to, zone) : undefined;
  if (!from || to === null) return null;
  return { from: from.toISOString(), to: to?.toISOString() ?? null };
}

/** An endpoint fails from its first failed attempt on; what was attempted then had been made before. */
const MADE_BEFORE_MS = 5 * MINUTE_MS;

/** From when on deliveries were made that an endpoint failing since a moment did not get. */
export function failingRange(failingSince: string): Range {
  return { from: iso(Date.parse(failingSince) - MADE_BEFORE_MS), to: null };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Whether the last moment of a custom window is before the first one. */
export function isBackwards({ from, to }: Range): boolean {
  return to !== null && from >= to;
}

const DELIVERY_WORDS: Record<string, string> = {
  failed: "failed",
  retrying: "failed",
  held: "held",
  delivered: "delivered",
};

/** Filters of the list that a replay has as well; where its page begins says nothing. */
const CARRIED: readonly string[] = ["endpoint", "type", "status", "created", "after", "before"];

/** Where the deliveries list leads: the same filters, as a replay has them. Null when a replay has no
 *  such filter. */
export function replayHref(mode: string, filters: FilterValues): string | null {
  const known = Object.keys(filters).every((key) => CARRIED.includes(key));
  if (!known) return null;
  const statuses = filters.status?.split(",").map((each) => DELIVERY_WORDS[each]);
  if (statuses?.some((each) => each === undefined)) return null;
  const params = new URLSearchParams();
  const set = (key: string, value: string | undefined) => value && params.set(key, value);
  set("endpoint", filters.endpoint);
  set("type", filters.type);
  set("status", statuses && [...new Set(statuses)].join(","));
  set("made", filters.created);
  const query = params.toString().replaceAll("%2C", ",");
  return `/${mode}/webhooks/replays/new${query ? `?${query}` : ""}`;
}

const list = (text: string | null) => (text ?? "").split(",").filter(Boolean);

/** What the address asks for: `endpoint`, `type`, `status`; `made` as the deliveries list has it, or
 *  `since` as a moment, or `window`. */
export function paramsOf(params: URLSearchParams, presentMs: number, zone: string): Params {
  const statuses = list(params.get("status"));
  const types = list(params.get("type"));
  const base: Params = {
    endpoints: list(params.get("endpoint")),
    types: types.length > 0 ? types : ["*"],
    statuses: statuses.length > 0 ? statuses : ["failed"],
    window: "24h",
    from: toZonedInput(new Date(presentMs - DAY_MS), zone),
    to: "",
    chosenMs: presentMs,
  };
  const since = params.get("since");
  if (since && !Number.isNaN(Date.parse(since))) {
    return { ...base, window: "custom", from: toZonedInput(new Date(since), zone) };
  }
  const window = params.get("window") ?? params.get("made") ?? (params.size > 0 ? "30d" : "24h");
  if ((WINDOWS as readonly string[]).includes(window)) {
    return { ...base, window: window as WindowChoice };
  }
  const [from = "", to = ""] = window.split("..");
  if (!window.includes("..")) return base;
  return {
    ...base,
    window: "custom",
    from: from ? minuteOf(from) : toZonedInput(new Date(presentMs - (LASTS["30d"] ?? 0)), zone),
    to: to ? endOf(to) : "",
  };
}

const isDay = (text: string) => !text.includes("T");
const minuteOf = (text: string) => (isDay(text) ? `${text}T00:00` : text);

/** The list's last day belongs to its period; a replay's end, like a minute, does not. */
function endOf(text: string): string {
  if (!isDay(text)) return text;
  const next = new Date(Date.parse(`${text}T00:00:00Z`) + DAY_MS);
  return `${next.toISOString().slice(0, 10)}T00:00`;
}
