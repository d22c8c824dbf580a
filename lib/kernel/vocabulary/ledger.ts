/**
 * The ledger's accounts. Each merchant and mode has one of each per currency. A transfer debits one and credits another,
 * so the books always balance.
 */
export const LEDGER_ACCOUNTS = {
  /** Owed to us by the rails: captured and not yet received, less refunds that are not yet paid. */
  railClearing: "rail_clearing",
  /** Owed by us to the merchant. */
  merchantBalance: "merchant_balance",
  /** The merchant's costs of payments, by recipient: issuers, schemes, the acquirer. */
  interchangeFees: "interchange_fees",
  schemeFees: "scheme_fees",
  markupFees: "markup_fees",
  commissionFees: "commission_fees",
  disputeFees: "dispute_fees",
  /** Swept from the balance, arrival not yet recorded. */
  settlementsInTransit: "settlements_in_transit",
  /** The bank account that receives from acquirers and pays settlements and fees. */
  merchantBank: "merchant_bank",
  /** Money received from the merchant for payouts. */
  payoutFunds: "payout_funds",
  /** The part of it that is available for payouts. */
  payoutBalance: "payout_balance",
  /** Reserved for payouts without an outcome. */
  payoutsInTransit: "payouts_in_transit",
} as const;

export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[keyof typeof LEDGER_ACCOUNTS];

/** All kinds of transfers, with the accounts that they debit and credit. */
export const TRANSFER_KINDS = {
  capture: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
  refund: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  /** The payer's bank rejected a refund. */
  refund_reversal: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBalance },
  interchange: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.interchangeFees },
  scheme_fee: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.schemeFees },
  markup: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.markupFees },
  commission: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.commissionFees },
  /** The payer's bank charged a payment back. */
  dispute: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  dispute_fee: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.disputeFees },
  dispute_reversal: {
    debit: LEDGER_ACCOUNTS.railClearing,
    credit: LEDGER_ACCOUNTS.merchantBalance,
  },
  /** The payer's bank took a succeeded payment back (late failure). */
  payment_failure: { debit: LEDGER_ACCOUNTS.merchantBalance, credit: LEDGER_ACCOUNTS.railClearing },
  settlement: {
    debit: LEDGER_ACCOUNTS.merchantBalance,
    credit: LEDGER_ACCOUNTS.settlementsInTransit,
  },
  settlement_paid: {
    debit: LEDGER_ACCOUNTS.settlementsInTransit,
    credit: LEDGER_ACCOUNTS.merchantBank,
  },
  /** The merchant's bank returned a settlement. */
  settlement_failure: {
    debit: LEDGER_ACCOUNTS.settlementsInTransit,
    credit: LEDGER_ACCOUNTS.merchantBalance,
  },
  /** The acquirer paid what the rails owe for the entries of a settlement, or was paid if they sum to less than zero. */
  acquirer_receipt: { debit: LEDGER_ACCOUNTS.merchantBank, credit: LEDGER_ACCOUNTS.railClearing },
  acquirer_payment: { debit: LEDGER_ACCOUNTS.railClearing, credit: LEDGER_ACCOUNTS.merchantBank },
  /** The interchange and scheme fees of a settlement's entries, paid on to issuers and schemes. */
  interchange_paid: {
    debit: LEDGER_ACCOUNTS.interchangeFees,
    credit: LEDGER_ACCOUNTS.merchantBank,
  },
  scheme_fee_paid: { debit: LEDGER_ACCOUNTS.schemeFees, credit: LEDGER_ACCOUNTS.merchantBank },
  topup: { debit: LEDGER_ACCOUNTS.payoutFunds, credit: LEDGER_ACCOUNTS.payoutBalance },
  /** Reserved when a payout is created. */
  payout: { debit: LEDGER_ACCOUNTS.payoutBalance, credit: LEDGER_ACCOUNTS.payoutsInTransit },
  payout_settled: { debit: LEDGER_ACCOUNTS.payoutsInTransit, credit: LEDGER_ACCOUNTS.payoutFunds },
  /** Canceled, or failed before it was settled. */
  payout_released: {
    debit: LEDGER_ACCOUNTS.payoutsInTransit,
    credit: LEDGER_ACCOUNTS.payoutBalance,
  },
  /** Settled, then returned by the beneficiary's bank. */
  payout_returned: { debit: LEDGER_ACCOUNTS.payoutFunds, credit: LEDGER_ACCOUNTS.payoutBalance },
} as const satisfies Record<string, { debit: LedgerAccount; credit: LedgerAccount }>;

export type TransferKind = keyof typeof TRANSFER_KINDS;
