/**
 * The ledger's accounts. Each merchant and mode has one of each per currency; a transfer debits one
 * and credits another, so they always balance.
 */
export const LEDGER_ACCOUNTS = {
  /** What the rails owe us: captured and not yet received, less refunds not yet paid back. */
  railClearing: "rail_clearing",
  /** What we owe the merchant. */
  merchantBalance: "merchant_balance",
  /** What payments cost the merchant, by who gets it: issuers, schemes, the acquirer. */
  interchangeFees: "interchange_fees",
  schemeFees: "scheme_fees",
  markupFees: "markup_fees",
  commissionFees: "commission_fees",
  disputeFees: "dispute_fees",
  /** Swept from the balance, and not known to have arrived. */
  settlementsInTransit: "settlements_in_transit",
  /** What has arrived at the merchant's own bank. */
  merchantBank: "merchant_bank",
  /** Money that was sent to us to be paid out. */
  payoutFunds: "payout_funds",
  /** What of it the merchant may still pay out. */
  payoutBalance: "payout_balance",
  /** Held for payouts that have no outcome yet. */
  payoutsInTransit: "payouts_in_transit",
} as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[keyof typeof LEDGER_ACCOUNTS];

/** Why money moved, and between which accounts: the only pairs there are. */
export const TRANSFER_KINDS = {
  capture: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
  refund: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  /** A refund that the payer's bank would not take comes back to the merchant. */
  refund_reversal: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
  interchange: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.interchangeFees },
  scheme_fee: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.schemeFees },
  markup: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.markupFees },
  commission: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.commissionFees },
  /** Taken back by the payer's bank. */
  dispute: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  dispute_fee: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.disputeFees },
  dispute_reversal: {
    debit: LEDGER_ACCOUNTS.railClearing,
    credit: LEDGER_ACCOUNTS.merchantBalance,
  },
  /** Paid by the payer's bank, and taken back by it for good. */
  payment_failure: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  settlement: {
    debit: LEDGER_ACCOUNTS.merchantBalance,
    credit: LEDGER_ACCOUNTS.settlementsInTransit,
  },
  settlement_paid: {
    debit: LEDGER_ACCOUNTS.settlementsInTransit,
    credit: LEDGER_ACCOUNTS.merchantBank,
  },
  /** The merchant's bank would not take it. */
  settlement_failure: {
    debit: LEDGER_ACCOUNTS.settlementsInTransit,
    credit: LEDGER_ACCOUNTS.merchantBalance,
  },
  topup: { debit: LEDGER_ACCOUNTS.payoutFunds, credit: LEDGER_ACCOUNTS.payoutBalance },
  /** Held from the moment a payout is asked for. */
  payout: { debit: LEDGER_ACCOUNTS.payoutBalance, credit: LEDGER_ACCOUNTS.payoutsInTransit },
  payout_settled: { debit: LEDGER_ACCOUNTS.payoutsInTransit, credit: LEDGER_ACCOUNTS.payoutFunds },
  /** Canceled, or refused before it landed. */
  payout_released: {
    debit: LEDGER_ACCOUNTS.payoutsInTransit,
    credit: LEDGER_ACCOUNTS.payoutBalance,
  },
  /** Landed, and sent back by the beneficiary's bank. */
  payout_returned: { debit: LEDGER_ACCOUNTS.payoutFunds, credit: LEDGER_ACCOUNTS.payoutBalance },
} as const satisfies Record<string, { debit: LedgerAccount; credit: LedgerAccount }>;

export type TransferKind = keyof typeof TRANSFER_KINDS;
