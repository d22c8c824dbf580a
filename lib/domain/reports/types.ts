import type { Id } from "#lib/kernel/ids.ts";
import type { Mode } from "#lib/kernel/mode.ts";
import type { Column } from "./definitions/column.ts";

export const REPORT_TYPES = ["settlement", "declines", "interchange"] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

export const LAYOUTS = ["native", "adyen"] as const;
export type Layout = (typeof LAYOUTS)[number];

/** Which movements a settlement report holds: those that a batch swept, or those that still wait. */
export const REPORT_STATUSES = ["settled", "unsettled"] as const;
type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What a filter calls rows that have no value there. */
export const NONE = "none";

/** What rows may be narrowed to; each takes one value or several. Which report has which is for its
 *  definition to say. */
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

/** A report as it is asked for. Times are days or moments: without an offset of their own they are of
 *  the zone. */
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

export type NamedColumn = Column & { name: string };

/** A report that was found possible: whose, of when, which rows, which columns. */
export type ReportPlan = {
  accountId: Id<"acct">;
  mode: Mode;
  type: ReportType;
  layout: Layout;
  timezone: string;
  /** As asked; the database reads what has no offset in the zone. Null: from the beginning. */
  from: string | null;
  to: string;
  settled: boolean;
  filters: Filters;
  /** In the order of the answer. With groups: those first, then the sums. */
  columns: readonly NamedColumn[];
  /** What rows are summed up by; empty for the rows themselves. */
  groups: readonly NamedColumn[];
};

/** One row of a report by the names of its columns; null where there is nothing to say. */
export type ReportRow = Record<string, string | number | null>;
