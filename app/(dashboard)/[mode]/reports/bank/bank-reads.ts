import { statusChoices } from "#components/filters/choices.ts";
import type { FilterDef, FilterValues } from "#components/filters/filters.ts";
import { read } from "#lib/dashboard/client.ts";
import type { ListNames } from "#lib/dashboard/internal-queries.ts";
import { BANK_LINE_STATES } from "#lib/kernel/vocabulary/bank-statements.ts";

const STATES = statusChoices(BANK_LINE_STATES);

type Name = ListNames<"/:mode/bank-lines">;

export const BANK_FILTERS: readonly FilterDef<Name>[] = [
  { key: "q", label: "Search", kind: "search", placeholder: "Text, reference, id or amount" },
  { key: "state", label: "State", kind: "choice", many: true, choices: STATES },
  { key: "booked", label: "Booked", kind: "period" },
  { key: "statement", label: "Statement", kind: "text", mono: true },
];

export const bankRead = (mode: string) => read("/:mode/bank-statements", { mode });

export const linesRead = (mode: string, filters: FilterValues<Name>) =>
  read("/:mode/bank-lines", { mode }, filters);
