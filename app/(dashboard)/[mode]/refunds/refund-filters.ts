import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { REFUND_REASON_CHOICES } from "#components/payments/labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { REFUND_STATUSES } from "#lib/kernel/vocabulary/refunds.ts";
import { CURRENCIES, CURRENCY } from "../payments/payment-filters.ts";

export const REFUND_FILTERS: readonly FilterDef<ListNames<"/:mode/refunds">>[] = [
  {
    key: "q",
    label: "Search refunds",
    kind: "search",
    placeholder: "Id, e-mail, name, last 4 …",
  },
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: statusChoices(REFUND_STATUSES),
  },
  { key: "created", label: "Created", kind: "period" },
  { key: "amount", label: "Amount", kind: "amount", currencies: CURRENCIES },
  { key: "reason", label: "Reason", kind: "choice", many: true, choices: REFUND_REASON_CHOICES },
  CURRENCY,
  { key: "payment", label: "Payment", kind: "text", placeholder: "pay_…", mono: true },
];
