import { newestDeclined, type PaymentFilter } from "#lib/domain/payments/index.ts";
import { businessNow, businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { RETRY_REFUSALS, type RetryRefusal } from "#lib/kernel/vocabulary/retries.ts";
import { readFacts } from "./facts-store.ts";
import type { CurrencyTotal, RetryFacts, RetryPreview, RetryVerdict } from "./types.ts";
import { RETRY_WITHIN_MS, retryVerdict } from "./verdict.ts";

/** Declined payments that one job looks at, at most; the newest are taken. */
export const MOST_PAYMENTS = 5_000;
/** Payments whose facts are read in one statement. */
const AT_ONCE = 500;

export type Judged = { facts: RetryFacts; verdict: RetryVerdict };

/** Decides about each declined payment of the last 7 days that matches the filter, newest first. Payments with one card share
 *  its limits: each is judged as if the retries of those before were declined. Takes no lock. */
export async function judge(
  ctx: Context,
  filter: PaymentFilter,
): Promise<{ judged: Judged[]; hasMore: boolean }> {
  const from = dateFromMs(businessNowMs(ctx) - RETRY_WITHIN_MS);
  const ids = await newestDeclined(ctx, filter, { from, limit: MOST_PAYMENTS + 1 });
  const judged: Judged[] = [];
  const now = businessNow(ctx);
  const begun = new Map<string, number>();
  for (let at = 0; at < Math.min(ids.length, MOST_PAYMENTS); at += AT_ONCE) {
    const some = ids.slice(at, Math.min(at + AT_ONCE, MOST_PAYMENTS));
    for (const facts of await readFacts(ctx, some)) {
      const { triedWith, amountMinor, currency, triedAt } = facts;
      const key = `${triedWith} ${amountMinor} ${currency}`;
      const more = begun.get(key) ?? 0;
      const tries = [...triedAt, ...Array<Date>(more).fill(now)];
      const verdict = retryVerdict({ ...facts, triedAt: tries }, now);
      if (verdict.may) begun.set(key, more + 1);
      judged.push({ facts, verdict });
    }
  }
  return { judged, hasMore: ids.length > MOST_PAYMENTS };
}

/** Counts what a job over the filter would retry now, with amounts per currency, and why it would not retry the others.
 *  Takes no lock. */
export async function previewRetries(ctx: Context, filter: PaymentFilter): Promise<RetryPreview> {
  const { judged, hasMore } = await judge(ctx, filter);
  const refusedFor = (refusal: RetryRefusal) =>
    judged.filter(({ verdict }) => !verdict.may && verdict.refusal === refusal);
  return {
    checked: judged.length,
    hasMore,
    retryable: totalsOf(judged.filter(({ verdict }) => verdict.may)),
    refused: RETRY_REFUSALS.map((refusal) => ({
      refusal,
      totals: totalsOf(refusedFor(refusal)),
    })).filter(({ totals }) => totals.length > 0),
  };
}

function totalsOf(judged: readonly Judged[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { facts } of judged) {
    const { currency, amountMinor } = facts;
    const sum = totals.get(currency) ?? { currency, count: 0, amountMinor: 0n };
    totals.set(currency, {
      currency,
      count: sum.count + 1,
      amountMinor: sum.amountMinor + amountMinor,
    });
  }
  return [...totals.values()].sort(
    (a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1),
  );
}

/** Whether one payment can be retried, or why not. `resource_missing` is the caller's to check. Takes no lock. */
export async function verdictOf(ctx: Context, id: string): Promise<RetryVerdict | null> {
  const [facts] = await readFacts(ctx, [id]);
  return facts ? retryVerdict(facts, businessNow(ctx)) : null;
}
