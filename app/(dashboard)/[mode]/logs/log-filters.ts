import type { FilterDef } from "#components/filters/filters.ts";

const METHODS = ["GET", "POST", "DELETE"].map((value) => ({ value, label: value }));

/** The choices of `key`, `version`, `error` and `call` are added by the screen. */
export const LOG_FILTERS: readonly FilterDef[] = [
  {
    key: "status",
    label: "Status",
    kind: "choice",
    many: true,
    choices: [
      { value: "2xx", label: "2xx, success" },
      { value: "4xx", label: "4xx, refused" },
      { value: "5xx", label: "5xx, server error" },
    ],
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
