import {
  type CostFigures,
  type CostSums,
  type DatedFindings,
  type ExpensiveCharge,
  type Figures,
  OUTCOME_DIMENSIONS,
  type OutcomeFigures,
  type OutcomeSums,
  type ReportPeriod,
} from "#lib/domain/analytics/index.ts";
import { type Download, expiresAt, type ReportSchedule } from "#lib/domain/reports/index.ts";
import { now } from "#lib/kernel/clock.ts";
import type { MarkerView } from "./markers.ts";
import { instrumentView, iso, type SliceView } from "./shared.ts";

/** Period, time zone and currencies of a report. */
export type ReportFrame = {
  period: ReportPeriod;
  timezone: string;
  currency: string;
  currencies: readonly { code: string; count: number }[];
  markers: MarkerView[];
};

function frameView({ period, timezone, currency, currencies, markers }: ReportFrame) {
  return {
    timezone,
    currency,
    markers,
    currencies: currencies.map(({ code, count }) => ({ code, count })),
    period: {
      fromDay: period.fromDay,
      toDay: period.toDay,
      days: period.days,
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      interval: period.interval,
      isOpen: period.isOpen,
    },
    previous: {
      fromDay: period.previousFromDay,
      toDay: period.previousToDay,
      from: period.previousFrom.toISOString(),
      to: period.previousTo.toISOString(),
      /** Whether it lies wholly after the account's first payment. */
      isComparable: period.isComparable,
    },
  };
}

function outcomeSumsView(sums: OutcomeSums) {
  const { approved, declined, softDeclined, authenticationFailed, abandoned, recovered } = sums;
  return {
    approved,
    declined,
    softDeclined,
    authenticationFailed,
    abandoned,
    recovered,
    approvedAmount: String(sums.approvedAmountMinor),
    declinedAmount: String(sums.declinedAmountMinor),
    softDeclinedAmount: String(sums.softDeclinedAmountMinor),
    recoveredAmount: String(sums.recoveredAmountMinor),
  };
}

function costSumsView(sums: CostSums) {
  return {
    charges: sums.charges,
    amount: String(sums.amountMinor),
    interchange: String(sums.interchangeMinor),
    schemeFee: String(sums.schemeFeeMinor),
    markup: String(sums.markupMinor),
    commission: String(sums.commissionMinor),
  };
}

/** Figures of a period and of the previous one, in total and by each value of a dimension. */
function comparedView<D extends string, Sums, View>(
  now: Figures<D, Sums>,
  before: Figures<D, Sums>,
  toView: (sums: Sums) => View,
) {
  const pointView = ({ at, sums }: { at: string; sums: Sums }) => ({ at, sums: toView(sums) });
  const hourView = ({ hour, sums }: { hour: number; sums: Sums }) => ({ hour, sums: toView(sums) });
  const dimensions = {} as Record<D, { value: string; now: View | null; before: View | null }[]>;
  for (const name of Object.keys(now.dimensions) as D[]) {
    const earlier = new Map(before.dimensions[name].map(({ value, sums }) => [value, sums]));
    const present = new Map(now.dimensions[name].map(({ value, sums }) => [value, sums]));
    dimensions[name] = [...new Set([...present.keys(), ...earlier.keys()])].map((value) => ({
      value,
      now: viewOf(present.get(value)),
      before: viewOf(earlier.get(value)),
    }));
  }
  function viewOf(sums: Sums | undefined): View | null {
    return sums === undefined ? null : toView(sums);
  }
  return {
    total: toView(now.total),
    totalBefore: toView(before.total),
    series: now.series.map(pointView),
    seriesBefore: before.series.map(pointView),
    hours: now.hours.map(hourView),
    hoursBefore: before.hours.map(hourView),
    dimensions,
  };
}

/** Declines of a period and of the previous one, if that is a base for a comparison. */
export function declinesView(frame: ReportFrame, now: OutcomeFigures, before: OutcomeFigures) {
  const { isComparable } = frame.period;
  const base = isComparable ? before : { ...before, series: [], hours: [], dimensions: NO_ROWS };
  const { totalBefore, ...view } = comparedView(now, base, outcomeSumsView);
  return { ...frameView(frame), ...view, totalBefore: isComparable ? totalBefore : null };
}

const NO_ROWS = Object.fromEntries(
  OUTCOME_DIMENSIONS.map((name) => [name, []]),
) as unknown as OutcomeFigures["dimensions"];

export type DeclinesView = ReturnType<typeof declinesView>;

/** The causes of a higher decline rate in a period, or why none is named. */
export function causesView(findings: DatedFindings) {
  if (findings.kind !== "causes") return findings;
  return {
    kind: findings.kind,
    causes: findings.causes.map(({ dimension, value, tally, usual, points, also, ...cause }) => ({
      dimension,
      value,
      from: cause.from.toISOString(),
      to: cause.to.toISOString(),
      /** The whole period; `usual` is then the rate of the other values. */
      isWhole: cause.isWhole,
      payments: tally.of,
      declined: tally.declined,
      /** As a share of 1. */
      usual,
      points,
      also: also.map((one) => ({ ...one })),
    })),
  };
}

export type CausesView = ReturnType<typeof causesView>;

/** Costs of a period and of the previous one. */
export function interchangeView(frame: ReportFrame, now: CostFigures, before: CostFigures) {
  return { ...frameView(frame), ...comparedView(now, before, costSumsView) };
}

export type InterchangeView = ReturnType<typeof interchangeView>;

/** The most expensive charges with the reasons for their cost. */
export function mostExpensiveView(charges: readonly ExpensiveCharge[]) {
  return {
    charges: charges.map((charge) => ({
      id: charge.id,
      paymentId: charge.paymentId,
      bookedAt: charge.bookedAt.toISOString(),
      currency: charge.currency,
      amount: String(charge.amountMinor),
      fee: String(charge.feeMinor),
      effectiveBp: Number((charge.feeMinor * 1_000_000n) / charge.amountMinor) / 100,
      region: charge.region,
      cardProduct: charge.cardProduct,
      consumerOrCommercial: charge.consumerOrCommercial,
      interchangeRateBp: charge.interchangeRateBp,
      issuerCountry: charge.cardCountry,
      instrument: instrumentView({ ...charge, method: charge.method ?? "card" }),
    })),
  };
}

export type MostExpensiveView = ReturnType<typeof mostExpensiveView>;

/** A download; `requestedBy` is null if the member or key was deleted. */
export function downloadView({
  download,
  requestedBy,
}: {
  download: Download;
  requestedBy: string | null;
}) {
  const { query, status } = download;
  const until = expiresAt(download);
  const isOver = until !== null && until <= now();
  const wasSent = status === "ready" && !download.prepared;
  return {
    id: download.id,
    /** `ready` while the file can be downloaded; `sent`: directly to the client; `expired`: the file was deleted. */
    status: isOver ? ("expired" as const) : wasSent ? ("sent" as const) : status,
    prepared: download.prepared,
    type: download.reportType,
    layout: download.layout,
    from: query.from ?? null,
    to: query.to ?? null,
    timezone: query.timezone ?? "UTC",
    /** Status of the batches in a settlement report. */
    settled: query.status ?? null,
    filters: Object.entries(query.filters ?? {}).map(([name, values]) => ({ name, values })),
    groupBy: query.groupBy ?? [],
    requestedBy,
    byKey: download.requestedBy.startsWith("key_"),
    rowCount: download.rowCount,
    byteCount: download.byteCount,
    sha256: download.sha256,
    createdAt: download.createdAt.toISOString(),
    finishedAt: iso(download.finishedAt),
    /** Until when the file can be downloaded; null without a file. */
    expiresAt: isOver ? null : iso(until),
  };
}

export type DownloadView = ReturnType<typeof downloadView>;

/** `GET /internal/:mode/downloads` */
export type DownloadListView = SliceView & { downloads: DownloadView[] };

/** A report schedule: what its files contain, how often, and who is told. */
export function scheduleView(schedule: ReportSchedule) {
  const { query } = schedule;
  return {
    id: schedule.id,
    interval: schedule.interval,
    active: schedule.active,
    type: schedule.reportType,
    layout: schedule.layout,
    timezone: schedule.timezone,
    settled: query.status ?? null,
    filters: Object.entries(query.filters ?? {}).map(([name, values]) => ({ name, values })),
    groupBy: query.groupBy ?? [],
    mailTo: schedule.mailTo,
    nextRunAt: iso(schedule.dueAt),
  };
}

export type ScheduleView = ReturnType<typeof scheduleView>;

/** `GET /internal/:mode/report-schedules` */
export type ScheduleListView = { schedules: ScheduleView[] };
