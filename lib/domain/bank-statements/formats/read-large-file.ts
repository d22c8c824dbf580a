import { LARGE_BYTES } from "#lib/kernel/body/receive-bytes.ts";
import { runOffLoop } from "#lib/kernel/off-loop.ts";
import { type CsvGiven, type ReadFile, readStatementFile } from "./read-file.ts";
import type { TaskInput, TaskResult, TaskRow } from "./read-file-task.ts";
import type { ParsedLine } from "./types.ts";

const TASK = new URL("./read-file-task.ts", import.meta.url);

/** As `readStatementFile`; above 64 KiB off the event loop. Throws as that and `runOffLoop`. */
export async function readFileOfAnySize(
  bytes: Uint8Array,
  given: CsvGiven | null,
): Promise<ReadFile> {
  if (bytes.byteLength <= LARGE_BYTES) return readStatementFile(bytes, given);
  const input: TaskInput = { bytes, given };
  const { result, rows } = await runOffLoop<TaskResult, TaskRow>(TASK, input);
  if (!("heads" in result)) return result;
  const lines: ParsedLine[][] = result.heads.map(() => []);
  for (const { statement, line } of rows) lines[statement]?.push(line);
  const { heads, ...file } = result;
  return { ...file, statements: heads.map((head, i) => ({ ...head, lines: lines[i] ?? [] })) };
}
