import type { ClosingDetail, Correction, Month, MonthClosing } from "#lib/domain/closings/index.ts";
import { readProof } from "#lib/kernel/books-proof.ts";
import { iso, type SliceView } from "./shared.ts";

function closingView(closing: MonthClosing) {
  return {
    id: closing.id,
    month: closing.month,
    timezone: closing.timezone,
    status: closing.status,
    sha256: closing.sha256,
    asOf: closing.status === "closed" ? iso(closing.asOf) : null,
    createdAt: closing.createdAt.toISOString(),
    finishedAt: iso(closing.finishedAt),
    checkedAt: iso(closing.checkedAt),
    checkComplete: closing.checkComplete,
    nextCheckAt: closing.status === "closed" ? iso(closing.dueAt) : null,
  };
}

export type ClosingView = ReturnType<typeof closingView>;

/** A month with its closing; without one it is `open`, or `not_ended`. */
export function monthView({ month, closableAt, isOver, closing, corrections }: Month) {
  return {
    /** The month is its own key in the list. */
    id: month,
    month,
    closableAt: closableAt.toISOString(),
    state: closing?.status ?? (isOver ? ("open" as const) : ("not_ended" as const)),
    closing: closing && closingView(closing),
    corrections,
  };
}

export type MonthView = ReturnType<typeof monthView>;

/** `GET /internal/:mode/closings` */
export type MonthsView = { timezone: string; months: MonthView[] };

function proofView(text: string | null) {
  if (text === null) return null;
  const proof = readProof(text);
  return proof && { text, block: proof.block, head: proof.head, signedAt: proof.signed };
}

/** A closed month: its files, and what changed since. */
export function closingDetailView({ closing, files, totals }: ClosingDetail, checkIsDue: boolean) {
  return {
    ...closingView(closing),
    /** Whether a check is due or running. */
    checkIsDue,
    /** The ledger's last block in its signed proof. */
    proof: proofView(closing.booksProof),
    files: [...files],
    totals: totals.map(({ amountMinor, ...total }) => ({ ...total, amount: String(amountMinor) })),
  };
}

export type ClosingDetailView = ReturnType<typeof closingDetailView>;

const minor = (amount: bigint | null) => (amount === null ? null : String(amount));

export function correctionView(correction: Correction) {
  return {
    id: correction.id,
    file: correction.kind,
    row: correction.rowId,
    change: correction.change,
    currency: correction.currency,
    amountBefore: minor(correction.amountBefore),
    amountNow: minor(correction.amountNow),
    columns: [...correction.columns],
    foundAt: correction.foundAt.toISOString(),
  };
}

export type CorrectionView = ReturnType<typeof correctionView>;

/** `GET /internal/:mode/closings/:id/corrections` */
export type CorrectionsView = SliceView & { corrections: CorrectionView[] };
