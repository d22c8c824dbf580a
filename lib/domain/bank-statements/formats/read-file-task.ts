import { type CsvGiven, type ReadFile, readStatementFile } from "./read-file.ts";
import type { ParsedLine, ParsedStatement } from "./types.ts";

export type TaskInput = { bytes: Uint8Array; given: CsvGiven | null };
/** Statements without their lines, which are the rows of the task. */
export type TaskResult = Exclude<ReadFile, { statements: unknown }> | WithoutLines;
type WithoutLines = Omit<Extract<ReadFile, { statements: unknown }>, "statements"> & {
  heads: Omit<ParsedStatement, "lines">[];
};
export type TaskRow = { statement: number; line: ParsedLine };

/** Reads a statement's file as a task for `runOffLoop`. Throws as `readStatementFile`. */
export default function readFileTask({ bytes, given }: TaskInput): {
  result: TaskResult;
  rows: TaskRow[];
} {
  const read = readStatementFile(bytes, given);
  if (!("statements" in read)) return { result: read, rows: [] };
  const { statements, ...file } = read;
  const rows = statements.flatMap(({ lines }, statement) =>
    lines.map((line) => ({ statement, line })),
  );
  return { result: { ...file, heads: statements.map(({ lines, ...head }) => head) }, rows };
}
