import type { Account } from "#lib/domain/accounts/index.ts";
import { rollUp } from "#lib/domain/analytics/index.ts";
import { DAY_MS, nowMs } from "#lib/kernel/clock.ts";
import { getPool } from "../../client.ts";
import { copyIn } from "../../copy-in.ts";
import { Random } from "../random.ts";
import { type Copy, dayRows, type Followers } from "./day-rows.ts";
import { planDay, troubledTuesday, type VolumePayment, weightOf } from "./plan-day.ts";

export type VolumeWish = {
  payments: number;
  /** Whole days before today; today is the last. */
  days: number;
  /** Each movement also as double entry: three rows more for each payment. */
  withLedger: boolean;
  onDay?: (done: { days: number; of: number; payments: number }) => void;
};

/** Days on their way to the database, at most. */
const DAYS_AHEAD = 2;

/**
 * Gives an account so many test-mode payments, spread over its days as a shop's are, with their outcomes,
 * costs, refunds, some disputes and daily settlements, and rolls the sums that reports read. A day is two
 * transactions, its payments and then its books (which name them), and the books of one are written
 * beside the payments of the next; memory holds a few days.
 */
export async function writeVolume(account: Account, wish: VolumeWish): Promise<void> {
  const random = new Random(20_261_122);
  const now = nowMs();
  const firstDayMs = (Math.floor(now / DAY_MS) - wish.days + 1) * DAY_MS;
  const setting = { nowMs: now, troubledDayMs: troubledTuesday(now) };
  const owner = { accountId: account.id, merchantCountry: account.country, nowMs: now };
  const calendar = new Calendar();
  const written: Promise<void>[] = [];
  let [money, books] = [Promise.resolve(), Promise.resolve()];
  let payments = 0;
  for (const [index, count] of spread(wish, firstDayMs, now).entries()) {
    const dayMs = firstDayMs + index * DAY_MS;
    for (const payment of planDay(random, dayMs, count, setting)) calendar.add(payment);
    const day = { dayMs, ...calendar.take(dayMs) };
    payments += day.payments.length;
    const rows = dayRows(random, owner, day, wish);
    money = money.then(() => write(rows.money));
    books = Promise.all([money, books]).then(() => write(rows.books));
    written.push(books);
    if (written.length > DAYS_AHEAD) await written.shift();
    wish.onDay?.({ days: index + 1, of: wish.days, payments });
  }
  await Promise.all(written);
  await rollUp();
}

type Day = { payments: VolumePayment[]; followers: Followers };

/** What is known of days to come: tries after midnight, refunds and disputes of earlier payments. */
class Calendar {
  readonly #days = new Map<number, Day>();

  #at(ms: number): Day {
    const key = Math.floor(ms / DAY_MS);
    const day = this.#days.get(key) ?? { payments: [], followers: { refunds: [], disputes: [] } };
    this.#days.set(key, day);
    return day;
  }

  add(payment: VolumePayment): void {
    const { refund, dispute } = payment;
    this.#at(payment.atMs).payments.push(payment);
    if (refund) this.#at(refund.atMs).followers.refunds.push({ payment, ...refund });
    if (dispute) this.#at(dispute.atMs).followers.disputes.push({ payment, ...dispute });
  }

  take(dayMs: number): Day {
    const day = this.#at(dayMs);
    this.#days.delete(Math.floor(dayMs / DAY_MS));
    // In the order of their coming, as they would have been written.
    day.payments.sort((a, b) => a.atMs - b.atMs);
    return day;
  }
}

/** How many payments each day has; their sum is exactly what was wished. */
function spread({ payments, days }: VolumeWish, firstDayMs: number, now: number): number[] {
  const weights = Array.from({ length: days }, (_, index) => {
    const dayMs = firstDayMs + index * DAY_MS;
    const elapsed = Math.min(1, (now - dayMs) / DAY_MS);
    return weightOf(dayMs, index / days) * elapsed;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [given, share] = [0, 0];
  return weights.map((weight) => {
    share += weight;
    const count = Math.round((payments * share) / total) - given;
    given += count;
    return count;
  });
}

async function write(copies: readonly Copy[]): Promise<void> {
  const client = await getPool().connect();
  let failed: Error | undefined;
  try {
    await client.query(
      "begin; set local synchronous_commit = off; set local statement_timeout = 0",
    );
    for (const { table, columns, lines } of copies) {
      if (lines.length > 0) await copyIn(client, table, columns, lines);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch((lost: Error) => {
      failed = lost;
    });
    throw error;
  } finally {
    client.release(failed);
  }
}
