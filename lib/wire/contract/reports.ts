import { z } from "zod";
import { ENTRY_TYPES, SETTLEMENT_STATUSES } from "#lib/kernel/vocabulary/balance.ts";
import { DECLINE_KINDS } from "#lib/kernel/vocabulary/declines.ts";
import { DISPUTE_REASONS } from "#lib/kernel/vocabulary/disputes.ts";
import { CARD_PRODUCTS } from "#lib/kernel/vocabulary/fees.ts";
import { CARD_FUNDINGS } from "#lib/kernel/vocabulary/payment-methods.ts";
import {
  ADVICE_CODES,
  EXEMPTION_OUTCOMES,
  EXEMPTIONS,
  SCA_RESULTS,
} from "#lib/kernel/vocabulary/payments.ts";
import {
  DOWNLOAD_STATUSES,
  LAYOUTS,
  REPORT_STATUSES,
  REPORT_TYPES,
} from "#lib/kernel/vocabulary/reports.ts";
import { METHODS, narrows, reportFilters } from "./report-filters.ts";
import { defineRoute } from "./route.ts";
import {
  country,
  envelope,
  expandable,
  idOf,
  listOf,
  minorUnits,
  paymentId,
  timestamp,
} from "./shared.ts";

const word = z.string().nullable();
const day = z.string().meta({ example: "2026-04-14" });
const method = z.string().meta({ example: "card", enum: [...METHODS] });
const currency = z.string().meta({ example: "EUR" });
/** A word of a closed list, or null. */
const oneOf = (values: readonly string[]) =>
  z
    .string()
    .meta({ enum: [...values] })
    .nullable();
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable();

const settlementRow = z
  .object({
    settlement_id: orNull(idOf("stl")).meta({
      description: "The settlement that has the row; null if none has",
    }),
    settlement_effective_at: orNull(day).meta({
      description: "The day on which the settlement arrives",
    }),
    balance_transaction_id: idOf("txn"),
    created_utc: timestamp,
    created: timestamp,
    available_on: timestamp,
    currency: currency.meta({ description: "ISO 4217 code in upper case" }),
    gross: minorUnits.meta({ description: "Positive: in your favour" }),
    fee: minorUnits,
    net: minorUnits.meta({ description: "`gross` minus `fee`" }),
    reporting_category: z
      .string()
      .meta({ description: "The kind of movement", example: "charge", enum: [...ENTRY_TYPES] }),
    source_id: z.string().meta({ description: "The object that moved the money" }),
    description: word.meta({ description: "Your text of the payment" }),
    customer_id: orNull(idOf("cus")).meta({ description: "The payment's customer" }),
    payment_id: orNull(paymentId).meta({ description: "The payment that it belongs to" }),
    refund_id: orNull(idOf("re")).meta({ description: "The refund" }),
    dispute_id: word.meta({ description: "The dispute" }),
    invoice_id: word.meta({ description: "The subscription's invoice" }),
    subscription_id: word.meta({ description: "The subscription" }),
    payment_method_type: orNull(method).meta({ description: "The payment method" }),
    card_brand: word.meta({ description: "The card's brand" }),
    card_funding: oneOf(CARD_FUNDINGS).meta({ description: "How the card is funded" }),
    card_country: orNull(country).meta({ description: "The issuer's country" }),
    statement_descriptor: word.meta({ description: "Shown on the payer's statement" }),
    dispute_reason: oneOf(DISPUTE_REASONS).meta({ description: "Why the payer disputed it" }),
    settlement_status: orNull(z.enum(SETTLEMENT_STATUSES)).meta({
      description: "The settlement's status; null if no settlement has the row",
    }),
    paid_at: orNull(timestamp).meta({ description: "When your bank had the money" }),
    bank_reference: word.meta({ description: "The settlement's reference on your bank statement" }),
    interchange: minorUnits,
    scheme_fee: minorUnits,
    markup: minorUnits,
  })
  .partial()
  .meta({ id: "settlement_report_row", description: "One movement of money in a settlement" });

const declineRow = z
  .object({
    payment_id: paymentId.meta({ description: "The payment that it belongs to" }),
    created: timestamp,
    amount: minorUnits,
    currency: currency.meta({ description: "ISO 4217 code in upper case" }),
    method: method.meta({ description: "The payment method" }),
    scheme: word.meta({ description: "The card's brand" }),
    bin: word.meta({ description: "The first digits of the card number" }),
    issuer_name: word.meta({ description: "The bank that issued the card" }),
    issuer_country: orNull(country).meta({ description: "The issuer's country" }),
    decline_code: word.meta({ description: "Paydesk's code for the reason" }),
    network_decline_code: word.meta({ description: "The scheme's or bank's code" }),
    advice_code: oneOf(ADVICE_CODES).meta({ description: "Whether to retry the payment" }),
    soft_hard: oneOf(DECLINE_KINDS).meta({
      description: "`soft`: can be retried; `hard`: never; `data`: with corrected card data",
    }),
    sca: oneOf(SCA_RESULTS).meta({ description: "How the payer was authenticated" }),
    exemption_requested: oneOf(EXEMPTIONS).meta({
      description: "The requested exemption from strong customer authentication",
    }),
    exemption_outcome: oneOf(EXEMPTION_OUTCOMES).meta({
      description: "Whether the issuer accepted the exemption",
    }),
    retry_of: orNull(paymentId).meta({
      description:
        "The payment that this one retried: the latest that was declined when this one was made, with the same customer or card, amount and currency, within 7 days",
    }),
    recovered_by: orNull(paymentId).meta({
      description:
        "The first payment of the same retry chain that succeeded after it; every earlier decline of the chain has the same value",
    }),
  })
  .partial()
  .meta({ id: "decline_report_row", description: "One declined payment" });

const interchangeRow = z
  .object({
    payment_id: paymentId.meta({ description: "The payment that it belongs to" }),
    settlement_id: orNull(idOf("stl")).meta({
      description: "The settlement that has the row; null if none has",
    }),
    booking_date: day.meta({ description: "The day of the booking" }),
    type: z.string().meta({ description: "The report", example: "charge" }),
    scheme: word.meta({ description: "The card's brand" }),
    card_product: oneOf(CARD_PRODUCTS).meta({ description: "Product of the card" }),
    funding: oneOf(CARD_FUNDINGS).meta({ description: "How the card is funded" }),
    consumer_or_commercial: word.meta({
      description: "Whether the card is a person's or a company's",
    }),
    issuer_country: orNull(country).meta({ description: "The issuer's country" }),
    acquirer_country: country,
    region: word.meta({ description: "Where the issuer is, seen from the acquirer" }),
    amount: minorUnits,
    currency: currency.meta({ description: "ISO 4217 code in upper case" }),
    interchange_rate_bp: orNull(z.int()).meta({
      description: "Rate of the interchange in basis points",
    }),
    interchange_fixed: orNull(minorUnits).meta({
      description: "Fixed part of the interchange in minor units",
    }),
    interchange: minorUnits,
    scheme_fee: minorUnits,
    markup: minorUnits,
    total_fee: minorUnits,
    effective_bp: orNull(z.number()).meta({
      description: "`total_fee` in basis points of `amount`",
    }),
  })
  .partial()
  .meta({
    id: "interchange_report_row",
    description: "The costs of one charge that is priced by interchange",
  });

const sumRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({
  id: "report_sum",
  description:
    "With `group_by`: the grouping columns, the number of rows as `count`, and sums. Currencies are never added together.",
});

/** A report file. `report.ready` has it when it was prepared. */
export const reportWire = z
  .object({
    ...envelope("report", "dl"),
    status: z
      .enum(DOWNLOAD_STATUSES)
      .meta({ description: "The file can be downloaded when it is `ready`" }),
    type: z.enum(REPORT_TYPES).meta({ description: "The report" }),
    layout: z.enum(LAYOUTS).meta({ description: "The layout of the file" }),
    timezone: z
      .string()
      .meta({ description: "IANA time zone of `from`, `to` and days", example: "Europe/Berlin" }),
    from: z.string().nullable().meta({ description: "As requested; null: from the beginning" }),
    to: z.string().meta({ description: "End of the range, exclusive" }),
    row_count: z.int().min(0).meta({ description: "Without the header row" }),
    byte_count: z.int().min(0).meta({ description: "The file's size" }),
    sha256: z.string().nullable().meta({ description: "SHA-256 of the file in hexadecimal" }),
    finished: timestamp.nullable().meta({ description: "When it was ready; null before" }),
    expires: timestamp.nullable().meta({ description: "Until when the file can be downloaded" }),
    url: z
      .string()
      .nullable()
      .meta({ description: "Path of the file while it can be downloaded; call it with your key" }),
    schedule: expandable("rsc", "report_schedule")
      .nullable()
      .meta({ description: "The report schedule that started it" }),
  })
  .meta({
    id: "report",
    description:
      "A report file: prepared with `POST /v1/report_runs` or in the dashboard and kept for seven days, or sent directly",
  });
export type ReportWire = z.output<typeof reportWire>;

/** Parameters of the content of a report, for `/v1/reports` and report files. */
export const reportParams = z.strictObject({
  type: z.enum(REPORT_TYPES).meta({
    description: "`accounting_journal` is a file only: send `format=csv`, or prepare it",
  }),
  from: z.string().min(1).max(40).optional().meta({
    description:
      "First day or time of the range. Without an offset it is in `timezone`; a local time that occurs twice is the first one. Defaults to the beginning",
    example: "2026-04-01",
  }),
  to: z.string().min(1).max(40).optional().meta({
    description:
      "End of the range, exclusive; compared with the whole seconds that rows show. Defaults to now, and to no end for batches that may arrive later (`status` is `scheduled`, `failed` or `all`)",
    example: "2026-05-01",
  }),
  timezone: z.string().min(1).max(60).optional().meta({
    description:
      "IANA time zone of `from`, `to`, days and `group_by`. Defaults to UTC. Times are always in UTC and end in `Z`",
    example: "Europe/Berlin",
  }),
  status: z.enum(REPORT_STATUSES).optional().meta({
    description:
      "Settlement report only: the rows of batches that the bank `paid` out (default), by the moment at which it had the money; of `scheduled` or `failed` batches or of `all`, by their expected arrival; or `unsettled` rows by their creation. `all` leaves out a returned batch whose money went into a later one, so that it counts once. With `settlement` the default is `all`. `settled` is an earlier name of `paid`",
  }),
  ...reportFilters,
  group_by: narrows(
    "Sums instead of rows: columns of the report, or `day`, `week` (ISO 8601, `2026-W16`), `month` in `timezone`, by the moment to which `from` and `to` " +
      "apply: the arrival of the settlement (the booking of `unsettled` rows), the creation of a declined payment, the " +
      "booking of a charge in the interchange report",
  ),
  columns: narrows("Columns and their order. Defaults to all"),
  layout: z.enum(LAYOUTS).default("native").meta({
    description:
      "CSV only. `native`: amounts are integers in minor units. `decimal`: the same columns in major units, with exactly the digits of the currency. `adyen`, settlement report only: the columns of Adyen's settlement details report, with decimal amounts. `datev` (EXTF Buchungsstapel), `xero` (manual journals), `quickbooks` (journal entries), `camt053` (ISO 20022 camt.053.001.08) and `mt940`, accounting journal only: for accounting programs. The file's name and the header `Service-Report-Layout` state it",
  }),
});
export type ReportParams = z.output<typeof reportParams>;

const query = reportParams.extend({
  format: z.enum(["json", "csv"]).optional().meta({
    description: "Defaults to the `Accept` header, else JSON",
  }),
  limit: z.int().min(1).max(100).default(25).meta({ description: "Page size; JSON only" }),
  starting_after: z.string().min(1).max(2_000).optional().meta({
    description: "Cursor: `next_cursor` of the previous page; JSON only",
  }),
});

const EXAMPLE = {
  payment_id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  settlement_id: "stl_01kp0c5n7v3m8q2w4x6y9z1b5e",
  booking_date: "2026-04-12",
  type: "charge",
  scheme: "visa",
  card_product: "classic",
  funding: "credit",
  consumer_or_commercial: "consumer",
  issuer_country: "DE",
  acquirer_country: "DE",
  region: "domestic",
  amount: 1999,
  currency: "EUR",
  interchange_rate_bp: 30,
  interchange_fixed: 0,
  interchange: 6,
  scheme_fee: 2,
  markup: 12,
  total_fee: 20,
  effective_bp: 100.05,
};

export const readReportRoute = defineRoute({
  method: "get",
  path: "/v1/reports",
  name: "read_report",
  group: "Reports",
  summary: "Read a report",
  description:
    "The settlement, declines or interchange report, or the accounting journal. JSON comes in pages, newest rows first. CSV (`format=csv` or `Accept: text/csv`) streams every row from one consistent snapshot and does not use the rate limit of lists. An account can run up to three exports at a time, and fewer while other accounts export; one more gets 429 `rate_limited` with `Service-RateLimit-Limit: 3` and `Retry-After`. The row count and the SHA-256 of the content follow as the trailers `Service-Row-Count`, `Service-Content-Sha256` (hexadecimal), `Repr-Digest` and `Service-Books-Proof` (the hash and the last block of the ledger, signed with a key of `/.well-known/paydesk-books.json`). The rows of a settlement add up to its net, those of the settlement report to what your bank received. Amounts are integers in minor units unless `layout` says otherwise; a text cell that a spreadsheet would read as a formula begins with an apostrophe. The `accounting_journal` is a file only: the ledger as the merchant books it, with one entry per day and kind of transfer and one per settlement, so that debits equal credits and the sum of each account is its movement in the ledger. It takes `from`, `to` (whole days that ended at least 15 minutes ago, at most 366), `timezone`, one `currency` and `layout`.",
  scope: "reports:read",
  bucket: "lists",
  query,
  response: {
    status: 200,
    schema: listOf(z.union([settlementRow, declineRow, interchangeRow, sumRow])),
    example: {
      object: "list",
      url: "/v1/reports",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
  csv: {
    example: `${Object.keys(EXAMPLE).join(",")}\n${Object.values(EXAMPLE).join(",")}\n`,
    also: ["application/xml", "text/plain"],
  },
});
