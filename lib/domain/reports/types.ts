import type { BookingPlan } from "#lib/domain/booking/index.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type {
  Layout,
  ReportStatus,
  ReportType,
  RowReportType,
} from "#lib/kernel/vocabulary/reports.ts";
import type { Column } from "./definitions/column.ts";

/** Filter value for rows without a value. */
export const NONE = "none";

/** All filters; each takes one or more values. A report's definition lists those that it has. */
export const FILTER_NAMES = [
  "currency",
  "method",
  "settlement",
  "reporting_category",
  "scheme",
  "issuer_country",
  "issuer_name",
  "bin",
  "funding",
  "sca",
  "exemption_outcome",
  "decline_code",
  "soft_hard",
  "amount_band",
  "hour",
  "region",
  "card_product",
  "consumer_or_commercial",
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type Filters = Partial<Record<FilterName, readonly string[]>>;

/** A requested report. `from` and `to` are days or times; without an offset they are in `timezone`. */
export type ReportQuery = {
  type: ReportType;
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
  status?: ReportStatus | undefined;
  layout?: Layout | undefined;
  groupBy?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
  filters?: Filters | undefined;
};

/** Layouts of reports of rows. */
export type RowLayout = Extract<Layout, "native" | "decimal" | "adyen">;

export type NamedColumn = Column & { name: string };

/** A validated query of a report of rows. */
export type ReportPlan = {
  accountId: Id<"acct">;
  mode: Mode;
  type: RowReportType;
  layout: RowLayout;
  timezone: string;
  /** As requested; the database reads times without an offset in the zone. Null: from the beginning. */
  from: string | null;
  to: string;
  /** Status of the batches in a settlement report; `unsettled` for rows without a batch. */
  status: Exclude<ReportStatus, "settled">;
  filters: Filters;
  /** In output order; groups come before sums. */
  columns: readonly NamedColumn[];
  /** Columns to group by; empty for single rows. */
  groups: readonly NamedColumn[];
};

/** A validated query of a file. */
export type FilePlan = ReportPlan | BookingPlan;

/** One row of a report by column name; null if there is no value. */
export type ReportRow = Record<string, string | number | null>;
