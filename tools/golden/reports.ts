import type { Download } from "#lib/domain/reports/index.ts";
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
  },
};
