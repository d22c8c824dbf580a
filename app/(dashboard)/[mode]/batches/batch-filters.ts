import type { FilterDef } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";

const STATUSES = ["processing", "completed", "rejected"].map((value) => ({
  value,
  label: statusWord(value).toLowerCase(),
}));

export const BATCH_FILTERS: readonly FilterDef[] = [
  { key: "status", label: "Status", kind: "choice", many: true, choices: STATUSES },
  { key: "created", label: "Created", kind: "period" },
];
