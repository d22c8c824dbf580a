import type { TopUp } from "#lib/domain/payout-balance/index.ts";
import type { Approval, Payout, PayoutBatch } from "#lib/domain/payouts/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed payouts in every state that the API can show. */

const MADE = dateFromMs(Date.UTC(2026, 3, 13, 8, 2, 44));
const owned = { accountId: "acct_01kp0a0000000000000000000a", mode: "test" } as const;

const settled: Payout = {
  ...owned,
  id: "po_01kp0c5n7v3m8q2w4x6y9z1b5p",
  status: "settled",
  amountMinor: 125_000n,
  currency: "EUR",
  beneficiary: {
    name: "Ada Lindqvist",
    iban: "DE23999999990000000000",
    accountNumber: null,
    sortCode: null,
    bic: "DEUTDEFF",
    country: "DE",
  },
  payeeVerification: "match",
  railRequested: "sepa_instant",
  rail: "sepa_instant",
  fallbackReason: null,
  reference: "Invoice 2026-118",
  endToEndId: "01KP0C5N7V3M8Q2W4X6Y9Z1B5P",
  reasonCode: null,
  batchId: null,
  batchRow: null,
  arrivalDate: "2026-04-13",
  sentAt: MADE,
  railReference: "rail_3",
  railCheckAt: null,
  approval: null,
  notBefore: null,
  metadata: { invoice: "2026-118" },
  requestId: null,
  createdAt: MADE,
};
const fellBack = {
  ...settled,
  status: "submitted",
  rail: "sepa_credit",
  arrivalDate: "2026-04-14",
} as const;
const british = {
  ...settled,
  currency: "GBP",
  payeeVerification: "close_match",
  railRequested: "faster_payments",
  rail: "faster_payments",
  beneficiary: {
    ...settled.beneficiary,
    iban: null,
    accountNumber: "00012345",
    sortCode: "108800",
    bic: null,
    country: "GB",
  },
} as const;

const asked: Approval = {
  state: "pending",
  reason: "per_payout",
  amountMinor: 50_000n,
  requestedBy: "key_01kp0b2n5p8r1t4w7z0c3e6g9j",
  excluded: [],
  decidedBy: null,
  decidedAt: null,
  expiresAt: dateFromMs(Date.UTC(2026, 3, 16, 8, 2, 44)),
};
const decidedBy = { decidedBy: "usr_01kp0a2n5p8r1t4w7z0c3e6g9k", decidedAt: MADE };
const approved: Approval = { ...asked, ...decidedBy, state: "approved" };
const refused: Approval = { ...asked, ...decidedBy, state: "refused" };

export const PAYOUTS: Readonly<Record<string, Payout>> = {
  pending: { ...settled, status: "pending", reference: null, metadata: {} },
  submitted: { ...settled, status: "submitted" },
  settled,
  returned: { ...settled, status: "returned", reasonCode: "FOCR", payeeVerification: "no_match" },
  rejected_by_its_bank: { ...settled, status: "returned", reasonCode: "AC01" },
  failed: { ...settled, status: "failed", reasonCode: "AB08" },
  canceled: { ...settled, status: "canceled" },
  not_reachable_by_instant: { ...fellBack, fallbackReason: "CNOR" },
  timed_out_by_instant: { ...fellBack, fallbackReason: "AB05" },
  by_credit_transfer: { ...settled, railRequested: "sepa_credit", rail: "sepa_credit" },
  by_faster_payments: british,
  by_npp: { ...british, currency: "AUD", railRequested: "npp", rail: "npp" },
  by_eft: {
    ...british,
    currency: "CAD",
    railRequested: "eft",
    rail: "eft",
    payeeVerification: "unavailable",
  },
  by_direct_credit: {
    ...british,
    currency: "NZD",
    railRequested: "direct_credit",
    rail: "direct_credit",
  },
  of_a_batch: {
    ...settled,
    status: "pending",
    payeeVerification: null,
    batchId: "pob_01kp0c5n7v3m8q2w4x6y9z1b5r",
    batchRow: 3,
  },
  live: { ...settled, mode: "live" },
  waiting_for_approval: { ...settled, status: "pending", approval: asked },
  approved: { ...settled, status: "pending", approval: approved },
  sent_after_approval: { ...settled, approval: approved },
  refused: { ...settled, status: "canceled", approval: refused },
  approval_expired: { ...settled, status: "canceled", approval: { ...asked, state: "expired" } },
  canceled_while_it_waited: {
    ...settled,
    status: "canceled",
    approval: { ...asked, state: "canceled" },
  },
};

export const TOP_UPS: Readonly<Record<string, TopUp>> = {
  of_the_sandbox: {
    id: "tu_01kp0c5n7v3m8q2w4x6y9z1b5v",
    mode: "test",
    amountMinor: 250_000n,
    currency: "EUR",
    balanceMinor: 375_000n,
    createdAt: MADE,
  },
};

const processing: PayoutBatch = {
  ...owned,
  id: "pob_01kp0c5n7v3m8q2w4x6y9z1b5r",
  status: "processing",
  format: "csv",
  currency: "EUR",
  count: 3,
  total: 37_500n,
  accepted: 2,
  acceptedTotal: 25_000n,
  rejected: 1,
  settled: 0,
  returned: 0,
  failed: 0,
  canceled: 0,
  errors: [
    {
      row: 2,
      code: "iban_invalid",
      param: "iban",
      message: "The check digits of the IBAN do not match: one character is wrong.",
    },
  ],
  approval: null,
  metadata: { run: "2026-04" },
  requestId: null,
  createdAt: MADE,
};

export const PAYOUT_BATCHES: Readonly<Record<string, PayoutBatch>> = {
  processing,
  completed: { ...processing, status: "completed", format: "json", settled: 1, returned: 1 },
  with_every_outcome: {
    ...processing,
    status: "completed",
    count: 5,
    accepted: 4,
    settled: 1,
    returned: 1,
    failed: 1,
    canceled: 1,
  },
  rejected: {
    ...processing,
    status: "rejected",
    format: "pain.001",
    accepted: 0,
    acceptedTotal: 0n,
    rejected: 3,
    errors: [
      {
        row: null,
        code: "control_sum_mismatch",
        param: "GrpHdr/CtrlSum",
        message: "It says 375.01; the amounts add up to 375.00.",
      },
    ],
  },
  of_no_currency: { ...processing, status: "rejected", currency: null, accepted: 0, rejected: 3 },
  live: { ...processing, mode: "live" },
  waiting_for_approval: { ...processing, approval: asked },
  approved: { ...processing, approval: approved },
  refused: { ...processing, status: "completed", canceled: 2, approval: refused },
};
