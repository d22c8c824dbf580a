import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { APPROVAL_CHOICES, RAIL_CHOICES } from "#components/payouts/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { PAYOUT_CURRENCIES, PAYOUT_STATUSES } from "#lib/kernel/vocabulary/payouts.ts";
import { TAG_FILTER } from "../shared/tag-filter.ts";

export const PAYOUT_FILTERS: readonly FilterDef<ListNames<"/:mode/payouts">>[] = [
  {
    key: "q",
    label: "Search payouts",
    kind: "search",
    placeholder: "Id, name, IBAN, reference …",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(PAYOUT_STATUSES),
  },
  { key: "approval", label: "Approval", kind: "choice", many: true, choices: APPROVAL_CHOICES },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: PAYOUT_CURRENCIES },
  { key: "rail", label: "Rail", kind: "choice", many: true, choices: RAIL_CHOICES },
  {
    key: "currency",
    label: "Currency",
    kind: "choice",
    many: true,
    choices: PAYOUT_CURRENCIES.map((code) => ({ value: code, label: code })),
  },
  { key: "batch", label: "Batch", kind: "text", placeholder: "pob_…", mono: true },
  TAG_FILTER,
];
