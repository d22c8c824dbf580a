import type { ClosingDetail, Correction } from "#lib/domain/closings/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed closed months and corrections. */

const HASH = "e0112300d43831f9ab19c8b1f4a3ad34ba4d9b2d2c8c0fd6dd1a6f9e5f3b6a1c";

const closed: ClosingDetail = {
  closing: {
    accountId: "acct_01kp0a0000000000000000000a",
    id: "mcl_01kp0c5n7v3m8q2w4x6y9z1b5d",
    mode: "live",
    month: "2026-10",
    timezone: "Europe/Berlin",
    status: "closed",
    attempt: 1,
    asOf: dateFromMs(Date.UTC(2026, 10, 2, 8, 0, 1)),
    sha256: HASH,
    booksProof: `account=acct_01kp0a0000000000000000000a;mode=live;block=812;head=${HASH};signed=2026-11-02T08:00:09.120Z;key=6f0b1c2d3e4f5a69;signature=3q2-7wAAAA`,
    closedBy: "usr_01kp0a0000000000000000000b",
    metadata: { folder: "closing" },
    createdAt: dateFromMs(Date.UTC(2026, 10, 2, 8, 0, 0)),
    finishedAt: dateFromMs(Date.UTC(2026, 10, 2, 8, 0, 9)),
    dueAt: dateFromMs(Date.UTC(2026, 10, 4, 8, 0, 10)),
    checks: 1,
    checkedAt: dateFromMs(Date.UTC(2026, 10, 3, 8, 0, 10)),
    checkComplete: true,
  },
  files: [
    {
      kind: "settlement",
      name: "2026-10_live_settlement.csv",
      rowCount: 10_412,
      byteCount: 2_915_360,
      sha256: HASH,
    },
  ],
  totals: [{ kind: "settlement", currency: "EUR", count: 1, amountMinor: -5_000n }],
};

export const MONTH_CLOSINGS: Readonly<Record<string, ClosingDetail>> = {
  closed,
  corrected: { ...closed, closing: { ...closed.closing, mode: "test" } },
  closed_before_proofs: { ...closed, closing: { ...closed.closing, booksProof: null } },
  running: {
    closing: {
      ...closed.closing,
      mode: "test",
      status: "running",
      asOf: null,
      sha256: null,
      booksProof: null,
      metadata: {},
      finishedAt: null,
      checks: 0,
      checkedAt: null,
    },
    files: [],
    totals: [],
  },
  failed: {
    closing: {
      ...closed.closing,
      status: "failed",
      asOf: null,
      sha256: null,
      booksProof: null,
      dueAt: null,
      checks: 0,
      checkedAt: null,
      checkComplete: false,
    },
    files: [],
    totals: [],
  },
};

const missing: Correction = {
  id: "mcr_01kp0c5n7v3m8q2w4x6y9z1b5d",
  closingId: closed.closing.id,
  mode: "live",
  kind: "settlement",
  rowId: "txn_01kp0c5n7v3m8q2w4x6y9z1b5d",
  change: "missing",
  currency: "EUR",
  amountBefore: 5_000n,
  amountNow: null,
  columns: [],
  foundAt: dateFromMs(Date.UTC(2026, 10, 3, 8, 0, 10)),
};

export const MONTH_CORRECTIONS: Readonly<Record<string, Correction>> = {
  missing,
  added: { ...missing, change: "added", amountBefore: null, amountNow: 1_250n },
  changed: {
    ...missing,
    mode: "test",
    kind: "declines",
    rowId: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
    change: "changed",
    amountNow: 5_000n,
    columns: ["recovered_by"],
  },
};
