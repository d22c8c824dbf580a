import type { FilterValues } from "#components/filters/filters.ts";
import { fromZonedInput, toZonedInput } from "#components/time/zoned-input.ts";
import { REPLAYABLE, type Replayable } from "#lib/kernel/vocabulary/webhooks.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Input of the new replay page. */
export type Params = {
  /** Empty means all. */
  endpoints: readonly string[];
  types: readonly string[];
  statuses: readonly Replayable[];
  window: WindowChoice;
  /** As typed, in the merchant's zone. Used with `custom` only. */
  from: string;
  to: string;
  /** When the preset was chosen: "the last hour" counts back from it. */
  chosenMs: number;
};

export const WINDOWS = ["1h", "24h", "7d", "30d", "failing", "custom"] as const;
export type WindowChoice = (typeof WINDOWS)[number];

/** A little less than the retention, so that the start is still kept when the replay begins. */
const LASTS: Partial<Record<WindowChoice, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS - 15 * MINUTE_MS,
};

export type Range = { from: string; to: string | null };

/** The window as times. `to` null is now. Null while a custom window is incomplete. */
export function rangeOf(params: Params, failingSince: string | null, zone: string): Range | null {
  const lastMs = LASTS[params.window];
  if (lastMs !== undefined) return { from: iso(params.chosenMs - lastMs), to: null };
  if (params.window === "failing") return failingSince ? failingRange(failingSince) : null;
  const from = fromZonedInput(params.from, zone);
  const to = params.to ? fromZonedInput(params.to, zone) : undefined;
  if (!from || to === null) return null;
  return { from: from.toISOString(), to: to?.toISOString() ?? null };
}

/** An endpoint fails from its first failed attempt on; the deliveries attempted then were created earlier. */
const MADE_BEFORE_MS = 5 * MINUTE_MS;

/** The start of a range with every delivery that an endpoint failing since `since` did not get. */
export function failingRange(failingSince: string): Range {
  return { from: iso(Date.parse(failingSince) - MADE_BEFORE_MS), to: null };
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Whether a custom window ends before it starts. */
export function isBackwards({ from, to }: Range): boolean {
  return to !== null && from >= to;
}

/** The selection of a replay that a filter of the deliveries list means. */
const SELECTIONS: Record<string, Replayable> = {
  failed: "failed",
  retrying: "failed",
  held: "held",
  delivered: "delivered",
};

/** Whether a replay sends exactly the statuses of the list: it has failed and retrying only together. */
export function isSameSelection({ status }: FilterValues): boolean {
  const wanted = status?.split(",") ?? [];
  return wanted.length > 0 && wanted.includes("failed") === wanted.includes("retrying");
}

/** List filters that a replay also has, and the cursor, which is ignored. */
const CARRIED: readonly string[] = ["endpoint", "type", "status", "created", "after", "before"];

/** The link from the deliveries list to a replay with its filters, or null if a filter has no equivalent. */
export function replayHref(mode: string, filters: FilterValues): string | null {
  const known = Object.keys(filters).every((key) => CARRIED.includes(key));
  if (!known) return null;
  const statuses = filters.status?.split(",").map((each) => SELECTIONS[each]);
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

/** Input from the address: `endpoint`, `type`, `status`; `made` as in the deliveries list, or `since` as a time, or
 * `window`. */
export function paramsOf(params: URLSearchParams, presentMs: number, zone: string): Params {
  const given = list(params.get("status"));
  const statuses = REPLAYABLE.filter((status) => given.includes(status));
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

/** The list's period includes its last day; a replay's end is exclusive. */
function endOf(text: string): string {
  if (!isDay(text)) return text;
  const next = new Date(Date.parse(`${text}T00:00:00Z`) + DAY_MS);
  return `${next.toISOString().slice(0, 10)}T00:00`;
}
