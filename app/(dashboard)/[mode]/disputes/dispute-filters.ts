import { REASON_CHOICES } from "#components/disputes/reasons.ts";
import { choicesOf, statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { DISPUTE_STATUSES, DUE_PERIODS } from "#lib/kernel/vocabulary/disputes.ts";
import { CURRENCY } from "../payments/payment-filters.ts";
import type { StatusTab } from "../shared/list-tabs.tsx";
import { TAG_FILTER } from "../shared/tag-filter.ts";

const DUE_WITHIN = choicesOf(DUE_PERIODS, {
  in1d: "within 24 hours",
  in3d: "within 3 days",
  in7d: "within 7 days",
});

export const DISPUTE_TABS: readonly StatusTab[] = [
  { label: "All", status: null },
  ...DISPUTE_STATUSES.map((status) => ({ label: statusWord(status), status })),
];

export const DISPUTE_FILTERS: readonly FilterDef<ListNames<"/:mode/disputes">>[] = [
  {
    key: "q",
    label: "Search disputes",
    kind: "search",
    placeholder: "Id, e-mail, name, last 4 …",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    choices: statusChoices(DISPUTE_STATUSES),
  },
  { key: "reason", label: "Reason", kind: "choice", many: true, choices: REASON_CHOICES },
  { key: "due", label: "Response due", kind: "period", presets: DUE_WITHIN },
  CURRENCY,
  { key: "created", label: "Opened", kind: "period" },
  TAG_FILTER,
];
