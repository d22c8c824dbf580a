export {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  TRANSFER_KINDS,
  type TransferKind,
} from "#lib/kernel/vocabulary/ledger.ts";
export { exportJournal, journalCopier } from "./export-journal.ts";
export { sealLedger, unsealedSeconds } from "./seal/seal-ledger.ts";
export { findBlock } from "./seal/seal-store.ts";
export { type SealProblem, verifyBlocks } from "./seal/verify-ledger.ts";
export { balancesOf, journalCopySql, recordTransfersIn, transfersOf } from "./store.ts";
export { addUpLedgers } from "./sums/add-up.ts";
export { kindsOf } from "./sums/sums-sql.ts";
export { queueSums, wrongSums } from "./sums/sums-store.ts";
export {
  queueSealSql,
  TRANSFER_COLUMNS,
  transfersRow,
  transfersSql,
  unsealedRows,
} from "./transfer-sql.ts";
export type { NewTransfer, Transfer } from "./types.ts";
