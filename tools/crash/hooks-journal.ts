import { appendFileSync, readFileSync } from "node:fs";

/** The steps of a delivery after which a worker is killed. */
export const STEPS = ["claimed", "sent", "answered", "recorded"] as const;
export type Step = (typeof STEPS)[number];

export type JournalLine =
  | { what: "claiming"; worker: number }
  /** The claim returned the deliveries of the `claimed` lines that follow. */
  | { what: "answered"; worker: number }
  | { what: "claimed"; worker: number; delivery: string; endpoint: string; number: number }
  | { what: "killed"; worker: number; step: Step }
  | { what: "database down" }
  | { what: "database up" };

/** Writes lines that survive a kill of the writer, in one order over all processes. */
export function writeJournal(path: string, lines: readonly JournalLine[]): void {
  appendFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

export function readJournal(path: string): JournalLine[] {
  const text = readFileSync(path, "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalLine);
}
