import type { Balance, Entry } from "#lib/domain/balance/index.ts";
import type { Dispute, DisputeFile } from "#lib/domain/disputes/index.ts";
import type { SandboxClock } from "#lib/domain/sandbox-clock/index.ts";
import type { Settlement } from "#lib/domain/settlements/index.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed settlements and balance transactions in every state that the API can show. */

const MADE_MS = Date.UTC(2026, 3, 12, 9, 31, 7);
const CUT_OFF_MS = Date.UTC(2026, 3, 13);
const owned = { accountId: "acct_01kp0a0000000000000000000a", mode: "test" } as const;
const NO_FEES = { interchange: 0n, schemeFee: 0n, markup: 0n, commission: 0n };

const scheduled: Settlement = {
  ...owned,
  id: "stl_01kp0c5n7v3m8q2w4x6y9z1b5t",
  status: "scheduled",
  currency: "EUR",
  gross: 184_530n,
  fees: { interchange: 461n, schemeFee: 212n, markup: 1_761n, commission: 0n },
  refunds: 4_500n,
  chargebacks: 0n,
  disputeFees: 0n,
  adjustments: 0n,
  net: 177_596n,
  transactionCount: 134,
  periodStart: dateFromMs(CUT_OFF_MS - DAY_MS),
  periodEnd: dateFromMs(CUT_OFF_MS),
  arrivalDate: "2026-04-15",
  paidAt: null,
  bankAccountLast4: "0000",
  bankReference: "PD7V3M8Q2W4X6Y9Z1B5T",
  failureReason: null,
  railCheckAt: dateFromMs(CUT_OFF_MS + 2 * DAY_MS),
  createdAt: dateFromMs(CUT_OFF_MS + 4_000),
};

export const SETTLEMENTS: Readonly<Record<string, Settlement>> = {
  scheduled,
  paid: {
    ...scheduled,
    status: "paid",
    paidAt: dateFromMs(CUT_OFF_MS + 2 * DAY_MS),
    railCheckAt: null,
  },
  failed: {
    ...scheduled,
    status: "failed",
    failureReason: "account_closed",
    railCheckAt: null,
  },
  with_everything: {
    ...scheduled,
    fees: { ...scheduled.fees, commission: 1_205n },
    chargebacks: 3_499n,
    disputeFees: 1_500n,
    adjustments: -250n,
    net: 172_642n,
  },
  live: { ...scheduled, mode: "live", bankReference: null },
};

const charge: Entry = {
  mode: "test",
  id: "txn_01kp0c5n7v3m8q2w4x6y9z1b5h",
  type: "charge",
  amountMinor: 1999n,
  currency: "EUR",
  fees: { interchange: 6n, schemeFee: 3n, markup: 15n, commission: 0n },
  disputeFee: 0n,
  pricing: null,
  sourceId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  paymentId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  bookedAt: dateFromMs(MADE_MS),
  fee: 24n,
  net: 1975n,
  availableOn: dateFromMs(CUT_OFF_MS),
  settlementId: null,
  status: "pending",
};
const without = { fees: NO_FEES, fee: 0n };

export const ENTRIES: Readonly<Record<string, Entry>> = {
  charge,
  settled: { ...charge, settlementId: scheduled.id, status: "available" },
  commission: {
    ...charge,
    fees: { ...NO_FEES, commission: 49n },
    fee: 49n,
    net: 1950n,
  },
  refund: {
    ...charge,
    ...without,
    type: "refund",
    sourceId: "re_01kp0c5n7v3m8q2w4x6y9z1b5e",
    amountMinor: -500n,
    net: -500n,
  },
  refund_failure: {
    ...charge,
    ...without,
    type: "refund_failure",
    sourceId: "re_01kp0c5n7v3m8q2w4x6y9z1b5e",
    amountMinor: 500n,
    net: 500n,
  },
  dispute: {
    ...charge,
    ...without,
    type: "dispute",
    sourceId: "dp_01kp0c5n7v3m8q2w4x6y9z1b5k",
    amountMinor: -1999n,
    disputeFee: 1_500n,
    fee: 1_500n,
    net: -3499n,
  },
  dispute_reversal: {
    ...charge,
    ...without,
    type: "dispute_reversal",
    sourceId: "dp_01kp0c5n7v3m8q2w4x6y9z1b5k",
    net: 1999n,
  },
  payment_failure: {
    ...charge,
    ...without,
    type: "payment_failure",
    amountMinor: -1999n,
    net: -1999n,
  },
  settlement_failure: {
    ...charge,
    ...without,
    type: "settlement_failure",
    sourceId: scheduled.id,
    paymentId: null,
    amountMinor: 177_596n,
    net: 177_596n,
  },
};

const needsResponse: Dispute = {
  ...owned,
  id: "dp_01kp0c5n7v3m8q2w4x6y9z1b5k",
  paymentId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "needs_response",
  amountMinor: 1999n,
  currency: "EUR",
  feeMinor: 1_500n,
  reason: "fraudulent",
  networkReasonCode: "10.4",
  evidence: {},
  evidenceFiles: [],
  evidenceDueBy: dateFromMs(MADE_MS + 14 * DAY_MS),
  railCheckAt: dateFromMs(MADE_MS + 14 * DAY_MS),
  createdAt: dateFromMs(MADE_MS),
};
const evidence = { receipt: "Order 6735", uncategorized_text: "winning_evidence" };

const FILE = "dpf_01kp0c5n7v3m8q2w4x6y9z1b5m";

export const DISPUTE_FILES: Readonly<Record<string, DisputeFile>> = {
  pdf: {
    ...owned,
    id: FILE,
    disputeId: needsResponse.id,
    name: "delivery-note.pdf",
    type: "application/pdf",
    size: 48_213,
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    actorType: "key",
    actorId: "key_01kp0a0000000000000000000a",
    actorName: null,
    createdAt: dateFromMs(MADE_MS),
  },
};

export const DISPUTES: Readonly<Record<string, Dispute>> = {
  needs_response: needsResponse,
  under_review: { ...needsResponse, status: "under_review", evidence, evidenceFiles: [FILE] },
  won: { ...needsResponse, status: "won", evidence, railCheckAt: null },
  lost: {
    ...needsResponse,
    status: "lost",
    reason: "product_not_received",
    networkReasonCode: null,
    railCheckAt: null,
  },
  live: { ...needsResponse, mode: "live" },
};

export const BALANCES: Readonly<Record<string, Balance>> = {
  empty: { pending: [], available: [], payouts: [] },
  of_two_currencies: {
    pending: [
      { amountMinor: 177_596n, currency: "EUR" },
      { amountMinor: 20_400n, currency: "GBP" },
    ],
    available: [
      { amountMinor: 0n, currency: "EUR" },
      { amountMinor: -1_200n, currency: "GBP" },
    ],
    payouts: [],
  },
  with_payout_funds: {
    pending: [],
    available: [],
    payouts: [
      { amountMinor: 250_000n, currency: "EUR" },
      { amountMinor: 0n, currency: "GBP" },
    ],
  },
};

export const CLOCKS: Readonly<Record<string, SandboxClock>> = {
  real: { now: dateFromMs(MADE_MS), aheadMs: 0, target: dateFromMs(MADE_MS), isAdvancing: false },
  ahead: {
    now: dateFromMs(MADE_MS + DAY_MS),
    aheadMs: DAY_MS,
    target: dateFromMs(MADE_MS + DAY_MS),
    isAdvancing: false,
  },
  advancing: {
    now: dateFromMs(MADE_MS + DAY_MS),
    aheadMs: DAY_MS,
    target: dateFromMs(MADE_MS + 9 * DAY_MS),
    isAdvancing: true,
  },
};
