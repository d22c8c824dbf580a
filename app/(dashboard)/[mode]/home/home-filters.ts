import type { FilterDef } from "#components/filters/filters.ts";

export const RANGES = [
  { value: "28d", label: "28 days" },
  { value: "7d", label: "7 days" },
] as const;

/** Filters of the home screen in the address. */
export const HOME_FILTERS: readonly FilterDef[] = [
  { key: "range", label: "Range", kind: "choice", choices: RANGES },
  { key: "currency", label: "Currency", kind: "choice", choices: [] },
];
