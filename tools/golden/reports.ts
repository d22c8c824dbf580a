import type { Download, ReportSchedule } from "#lib/domain/reports/index.ts";
import { dateFromMs } from "#lib/kernel/clock.ts";

/** Fixed reports prepared as files. */

const ready: Download = {
  accountId: "acct_01kp0a0000000000000000000a",
  mode: "live",
  id: "dl_01kp0c5n7v3m8q2w4x6y9z1b5d",
  status: "ready",
  prepared: true,
  reportType: "settlement",
  layout: "native",
  query: {
    type: "settlement",
    timezone: "Europe/Berlin",
    from: "2026-04-01T00:00:00",
    to: "2026-05-01T00:00:00",
    columns: ["settlement_id", "net"],
  },
  requestedBy: "usr_01kp0a0000000000000000000b",
  scheduleId: "rsc_01kp0c5n7v3m8q2w4x6y9z1b5d",
  rowCount: 10_412,
  byteCount: 2_915_360,
  sha256: "e0112300d43831f9ab19c8b1f4a3ad34ba4d9b2d2c8c0fd6dd1a6f9e5f3b6a1c",
  leasedUntil: null,
  createdAt: dateFromMs(Date.UTC(2026, 4, 2, 8, 0, 0)),
  finishedAt: dateFromMs(Date.UTC(2026, 4, 2, 8, 0, 4)),
};

export const REPORTS: Readonly<Record<string, Download>> = {
  ready,
  from_the_beginning: {
    ...ready,
    reportType: "declines",
    query: { type: "declines", timezone: "UTC", to: "2026-05-02T08:00:00.000Z" },
    rowCount: 0,
    scheduleId: null,
  },
  being_prepared: {
    ...ready,
    status: "running",
    rowCount: 0,
    byteCount: 0,
    sha256: null,
    finishedAt: null,
  },
};

const monthly: ReportSchedule = {
  accountId: "acct_01kp0a0000000000000000000a",
  id: "rsc_01kp0c5n7v3m8q2w4x6y9z1b5d",
  mode: "live",
  interval: "monthly",
  reportType: "settlement",
  layout: "native",
  timezone: "Europe/Berlin",
  query: {
    type: "settlement",
    layout: "native",
    timezone: "Europe/Berlin",
    status: "settled",
    columns: ["settlement_id", "net"],
    filters: { currency: ["EUR"] },
  },
  active: true,
  mailTo: ["ada@lindqvist.example"],
  nextFrom: "2026-05-01",
  dueAt: dateFromMs(Date.UTC(2026, 4, 31, 22, 15, 0)),
  lastReportId: ready.id,
  createdBy: "usr_01kp0a0000000000000000000b",
  metadata: { folder: "closing" },
  createdAt: dateFromMs(Date.UTC(2026, 3, 12, 8, 0, 0)),
};

export const REPORT_SCHEDULES: Readonly<Record<string, ReportSchedule>> = {
  monthly,
  stopped_before_its_first_file: {
    ...monthly,
    mode: "test",
    interval: "daily",
    reportType: "declines",
    query: { type: "declines", layout: "native", timezone: "Europe/Berlin" },
    active: false,
    mailTo: [],
    dueAt: null,
    lastReportId: null,
    metadata: {},
  },
  weekly: { ...monthly, interval: "weekly" },
};
