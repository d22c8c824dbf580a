import { choicesOf, statusChoices } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import { CAUSE_CHOICES } from "#components/format/delivery-labels.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { ANSWER_CLASSES } from "#lib/kernel/vocabulary/responses.ts";
import { DELIVERY_STATUSES } from "#lib/kernel/vocabulary/webhooks.ts";

const STATUS_CHOICES = statusChoices(DELIVERY_STATUSES);

const HAPPENED: FilterDef<"happened"> = {
  key: "happened",
  label: "Event happened",
  kind: "period",
  minutes: true,
};

/** The choices of `endpoint` and `type` are added by the screen. */
export const DELIVERY_FILTERS: readonly FilterDef<ListNames<"/:mode/deliveries">>[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: STATUS_CHOICES,
  },
  { key: "endpoint", label: "Endpoint", kind: "choice", choices: [] },
  { key: "type", label: "Event", kind: "choice", many: true, choices: [] },
  {
    key: "answer",
    label: "Last answer",
    kind: "choice",
    many: true,
    choices: choicesOf(ANSWER_CLASSES, {
      "2xx": "2xx, success",
      "3xx": "3xx, redirect",
      "4xx": "4xx, refused",
      "5xx": "5xx, server error",
      none: "no answer",
    }),
  },
  {
    key: "cause",
    label: "Failure",
    kind: "choice",
    many: true,
    choices: CAUSE_CHOICES.map(([value, label]) => ({ value, label: label.toLowerCase() })),
  },
  { key: "created", label: "Created", kind: "period", minutes: true },
  HAPPENED,
  {
    key: "standing",
    label: "Outcome including replays",
    kind: "choice",
    many: true,
    choices: STATUS_CHOICES,
  },
  { key: "q", label: "Id", kind: "text", placeholder: "evt_…, pay_…, cus_…, dlv_…", mono: true },
];

export const EVENT_FILTERS: readonly FilterDef<ListNames<"/:mode/events">>[] = [
  { key: "type", label: "Type", kind: "choice", many: true, choices: [] },
  { key: "created", label: "Happened", kind: "period" },
  { key: "q", label: "Id", kind: "text", placeholder: "evt_…, pay_…, re_…, cus_…", mono: true },
];

/** Filters of completeness. The choices of `type` are added by the screen. */
export const COMPLETENESS_FILTERS: readonly FilterDef<"happened" | "type">[] = [
  { ...HAPPENED, label: "Happened" },
  { key: "type", label: "Event", kind: "choice", many: true, choices: [] },
];
