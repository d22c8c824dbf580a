export { type AddedFile, addStatementsIn } from "./add-statements.ts";
export { listLineItems } from "./browse-store.ts";
export {
  matchLineIn,
  removeStatementIn,
  setLineAsideIn,
  unmatchLineIn,
} from "./decide-line.ts";
export {
  type CsvGiven,
  MAX_FILE_BYTES,
} from "./formats/read-file.ts";
export { readFileOfAnySize } from "./formats/read-large-file.ts";
export type { WrittenStatement } from "./formats/types.ts";
export { writeCamt053 } from "./formats/write-camt053.ts";
export { writeMt940 } from "./formats/write-mt940.ts";
export { matchAgain } from "./matching/match-open-lines.ts";
export { type FileColumns, previewFile } from "./preview-file.ts";
export {
  type BankOverview,
  bankOverview,
  browseLines,
  type Candidate,
  candidatesFor,
} from "./read-bank.ts";
export { SANDBOX_FORMATS, sandboxStatement } from "./sandbox-statement.ts";
export type {
  BankStatement,
  Finding,
  Gap,
  LineListItem,
  LineMatch,
  Movement,
  StatementListItem,
} from "./types.ts";
