/**
 * The ledger's accounts. Each merchant and mode has one of each per currency; a transfer debits one
 * and credits another, so they always balance.
 */
export const LEDGER_ACCOUNTS = {
  /** What the rails owe us: captured and not yet received, less refunds not yet paid back. */
  railClearing: "rail_clearing",
  /** What we owe the merchant. */
  merchantBalance: "merchant_balance",
} as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[keyof typeof LEDGER_ACCOUNTS];

/** Why money moved, and between which accounts: the only pairs there are. */
export const TRANSFER_KINDS = {
  capture: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
  refund: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  /** A refund that the payer's bank would not take comes back to the merchant. */
  refund_reversal: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
} as const satisfies Record<string, { debit: LedgerAccount; credit: LedgerAccount }>;

export type TransferKind = keyof typeof TRANSFER_KINDS;
