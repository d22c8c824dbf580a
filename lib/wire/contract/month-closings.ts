import { z } from "zod";
import {
  CLOSING_FILES,
  CLOSING_STATUSES,
  CORRECTION_CHANGES,
} from "#lib/kernel/vocabulary/closings.ts";
import { defineRoute } from "./route.ts";
import {
  currency,
  currencyCode,
  envelope,
  listOf,
  listQuery,
  metadataInput,
  minorUnits,
  timestamp,
} from "./shared.ts";

const sha256 = z.string().meta({ description: "SHA-256 in hexadecimal" });
const file = z.enum(CLOSING_FILES).meta({ description: "Which file of the month" });

export const monthClosingWire = z
  .object({
    ...envelope("month_closing", "mcl"),
    status: z.enum(CLOSING_STATUSES).meta({ description: "`closed` months never change" }),
    month: z.string().meta({ description: "The month, as `YYYY-MM`", example: "2026-10" }),
    timezone: z
      .string()
      .meta({ description: "IANA time zone of the month's days", example: "Europe/Berlin" }),
    as_of: timestamp.nullable().meta({ description: "The instant that all files show" }),
    finished: timestamp
      .nullable()
      .meta({ description: "When it was closed; null while it is running" }),
    sha256: sha256.nullable().meta({
      description:
        "Hash of the whole month: SHA-256 over the sorted lines that `sha256sum` prints for all files",
    }),
    books_proof: z.string().nullable().meta({
      description:
        "The hash of the month and the last block of the ledger's chain, signed: the text of `Service-Books-Proof`. Null until the month is closed, and for months that were closed before 2026-11-24",
    }),
    files: z
      .array(
        z.object({
          file,
          name: z.string().meta({ description: "The file's name" }),
          row_count: z.int().meta({ description: "Without the header row" }),
          byte_count: z.int().meta({ description: "The file's size" }),
          sha256,
        }),
      )
      .meta({ description: "The files of the month; empty while it is running" }),
    corrections: z
      .object({
        checked: timestamp.nullable().meta({ description: "When the files were last compared" }),
        next_check: timestamp
          .nullable()
          .meta({ description: "When the files are compared again; null if they are not" }),
        complete: z.boolean().meta({
          description: "Whether all differences are listed; false only for thousands of them",
        }),
        totals: z
          .array(
            z.object({
              file,
              currency: currencyCode,
              count: z.int().meta({ description: "Rows that differ" }),
              amount: minorUnits,
            }),
          )
          .meta({ description: "Sums per file and currency" }),
      })
      .meta({
        description:
          "Rows of the closed files that are different now. `amount` is the sum of what they changed",
      }),
  })
  .meta({
    id: "month_closing",
    description: "A month whose files never change again",
  });
export type MonthClosingWire = z.output<typeof monthClosingWire>;

export const monthCorrectionWire = z
  .object({
    ...envelope("month_correction", "mcr"),
    file,
    row: z.string().meta({
      description: "The row's own id: of a balance transaction, payment or ledger transfer",
    }),
    change: z.enum(CORRECTION_CHANGES).meta({ description: "How the row differs" }),
    currency,
    amount_before: minorUnits.nullable().meta({ description: "In the closed file" }),
    amount_now: minorUnits
      .nullable()
      .meta({ description: "In the present; null if the row is missing" }),
    columns: z.array(z.string()).meta({ description: "The columns that differ, of a changed row" }),
  })
  .meta({
    id: "month_correction",
    description: "A row of a closed month that is different now",
  });
export type MonthCorrectionWire = z.output<typeof monthCorrectionWire>;

const HASH = "e0112300d43831f9ab19c8b1f4a3ad34ba4d9b2d2c8c0fd6dd1a6f9e5f3b6a1c";

const EXAMPLE: MonthClosingWire = {
  id: "mcl_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "month_closing",
  livemode: true,
  created: "2026-11-02T08:00:00Z",
  metadata: {},
  status: "closed",
  month: "2026-10",
  timezone: "Europe/Berlin",
  as_of: "2026-11-02T08:00:01Z",
  finished: "2026-11-02T08:00:09Z",
  sha256: HASH,
  books_proof: `account=acct_01kp0a0000000000000000000a;mode=live;block=812;head=${HASH};signed=2026-11-02T08:00:09.120Z;key=6f0b1c2d3e4f5a69;signature=3q2-7wAAAA`,
  files: [
    {
      file: "settlement",
      name: "2026-10_live_settlement.csv",
      row_count: 10_412,
      byte_count: 2_915_360,
      sha256: HASH,
    },
  ],
  corrections: {
    checked: "2026-11-03T08:00:10Z",
    next_check: "2026-11-04T08:00:10Z",
    complete: true,
    totals: [{ file: "settlement", currency: "EUR", count: 1, amount: -5_000 }],
  },
};

const RUNNING: MonthClosingWire = {
  ...EXAMPLE,
  status: "running",
  as_of: null,
  finished: null,
  sha256: null,
  books_proof: null,
  files: [],
  corrections: { checked: null, next_check: null, complete: true, totals: [] },
};

const CORRECTION: MonthCorrectionWire = {
  id: "mcr_01kp0c5n7v3m8q2w4x6y9z1b5d",
  object: "month_correction",
  livemode: true,
  created: "2026-11-03T08:00:10Z",
  metadata: {},
  file: "settlement",
  row: "txn_01kp0c5n7v3m8q2w4x6y9z1b5d",
  change: "missing",
  currency: "EUR",
  amount_before: 5_000,
  amount_now: null,
  columns: [],
};

const params = { month_closing_id: "mcl" } as const;
const common = { group: "Reports", returns: "month_closing" } as const;

export const createMonthClosingRoute = defineRoute({
  method: "post",
  path: "/v1/month_closings",
  name: "create_month_closing",
  ...common,
  summary: "Close a month",
  description:
    "Makes the month's settlement, interchange and declines reports and its journal from one snapshot, with decimal amounts and days in the account's time zone, and keeps them: they are the same bytes for ever. A month can be closed from 15 minutes after its end, once. It cannot be undone.",
  scope: "reports:write",
  bucket: "writes",
  body: z.strictObject({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Must be a month, such as 2026-10")
      .meta({ description: "A month that has ended, as `YYYY-MM`", example: "2026-10" }),
    metadata: metadataInput.optional(),
  }),
  bodyExample: { month: "2026-10" },
  response: { status: 201, schema: monthClosingWire, example: RUNNING },
  errors: ["state_invalid"],
});

export const readMonthClosingRoute = defineRoute({
  method: "get",
  path: "/v1/month_closings/{month_closing_id}",
  name: "read_month_closing",
  ...common,
  summary: "Read a closed month",
  description:
    "The closing as JSON, or with `format=csv` the file that `file` names (the journal is text for hledger). Put all files into an empty directory: `sha256sum * | LC_ALL=C sort | sha256sum` prints the closing's `sha256`.",
  scope: "reports:read",
  bucket: "reads",
  params,
  query: z.strictObject({
    format: z.enum(["json", "csv"]).optional().meta({
      description: "Defaults to the `Accept` header, else JSON",
    }),
    file: file.default("settlement").meta({ description: "The file to read" }),
  }),
  response: { status: 200, schema: monthClosingWire, example: EXAMPLE },
  csv: {
    example: "settlement_id,net\nstl_01kp0c5n7v3m8q2w4x6y9z1b5e,19.79\n",
    also: ["text/plain"],
  },
  errors: ["resource_missing", "state_invalid"],
});

export const listMonthClosingsRoute = defineRoute({
  method: "get",
  path: "/v1/month_closings",
  name: "list_month_closings",
  ...common,
  summary: "List closed months",
  description:
    "Newest first. A closing that failed has no files, and its month can be closed again.",
  scope: "reports:read",
  bucket: "lists",
  query: listQuery.omit({ created: true }),
  response: {
    status: 200,
    schema: listOf(monthClosingWire),
    example: {
      object: "list",
      url: "/v1/month_closings",
      data: [EXAMPLE],
      has_more: false,
      next_cursor: null,
    },
  },
});

export const checkMonthClosingRoute = defineRoute({
  method: "post",
  path: "/v1/month_closings/{month_closing_id}/check",
  name: "check_month_closing",
  ...common,
  summary: "Check a closed month for corrections",
  description:
    "Compares the closed files with the present in the background. It also happens every day for five weeks, then every week for a year.",
  scope: "reports:write",
  bucket: "writes",
  params,
  response: { status: 200, schema: monthClosingWire, example: EXAMPLE },
  errors: ["resource_missing", "state_invalid"],
});

export const listMonthCorrectionsRoute = defineRoute({
  method: "get",
  path: "/v1/month_closings/{month_closing_id}/corrections",
  name: "list_month_corrections",
  group: "Reports",
  summary: "List corrections of a closed month",
  description:
    "Every row of the closed files that was `added`, `missing` or `changed` since, as of the last check. The files stay as they were.",
  scope: "reports:read",
  bucket: "lists",
  params,
  query: listQuery.omit({ created: true }),
  response: {
    status: 200,
    schema: listOf(monthCorrectionWire),
    example: {
      object: "list",
      url: `/v1/month_closings/${EXAMPLE.id}/corrections`,
      data: [CORRECTION],
      has_more: false,
      next_cursor: null,
    },
  },
  returns: "month_correction",
  errors: ["resource_missing"],
});
