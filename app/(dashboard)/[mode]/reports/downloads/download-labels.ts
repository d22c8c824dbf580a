import { choicesOf } from "#components/filters/choices.ts";
import { dateText, timeText } from "#components/time/period-text.ts";
import type { DownloadView } from "#lib/dashboard/views/reports.ts";
import {
  type ReportType,
  SCHEDULE_INTERVALS,
  type ScheduleInterval,
} from "#lib/kernel/vocabulary/reports.ts";

const TYPES: Record<ReportType, string> = {
  settlement: "Settlement",
  declines: "Declines",
  interchange: "Interchange++",
  accounting_journal: "Accounting journal",
};

/** The intervals of a schedule, as choices. */
export const INTERVALS = choicesOf(SCHEDULE_INTERVALS, {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
});

export const intervalLabel = (interval: ScheduleInterval): string =>
  INTERVALS.find(({ value }) => value === interval)!.label;

/** Labels of a settlement report by the status of its settlements; none for paid ones. */
const BATCHES: Record<string, string> = {
  scheduled: "on their way",
  failed: "returned by the bank",
  all: "all settlements",
  unsettled: "not settled yet",
};

const UNITS: Record<string, string> = {
  native: "minor units",
  adyen: "Adyen layout",
  datev: "DATEV",
  xero: "Xero",
  quickbooks: "QuickBooks",
  camt053: "camt.053",
  mt940: "MT940",
};

/** `Settlement, not settled yet, Adyen layout`, `Declines by issuer country`; nothing is said of decimal amounts. */
export function reportLabel(
  row: Pick<DownloadView, "type" | "layout" | "settled" | "filters" | "groupBy">,
): string {
  const name = TYPES[row.type];
  const isNamed = row.filters.some((filter) => filter.name === "settlement");
  const batches = isNamed ? undefined : BATCHES[row.settled ?? ""];
  const groups = row.groupBy.length > 0 ? ` by ${row.groupBy.map(label).join(", ")}` : "";
  return [`${name}${groups}`, batches, UNITS[row.layout]].filter(Boolean).join(", ");
}

const label = (name: string) => name.replaceAll("_", " ");

/** `from the beginning to 1 May 2026`: as requested, without the time if it is midnight. */
export function rangeLabel({ from, to }: Pick<DownloadView, "from" | "to">): string {
  // A report on one settlement has no range.
  if (to?.startsWith("9999")) return "whole";
  const start = from === null ? "from the beginning" : shortTime(from);
  return `${start} to ${to === null ? "now" : shortTime(to)}`;
}

function shortTime(text: string): string {
  const [day = "", time = ""] = text.split("T");
  const clock = time.replace(/(:\d{2})(:\d{2}(\.\d+)?)?(Z|[+-].*)?$/, "$1");
  const written = dateText(day);
  return clock === "" || clock === "00:00" ? written : `${written}, ${timeText(clock)}`;
}

/** `scheme visa, decline code do_not_honor or expired_card`; empty without any. */
export function filterLabel({ filters }: Pick<DownloadView, "filters">): string {
  return filters.map(({ name, values }) => `${label(name)} ${values.join(" or ")}`).join(", ");
}

/** `412 bytes`, `96 KB`, `12.4 MB` */
export function sizeLabel(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)} MB`;
}
