import { choicesOf } from "#components/filters/choices.ts";
import type { FilterDef } from "#components/filters/filters.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { API_METHODS } from "#lib/kernel/vocabulary/methods.ts";
import { RESPONSE_CLASSES } from "#lib/kernel/vocabulary/responses.ts";

const METHODS = API_METHODS.map((value) => ({ value, label: value }));

/** The choices of `key`, `version`, `error` and `call` are added by the screen. */
export const LOG_FILTERS: readonly FilterDef<ListNames<"/:mode/logs">>[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: choicesOf(RESPONSE_CLASSES, {
      "2xx": "2xx, success",
      "3xx": "3xx, redirect",
      "4xx": "4xx, refused",
      "5xx": "5xx, server error",
    }),
  },
  { key: "error", label: "Error", kind: "choice", many: true, choices: [] },
  { key: "method", label: "Method", kind: "choice", many: true, choices: METHODS },
  { key: "call", label: "Call", kind: "choice", many: true, choices: [] },
  { key: "key", label: "Key", kind: "choice", choices: [] },
  { key: "version", label: "Version", kind: "choice", choices: [] },
  { key: "made", label: "Received", kind: "period", minutes: true },
  {
    key: "q",
    label: "Id",
    kind: "text",
    placeholder: "req_…, pay_…, evt_…, an idempotency key",
    mono: true,
  },
];
