import { type Id, idLowerBound } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import { digitsToDecimal } from "#lib/kernel/money.ts";
import { isDay, localMomentSql } from "#lib/kernel/period.ts";
import type { Transfer } from "./types.ts";

export type JournalRange = {
  accountId: Id<"acct">;
  mode: Mode;
  timezone: string;
  /** Days in the zone, or times with an offset: the first one and the one after the last. */
  from: string;
  to: string;
  /** No transfer of the range was booked before (ms since 1970). */
  bookedFromMs: number;
};

/**
 * The statement of the transfers of a range, oldest first, for `COPY`, in a session with the zone. Reads by id: an
 * id has the real time of the booking, and no transfer is dated after it in live mode, so earlier ids are skipped.
 */
export function journalSql(range: JournalRange, quote: (value: string) => string): string {
  const { accountId, mode, from, to, timezone, bookedFromMs } = range;
  const moment = (end: string) =>
    isDay(end)
      ? localMomentSql(quote(`${end}T00:00:00`), quote(timezone))
      : `${quote(end)}::timestamptz`;
  const known = mode === "live" ? ` and id >= ${quote(idLowerBound("ltr", bookedFromMs))}` : "";
  return `select id, kind, debit, credit, amount, currency, source_id,
      to_char(created_at, 'YYYY-MM-DD') as day
    from ledger_transfers
   where account_id = ${quote(accountId)} and mode = ${quote(mode)}${known}
     and created_at >= ${moment(from)} and created_at < ${moment(to)}
   order by id`;
}

/** A transfer with its amount in major units; amounts are never negative. */
export type JournalTransfer = Omit<Transfer, "createdAt" | "amountMinor"> & { decimal: string };

/** A line of `journalSql` as a transfer and its day. No value needs quotes: all are codes of our own. */
export function journalRow(line: string): { transfer: JournalTransfer; day: string } {
  const [id, kind, debit, credit, amount = "0", currency = "", sourceId = "", day = ""] =
    line.split(",");
  const decimal = digitsToDecimal(amount, currency);
  const transfer = { id, kind, debit, credit, decimal, currency, sourceId };
  return { transfer: transfer as JournalTransfer, day };
}
