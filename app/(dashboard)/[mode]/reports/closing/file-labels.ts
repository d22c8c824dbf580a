import type { ClosingFileKind } from "#lib/kernel/vocabulary/closings.ts";

export const FILE_LABELS: Record<ClosingFileKind, string> = {
  settlement: "Settlement report",
  interchange: "Interchange report",
  declines: "Declines report",
  journal: "Journal for hledger",
};
