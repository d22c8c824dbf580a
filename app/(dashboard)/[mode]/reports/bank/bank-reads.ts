import type { FilterDef, FilterValues } from "#components/filters/filters.ts";
import { statusWord } from "#components/ui/status-labels.ts";
import { read } from "#lib/dashboard/client.ts";
import { BANK_LINE_STATES } from "#lib/kernel/vocabulary/bank-statements.ts";

const STATES = BANK_LINE_STATES.map((value) => ({ value, label: statusWord(value).toLowerCase() }));

export const BANK_FILTERS: readonly FilterDef[] = [
  { key: "q", label: "Search", kind: "search", placeholder: "Text, reference, id or amount" },
  { key: "state", label: "State", kind: "choice", many: true, choices: STATES },
  { key: "booked", label: "Booked", kind: "period" },
  { key: "statement", label: "Statement", kind: "text", mono: true },
];

export const bankRead = (mode: string) => read("/:mode/bank-statements", { mode });

export const linesRead = (mode: string, filters: FilterValues) =>
  read("/:mode/bank-lines", { mode }, filters);
