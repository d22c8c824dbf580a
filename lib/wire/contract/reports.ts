import { z } from "zod";
import { DOWNLOAD_STATUSES } from "#lib/kernel/vocabulary/reports.ts";
import { defineRoute } from "./route.ts";
import { country, envelope, idOf, listOf, minorUnits, paymentId, timestamp } from "./shared.ts";

const REPORT_TYPES = ["settlement", "declines", "interchange"] as const;

const word = z.string().nullable();
const day = z.string().meta({ example: "2026-04-14" });
const method = z.string().meta({ example: "card" });
const currency = z.string().meta({ example: "EUR" });
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable();

const settlementRow = z
  .object({
    settlement_id: orNull(idOf("stl")),
    settlement_effective_at: orNull(day).meta({ description: "The day it arrives" }),
    balance_transaction_id: idOf("txn"),
    created_utc: timestamp,
    created: timestamp,
    available_on: timestamp,
    currency,
    gross: minorUnits.meta({ description: "Signed: positive towards you" }),
    fee: minorUnits,
    net: minorUnits.meta({ description: "`gross` less `fee`" }),
    reporting_category: z.string().meta({ example: "charge" }),
    source_id: z.string().meta({ description: "What moved the money" }),
    description: word,
    customer_id: orNull(idOf("cus")),
    payment_id: orNull(paymentId),
    refund_id: orNull(idOf("re")),
    dispute_id: word,
    invoice_id: word,
    subscription_id: word,
    payment_method_type: orNull(method),
    card_brand: word,
    card_funding: word,
    card_country: orNull(country),
    statement_descriptor: word,
    dispute_reason: word,
  })
  .partial()
  .meta({ id: "settlement_report_row", description: "One movement of money in a settlement" });

const declineRow = z
  .object({
    payment_id: paymentId,
    created: timestamp,
    amount: minorUnits,
    currency,
    method,
    scheme: word,
    bin: word,
    issuer_name: word,
    issuer_country: orNull(country),
    decline_code: word,
    network_decline_code: word,
    advice_code: word,
    soft_hard: word.meta({
      description: "`soft`: may be tried again; `hard`: never; `data`: with corrected card data",
    }),
    sca: word,
    exemption_requested: word,
    exemption_outcome: word,
    retry_of: orNull(paymentId).meta({
      description:
        "The declined payment that it tried again: of the same customer or card, amount and currency, within 7 days",
    }),
    recovered_by: orNull(paymentId).meta({
      description:
        "The first payment of the same chain of retries that succeeded after it; every decline of the chain before it names it",
    }),
  })
  .partial()
  .meta({ id: "decline_report_row", description: "One payment that the network refused" });

const interchangeRow = z
  .object({
    payment_id: paymentId,
    settlement_id: orNull(idOf("stl")),
    booking_date: day,
    type: z.string().meta({ example: "charge" }),
    scheme: word,
    card_product: word,
    funding: word,
    consumer_or_commercial: word,
    issuer_country: orNull(country),
    acquirer_country: country,
    region: word,
    amount: minorUnits,
    currency,
    interchange_rate_bp: orNull(z.int()),
    interchange_fixed: orNull(minorUnits),
    interchange: minorUnits,
    scheme_fee: minorUnits,
    markup: minorUnits,
    total_fee: minorUnits,
    effective_bp: orNull(z.number()).meta({
      description: "`total_fee` in basis points of `amount`",
    }),
  })
  .partial()
  .meta({ id: "interchange_report_row", description: "What one card charge cost, and why" });

const sumRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()])).meta({
  id: "report_sum",
  description:
    "With `group_by`: what the rows are summed up by, their number as `count`, and the sums. Currencies are never added up.",
});

/** What `report.ready` is about: a file that was prepared in the dashboard. */
export const reportWire = z
  .object({
    ...envelope("report", "dl"),
    status: z.enum(DOWNLOAD_STATUSES),
    type: z.enum(REPORT_TYPES),
    layout: z.enum(["native", "adyen"]),
    timezone: z.string().meta({ example: "Europe/Berlin" }),
    from: z.string().nullable().meta({ description: "As it was asked; null: from the beginning" }),
    to: z.string().meta({ description: "Half-open: not itself part of it" }),
    row_count: z.int().min(0).meta({ description: "Without the header" }),
    byte_count: z.int().min(0),
    sha256: z.string().nullable().meta({ description: "Of the file, in hexadecimal" }),
    finished: timestamp.nullable(),
    expires: timestamp.nullable().meta({ description: "Until when the file can be fetched" }),
  })
  .meta({
    id: "report",
    description: "A report that was prepared as a file, to be fetched on the Downloads screen",
  });
export type ReportWire = z.output<typeof reportWire>;

/** `a,b` or `a[]=…`, as a list. */
const names = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    (typeof given === "string" ? given.split(",") : given).map((name) => name.trim()),
  )
  .refine((list) => list.every((name) => name.length > 0 && name.length <= 100), {
    error: "Must be names with commas between them",
  });

const narrows = (what: string) => names.optional().meta({ description: what });

const query = z.strictObject({
  type: z.enum(REPORT_TYPES),
  from: z.string().min(1).max(40).optional().meta({
    description:
      "Day or time from which on rows belong to it. Without an offset it is in `timezone`. From the beginning, when left out",
    example: "2026-04-01",
  }),
  to: z.string().min(1).max(40).optional().meta({
    description:
      "Not itself part of it. Compared with the whole seconds that rows show. Now by default",
    example: "2026-05-01",
  }),
  timezone: z.string().min(1).max(60).optional().meta({
    description:
      "IANA name of the zone of `from`, `to`, days and `group_by`; UTC by default. Times are in UTC and end in `Z` whatever the zone",
    example: "Europe/Berlin",
  }),
  status: z.enum(["settled", "unsettled"]).optional().meta({
    description:
      "Of the settlement report: what settlements hold, by the day they arrive, or what still waits for one, by its creation",
  }),
  currency: narrows("Only rows of these currencies"),
  method: narrows("Only rows of payments by these methods; here and below, `none` is no value"),
  settlement: narrows("Only rows of these settlements"),
  reporting_category: narrows("Of the settlement report"),
  scheme: narrows("Only rows of cards of these schemes"),
  issuer_country: narrows("Only rows of cards issued there"),
  issuer_name: narrows("Only rows of cards of these issuers"),
  bin: narrows("Only rows of cards with these first digits"),
  funding: narrows("Only rows of cards of these kinds"),
  sca: narrows("Of the declines report"),
  exemption_outcome: narrows("Of the declines report"),
  decline_code: narrows("Of the declines report"),
  soft_hard: narrows("Of the declines report"),
  amount_band: narrows(
    "Of the declines report: `0`, `1000`, `3000`, `10000`, `25000`, `100000`, where each band begins in minor units",
  ),
  hour: narrows("Of the declines report: hours of the day by the clock of `timezone`, `0` to `23`"),
  region: narrows("Of the interchange report"),
  card_product: narrows("Of the interchange report"),
  consumer_or_commercial: narrows("Of the interchange report"),
  group_by: narrows(
    "Sums instead of rows: columns of the report, or `day`, `week`, `month` of `timezone`",
  ),
  columns: narrows("Which columns, in this order; all by default"),
  layout: z.enum(["native", "adyen"]).default("native").meta({
    description:
      "Of the settlement report as CSV: `adyen` has the columns of a settlement details report, and decimal amounts",
  }),
  format: z.enum(["json", "csv"]).optional().meta({
    description: "What `Accept` says, when left out; JSON otherwise",
  }),
  limit: z.int().min(1).max(100).default(25).meta({ description: "Page size of JSON" }),
  starting_after: z.string().min(1).max(2_000).optional().meta({
    description: "Cursor of JSON: `next_cursor` of the previous page",
  }),
});
export type ReportQueryWire = z.output<typeof query>;

const EXAMPLE = {
  payment_id: "pay_01kp0c5n7v3m8q2w4x6y9z1b5d",
  settlement_id: "stl_01kp0c5n7v3m8q2w4x6y9z1b5e",
  booking_date: "2026-04-12",
  type: "charge",
  scheme: "visa",
  card_product: "consumer_credit",
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
    "Settlement, declines or interchange++. JSON comes in pages, the newest rows first. CSV (`format=csv` or `Accept: text/csv`) streams every row at once, of one moment, and does not count against the rate limit of lists. An account can run three exports at a time: another one is answered with 429 `rate_limited`, `Service-RateLimit-Limit: 3`, and a `Retry-After`. The number of rows and the SHA-256 of the content follow as the trailers `Service-Row-Count` and `Repr-Digest`. A settlement's rows add up to its net. Amounts are integers in minor units; a text cell that a spreadsheet would calculate begins with an apostrophe.",
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
  csv: { example: `${Object.keys(EXAMPLE).join(",")}\n${Object.values(EXAMPLE).join(",")}\n` },
});
