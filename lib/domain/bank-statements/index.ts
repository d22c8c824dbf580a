export { type AddedFile, addStatementsIn, type NewFile } from "./add-statements.ts";
export {
  matchLineIn,
  removeStatementIn,
  setLineAsideIn,
  unmatchLineIn,
} from "./decide-line.ts";
export {
  type CsvColumns,
  type CsvGiven,
  type ReadFile,
  readStatementFile,
} from "./formats/read-file.ts";
export { matchAgain } from "./matching/match-open-lines.ts";
export {
  type BankOverview,
  bankOverview,
  browseLines,
  type Candidate,
  candidatesFor,
} from "./read-bank.ts";
export { sandboxStatement } from "./sandbox-statement.ts";
export type {
  BankAccount,
  BankStatement,
  Finding,
  Gap,
  LineListItem,
  LineMatch,
  Movement,
  StatementListItem,
} from "./types.ts";
