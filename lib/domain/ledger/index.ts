export {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  TRANSFER_KINDS,
  type TransferKind,
} from "#lib/kernel/vocabulary/ledger.ts";
export { exportJournal } from "./export-journal.ts";
export { balancesOf, recordTransfersIn, transfersOf } from "./store.ts";
export { TRANSFER_COLUMNS, transfersRow, transfersSql } from "./transfer-sql.ts";
export type { NewTransfer, Transfer } from "./types.ts";
