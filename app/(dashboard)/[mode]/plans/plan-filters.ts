import type { FilterDef } from "#components/filters/filters.ts";

export const PLAN_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search plans", kind: "search", placeholder: "Name or id" },
  {
    key: "state",
    label: "State",
    kind: "choice",
    choices: [
      { value: "active", label: "active" },
      { value: "retired", label: "retired" },
    ],
  },
];
