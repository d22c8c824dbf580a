import { DAY_MS, dateFromMs, HOUR_MS } from "#lib/kernel/clock.ts";
import { ALERT_PARAMS, type AlertKind, type AlertParams } from "#lib/kernel/vocabulary/alerts.ts";
import { excursions } from "./excursions.ts";
import * as store from "./occurrences-store.ts";
import type { Condition, Occurrence, Owner, Period } from "./types.ts";
import * as words from "./words.ts";

/** The parameters of a condition with the first values for what it leaves out. */
export function wholeParams({
  kind,
  params,
}: Condition): Required<Pick<AlertParams, "rateBps" | "minimum" | "hours" | "days">> & AlertParams {
  return { rateBps: 0, minimum: 0, hours: 1, days: 1, ...ALERT_PARAMS[kind], ...params };
}

/**
 * The occurrences of a condition in a period, in order: the one definition of each kind of rule, for the worker that tells it
 * and for the trial before a rule is saved. Reads sums and rows that are kept anyway. Takes no lock.
 */
export async function evaluate(
  owner: Owner,
  condition: Condition,
  period: Period,
): Promise<Occurrence[]> {
  return await EVALUATIONS[condition.kind](owner, condition, period);
}

type Evaluation = (owner: Owner, condition: Condition, period: Period) => Promise<Occurrence[]>;

const EVALUATIONS: Readonly<Record<AlertKind, Evaluation>> = {
  async approvals_fell(owner, _, period) {
    const found = await store.listIncidents(owner, period);
    return found.map(({ id, dimension, value, openedAt, resolvedAt }) => ({
      ...{ key: id, at: openedAt, until: resolvedAt },
      content: words.titleOnly(
        `Approvals fell: ${dimension === "all" ? "all payments" : value}`,
        "home",
      ),
    }));
  },

  async decline_rate(owner, condition, { from, to }) {
    const params = wholeParams(condition);
    const earlier = dateFromMs(from.getTime() - params.hours * HOUR_MS);
    const quarters = await store.listQuarters(owner, { from: earlier, to });
    const span = { fromMs: from.getTime(), toMs: to.getTime() };
    return excursions(quarters, params, span).map(({ atMs, untilMs, found }) => ({
      key: dateFromMs(atMs).toISOString(),
      at: dateFromMs(atMs),
      until: untilMs === null ? null : dateFromMs(untilMs),
      content: words.declineRateWords(found, params),
    }));
  },

  async endpoint_failing(owner, condition, period) {
    const { hours } = wholeParams(condition);
    const found = await store.listOutages(owner, earlierBy(period, hours), hours);
    return found.map((outage) => ({
      key: `${outage.endpointId} ${outage.since.getTime()} ${hours}`,
      at: dateFromMs(outage.since.getTime() + hours * HOUR_MS),
      until: null,
      content: words.outageWords(
        outage,
        `have failed for ${hours === 1 ? "1 hour" : `${hours} hours`}`,
      ),
    }));
  },

  async endpoint_disabled(owner, _, period) {
    const found = await store.listOutages(owner, earlierBy(period, DISABLED_HOURS), DISABLED_HOURS);
    return found.map((outage) => ({
      key: `${outage.endpointId} ${outage.since.getTime()}`,
      at: dateFromMs(outage.since.getTime() + DISABLED_HOURS * HOUR_MS),
      until: null,
      content: words.outageWords(outage, "are disabled"),
    }));
  },

  async disputes_due(owner, condition, period) {
    const { days, amount, currency } = wholeParams(condition);
    const found = await store.listReminders(owner, period, days);
    return found
      .filter((dispute) => isLarge(dispute, { amount, currency }))
      .map((dispute) => ({
        key: dispute.id,
        at: dateFromMs(dispute.evidenceDueBy.getTime() - days * DAY_MS),
        until: dispute.isAnswered ? dispute.evidenceDueBy : null,
        content: words.reminderWords(dispute),
      }));
  },

  async payout_returned(owner, { params }, period) {
    const found = await store.listReturned(owner, period);
    return found
      .filter((payout) => isLarge(payout, params))
      .map((payout) => ({
        ...{ key: payout.id, at: payout.at, until: null },
        content: words.returnedWords(payout),
      }));
  },

  async settlement_failed(owner, _, period) {
    const found = await store.listFailedSettlements(owner, period);
    return found.map((settlement) => ({
      ...{ key: settlement.id, at: settlement.at, until: null },
      content: words.settlementWords(settlement),
    }));
  },

  async books_disagree(owner, _, period) {
    const found = await store.listFindings(owner, period);
    return found.map(({ day, at, rows }) => ({
      ...{ key: day, at, until: null },
      content: words.titleOnly(
        `The check of the books found ${rows === 1 ? "1 row" : `${rows} rows`}`,
        "home",
      ),
    }));
  },

  async key_new_address(owner, _, period) {
    const found = await store.listNewAddresses(owner, period);
    return found.map((one) => ({
      ...{ key: `${one.keyId} ${one.day}`, at: one.at, until: null },
      content: words.newAddressWords(one),
    }));
  },
};

/** Hours without a success after which an endpoint is disabled (service.md §8). */
const DISABLED_HOURS = 72;

/** Outages that reached `hours` in a period began that much earlier. */
const earlierBy = ({ from, to }: Period, hours: number): Period => ({
  from: dateFromMs(from.getTime() - hours * HOUR_MS),
  to: dateFromMs(to.getTime() - hours * HOUR_MS),
});

/** Whether an amount reaches the rule's least amount; every amount does without one. */
export function isLarge(
  of: { amountMinor: bigint; currency: string },
  { amount, currency }: AlertParams,
): boolean {
  if (amount === undefined) return true;
  return of.currency === currency && of.amountMinor >= BigInt(amount);
}
