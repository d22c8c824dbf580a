import { choicesOf } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { PLAN_STATES } from "#lib/kernel/vocabulary/billing.ts";

export const PLAN_FILTERS: readonly FilterDef<ListNames<"/:mode/plans">>[] = [
  { key: "q", label: "Search plans", kind: "search", placeholder: "Name or id" },
  {
    key: "state",
    label: "State",
    kind: "choice",
    choices: choicesOf(PLAN_STATES, { active: "active", retired: "retired" }),
  },
];
