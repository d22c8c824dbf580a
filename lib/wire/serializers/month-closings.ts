import type { ClosingDetail, Correction } from "#lib/domain/closings/index.ts";
import { toIsoSeconds } from "#lib/kernel/clock.ts";
import type { MonthClosingWire, MonthCorrectionWire } from "../contract/month-closings.ts";

const time = (moment: Date | null) => moment && toIsoSeconds(moment);
const minor = (amount: bigint | null) => (amount === null ? null : Number(amount));

export function toMonthClosingWire({ closing, files, totals }: ClosingDetail): MonthClosingWire {
  const isClosed = closing.status === "closed";
  return {
    id: closing.id,
    object: "month_closing",
    livemode: closing.mode === "live",
    created: toIsoSeconds(closing.createdAt),
    metadata: closing.metadata,
    status: closing.status,
    month: closing.month,
    timezone: closing.timezone,
    as_of: isClosed ? time(closing.asOf) : null,
    finished: time(closing.finishedAt),
    sha256: closing.sha256,
    books_proof: closing.booksProof,
    files: files.map(({ kind, name, rowCount, byteCount, sha256 }) => ({
      file: kind,
      name,
      row_count: rowCount,
      byte_count: byteCount,
      sha256,
    })),
    corrections: {
      checked: time(closing.checkedAt),
      next_check: isClosed ? time(closing.dueAt) : null,
      complete: closing.checkComplete,
      totals: totals.map(({ kind, currency, count, amountMinor }) => ({
        file: kind,
        currency,
        count,
        amount: Number(amountMinor),
      })),
    },
  };
}

export function toMonthCorrectionWire(correction: Correction): MonthCorrectionWire {
  return {
    id: correction.id,
    object: "month_correction",
    livemode: correction.mode === "live",
    created: toIsoSeconds(correction.foundAt),
    metadata: {},
    file: correction.kind,
    row: correction.rowId,
    change: correction.change,
    currency: correction.currency,
    amount_before: minor(correction.amountBefore),
    amount_now: minor(correction.amountNow),
    columns: [...correction.columns],
  };
}
