import type { OutcomeFigures } from "#lib/domain/analytics/index.ts";
import { mayDo } from "#lib/domain/members/index.ts";
import type { Overview, QuickStart, Waiting } from "#lib/domain/overview/index.ts";
import type { PaymentListItem } from "#lib/domain/payments/index.ts";
import { convertMinor, RATES } from "#lib/domain/rates/index.ts";
import type { Role } from "#lib/kernel/vocabulary/roles.ts";
import type { HomePeriod } from "../home-params.ts";
import { incidentView } from "./incidents.ts";
import type { MarkerView } from "./markers.ts";
import { paymentListItemView } from "./payments.ts";
import { iso } from "./shared.ts";

type Wanted = HomePeriod & { currency: string | null; zone: string; fallback: string };

/** The home screen in one currency: figures by local day, of the period, of the days that it is compared with and of the
 *  last four weeks. Money is in minor units. */
export function homeView(overview: Overview, wanted: Wanted, recent: PaymentListItem[]) {
  const { preset, period, comparison } = wanted;
  const currencies = currenciesOf(overview, period);
  const currency =
    currencies.find(({ code }) => code === wanted.currency)?.code ??
    currencies[0]?.code ??
    wanted.fallback;
  return {
    currency,
    currencies,
    converted: convertedView(overview, wanted),
    period: { preset, from: period.fromDay, to: period.toDay, days: period.days },
    comparison: comparison && {
      ...{ kind: comparison.kind, from: comparison.fromDay, to: comparison.toDay },
      isComparable: comparison.isComparable,
    },
    timezone: wanted.zone,
    today: overview.today,
    firstDay: overview.firstDay,
    /** Days without a payment are left out. */
    days: overview.days
      .filter((day) => day.currency === currency)
      .map((day) => ({
        day: day.day,
        volume: String(day.volumeMinor),
        approved: day.approved,
        declined: day.declined,
        volumeByNow: String(day.volumeByNowMinor),
        approvedByNow: day.approvedByNow,
        declinedByNow: day.declinedByNow,
      })),
    declines: overview.declines
      .filter((decline) => decline.currency === currency)
      .map(({ day, code, advice, count }) => ({ day, code, advice, count })),
    recent: recent.map(paymentListItemView),
    incident: overview.incident && incidentView(overview.incident),
    attention: attentionView(overview.attention),
  };
}

export type HomeView = ReturnType<typeof homeView> & {
  /** Until the first webhook is delivered; before the first payment it is the whole screen. */
  quickStart: QuickStartView | null;
  recovered: RecoveredView;
  markers: MarkerView[];
};

/** Soft declines of the period, and the part that retries recovered: the figures of the declines report. */
export function recoveredView({ dimensions }: OutcomeFigures) {
  const soft = dimensions.decline_kind.find(({ value }) => value === "soft")?.sums;
  return {
    softDeclines: soft?.declined ?? 0,
    softAmount: String(soft?.declinedAmountMinor ?? 0n),
    recoveredAmount: String(soft?.recoveredAmountMinor ?? 0n),
  };
}

export type RecoveredView = ReturnType<typeof recoveredView>;

/** The volume of the period in all currencies, and their sum in the account's own one at the rates of one day; null with one
 *  currency. A currency without a rate has no converted volume and is not in the sum. */
function convertedView({ days }: Overview, { period, fallback: into }: Wanted) {
  const volumes = new Map<string, bigint>();
  for (const { day, currency, volumeMinor } of days) {
    if (!isWithin(period, day) || volumeMinor === 0n) continue;
    volumes.set(currency, (volumes.get(currency) ?? 0n) + volumeMinor);
  }
  if (volumes.size < 2) return null;
  const rows = [...volumes]
    .map(([code, volume]) => ({ code, volume, converted: convertMinor(volume, code, into) }))
    .sort((a, b) => Number((b.converted ?? -1n) - (a.converted ?? -1n)));
  const { date, package: source, version } = RATES;
  return {
    into,
    total: String(rows.reduce((sum, { converted }) => sum + (converted ?? 0n), 0n)),
    rows: rows.map(({ code, volume, converted }) => ({
      ...{ code, volume: String(volume), converted: converted?.toString() ?? null },
    })),
    rates: { date, source: `${source} ${version}` },
  };
}

const isWithin = ({ fromDay, toDay }: { fromDay: string; toDay: string }, day: string) =>
  fromDay <= day && day <= toDay;

/** All currencies that were read, those with the most payments in the period first. */
function currenciesOf({ days }: Overview, period: { fromDay: string; toDay: string }) {
  const counts = new Map<string, number>();
  for (const { day, currency, approved, declined } of days) {
    const more = isWithin(period, day) ? approved + declined : 0;
    counts.set(currency, (counts.get(currency) ?? 0) + more);
  }
  return [...counts]
    .map(([code, payments]) => ({ code, payments }))
    .sort((a, b) => b.payments - a.payments || a.code.localeCompare(b.code));
}

function attentionView(attention: Overview["attention"]) {
  const { endpoints, failedRefunds, toCapture, disputesDue } = attention;
  const { returnedPayouts, waitingPayouts, certificates, oldVersions, books } = attention;
  return {
    /** One item for all rows, with the first of them. */
    books: books.slice(0, 1).map(({ row, what, foundAt }) => ({
      count: books.length,
      row,
      what,
      foundAt: foundAt.toISOString(),
    })),
    returnedPayouts: returnedPayouts.map(({ currency, count, amountMinor }) => ({
      currency,
      count,
      amount: String(amountMinor),
    })),
    waitingPayouts: waitingPayouts.map(({ currency, count, amountMinor, expiresAt }) => ({
      currency,
      count,
      amount: String(amountMinor),
      expiresAt: expiresAt.toISOString(),
    })),
    certificates: certificates.map(({ id, url, validTo }) => ({
      id,
      url,
      validTo: validTo.toISOString(),
    })),
    oldVersions: oldVersions.map((one) => ({ ...one })),
    disputesDue: disputesDue.map(({ currency, count, amountMinor, dueBy }) => ({
      currency,
      count,
      amount: String(amountMinor),
      dueBy: dueBy.toISOString(),
    })),
    endpoints: endpoints.map((endpoint) => ({
      id: endpoint.id,
      url: endpoint.url,
      status: endpoint.status,
      disabledReason: endpoint.disabledReason,
      failingSince: iso(endpoint.failingSince),
    })),
    failedRefunds: failedRefunds.map(({ currency, count, amountMinor }) => ({
      currency,
      count,
      amount: String(amountMinor),
    })),
    toCapture: toCapture.map(({ currency, count, amountMinor, oldest }) => ({
      currency,
      count,
      amount: String(amountMinor),
      oldest: oldest.toISOString(),
    })),
  };
}

/** By path of a place: only what the member may do something about. */
export function waitingView(waiting: Waiting, role: Role): Record<string, number> {
  return {
    disputes: mayDo(role, "manage_disputes") ? waiting.disputes : 0,
    payouts: mayDo(role, "pay_out") ? waiting.payouts : 0,
    "reports/bank": mayDo(role, "reconcile_bank") ? waiting.bankLines : 0,
    webhooks: mayDo(role, "manage_webhooks") ? waiting.endpoints : 0,
  };
}

export type WaitingView = ReturnType<typeof waitingView>;

/** `GET /internal/:mode/quick-start`: base URL, keys and completed steps. Only the hint of a secret key is known. */
export function quickStartView(start: QuickStart, baseUrl: string) {
  const { key, publishable, firstPayment, firstDecline, endpoint, delivered } = start;
  return {
    baseUrl,
    key: key && {
      id: key.id,
      name: key.name,
      hint: key.hint,
      lastUsedAt: iso(key.use.lastUsedAt),
    },
    publishable,
    firstPayment,
    firstDecline,
    endpoint,
    delivered,
  };
}

export type QuickStartView = ReturnType<typeof quickStartView>;
