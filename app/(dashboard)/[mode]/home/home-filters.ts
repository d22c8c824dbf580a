import { choicesOf } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { QueryNames } from "#lib/dashboard/internal-queries.ts";
import { HOME_COMPARISONS, HOME_RANGES } from "#lib/kernel/vocabulary/home.ts";

export const RANGES = choicesOf(HOME_RANGES, { "28d": "28 days", "7d": "7 days" });

export const COMPARISONS = choicesOf(HOME_COMPARISONS, {
  previous: "vs previous period",
  four_weeks: "vs four weeks before",
  year: "vs a year before",
  none: "No comparison",
});

/** Filters of the home screen in the address. */
export const HOME_FILTERS: readonly FilterDef<QueryNames<"GET /:mode/home">>[] = [
  { key: "range", label: "Range", kind: "period", presets: RANGES },
  { key: "compare", label: "Compare with", kind: "choice", choices: COMPARISONS },
  { key: "currency", label: "Currency", kind: "choice", choices: [] },
];
