import type { FilterDef } from "#components/filters/filters.ts";

/** What the report looks at, in its address. */
export const REPORT_FILTERS: readonly FilterDef[] = [
  { key: "period", label: "Arrival", kind: "period" },
  { key: "currency", label: "Currency", kind: "choice", choices: [] },
  { key: "month", label: "Month", kind: "text" },
];

export const PRESETS = [
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "1 year" },
] as const;
