export {
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  TRANSFER_KINDS,
  type TransferKind,
} from "./accounts.ts";
export { balancesOf, recordTransferIn, transfersOf } from "./store.ts";
export { TRANSFER_COLUMNS, transferRow, transfersSql } from "./transfer-sql.ts";
export type { NewTransfer, Transfer } from "./types.ts";
