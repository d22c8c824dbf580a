import type { RowReportType } from "#lib/kernel/vocabulary/reports.ts";
import type { FilterName } from "../types.ts";
import { ADYEN } from "./adyen-sql.ts";
import { type Columns, timeGroups } from "./column.ts";
import { AMOUNT_BAND, DECLINES, HOUR } from "./declines-sql.ts";
import { INTERCHANGE } from "./interchange-sql.ts";
import { SETTLEMENT } from "./settlement-sql.ts";

type Definition = {
  columns: Columns;
  /** The same rows in the Adyen layout. */
  adyen?: Columns;
  /** Filters and their SQL expressions. */
  filters: Partial<Record<FilterName, string>>;
  /** Time slices to group by. */
  times: Columns;
  /** Identifies a row, for paging. */
  cursor: string;
};

const OF_PAYMENTS = {
  method: "p.method",
  scheme: "p.card_brand",
  issuer_country: "p.card_country",
  issuer_name: "p.card_issuer",
  bin: "p.card_bin",
  funding: "p.card_funding",
} as const;

const OF_ENTRIES = {
  currency: "b.currency",
  settlement: "b.settlement_id",
} as const;

/** The definitions of all reports. */
export const REPORTS: Readonly<Record<RowReportType, Definition>> = {
  settlement: {
    columns: SETTLEMENT,
    adyen: ADYEN,
    filters: { ...OF_PAYMENTS, ...OF_ENTRIES, reporting_category: "b.type" },
    // The moment by which the report filters its rows; rows without a settlement have only their booking.
    times: timeGroups("coalesce(s.arrives_at, b.created_at)"),
    cursor: "b.id",
  },
  declines: {
    columns: DECLINES,
    filters: {
      ...OF_PAYMENTS,
      currency: "p.currency",
      sca: "p.sca",
      exemption_outcome: "p.exemption_outcome",
      decline_code: "p.decline_code",
      soft_hard: DECLINES.soft_hard!.sql,
      amount_band: AMOUNT_BAND,
      hour: HOUR,
    },
    times: timeGroups("p.created_at"),
    cursor: "p.id",
  },
  interchange: {
    columns: INTERCHANGE,
    filters: {
      ...OF_PAYMENTS,
      ...OF_ENTRIES,
      region: "b.region",
      card_product: "b.card_product",
      consumer_or_commercial: "b.consumer_or_commercial",
    },
    times: timeGroups("b.created_at"),
    // Unique, because a payment is charged once.
    cursor: "b.source_id",
  },
};
