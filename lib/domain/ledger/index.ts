export {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  TRANSFER_KINDS,
  type TransferKind,
} from "./accounts.ts";
export { exportJournal, journalWriter } from "./export-journal.ts";
export { journalRow } from "./journal-sql.ts";
export { balancesOf, journalCopySql, recordTransfersIn, transfersOf } from "./store.ts";
export { TRANSFER_COLUMNS, transfersRow, transfersSql } from "./transfer-sql.ts";
export type { NewTransfer, Transfer } from "./types.ts";
