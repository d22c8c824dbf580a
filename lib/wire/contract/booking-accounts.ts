import { z } from "zod";
import { BOOKING_ACCOUNTS, DATEV_CHARTS, JOURNAL_LAYOUTS } from "#lib/kernel/vocabulary/booking.ts";
import { defineRoute } from "./route.ts";

const code = (name: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta({ description: `Number or name of the account for ${name.replaceAll("_", " ")}` });
const codes = Object.fromEntries(BOOKING_ACCOUNTS.map((name) => [name, code(name)])) as Record<
  (typeof BOOKING_ACCOUNTS)[number],
  ReturnType<typeof code>
>;
const accounts = z.strictObject(codes);
const datev = z.strictObject({
  chart: z.enum(DATEV_CHARTS).meta({ description: "`other`: accounts of your own" }),
  consultant: z
    .int()
    .min(1_001)
    .max(9_999_999)
    .meta({ description: "DATEV's number of the tax consultant" }),
  client: z.int().min(1).max(99_999).meta({ description: "The consultant's number of the client" }),
  fiscal_year_start: z.int().min(1).max(12).meta({ description: "Month, from 1" }),
});
const layout = z
  .enum(JOURNAL_LAYOUTS)
  .meta({ description: "The accounting program, as `layout` of an `accounting_journal`" });

export const bookingAccountsWire = z
  .object({
    object: z.literal("booking_accounts"),
    livemode: z.boolean().meta({ description: "Whether it is in live mode" }),
    layout,
    accounts: accounts.meta({ description: "The account that each movement is booked on" }),
    datev: datev.nullable().meta({ description: "With `layout: datev`" }),
    tax_rate: z.string().nullable().meta({
      description: "With `layout: xero`: the name of the tax rate without tax",
    }),
  })
  .meta({
    id: "booking_accounts",
    description: "How files of the `accounting_journal` are written for one accounting program",
  });
export type BookingAccountsWire = z.output<typeof bookingAccountsWire>;

const EXAMPLE: BookingAccountsWire = {
  object: "booking_accounts",
  livemode: false,
  layout: "datev",
  accounts: {
    balance: "1250",
    sales: "1590",
    refunds: "1590",
    chargebacks: "2400",
    interchange_fees: "4970",
    scheme_fees: "4970",
    markup_fees: "4970",
    commission_fees: "4970",
    dispute_fees: "4970",
    bank_transit: "1360",
    payout_balance: "1240",
    payouts_in_transit: "1360",
    payouts: "1590",
  },
  datev: { chart: "skr03", consultant: 1_001, client: 1, fiscal_year_start: 1 },
  tax_rate: null,
};

const common = { group: "Reports", path: "/v1/booking_accounts" } as const;

export const readBookingAccountsRoute = defineRoute({
  method: "get",
  name: "read_booking_accounts",
  ...common,
  summary: "Read the accounts of an accounting program",
  description:
    "Those of the Booking dialog of the dashboard. Before they are changed, the defaults.",
  scope: "reports:read",
  bucket: "reads",
  query: z.strictObject({ layout }),
  response: { status: 200, schema: bookingAccountsWire, example: EXAMPLE },
});

export const updateBookingAccountsRoute = defineRoute({
  method: "post",
  name: "update_booking_accounts",
  ...common,
  summary: "Change the accounts of an accounting program",
  description:
    "What you leave out stays as it is. Later files are written with the new accounts; files that exist stay the same. With `datev[chart]` `skr03` or `skr04` the accounts are those of the chart.",
  scope: "reports:write",
  bucket: "writes",
  body: z.strictObject({
    layout,
    accounts: accounts.partial().optional().meta({ description: "The accounts to change" }),
    datev: datev.partial().optional().meta({ description: "With `layout: datev`" }),
    tax_rate: z
      .string()
      .trim()
      .regex(
        /^[^\p{Cc}=+@-][^\p{Cc}]{0,49}$/u,
        "Must be the name of a tax rate, of up to 50 characters",
      )
      .optional()
      .meta({ description: "With `layout: xero`: the name of the tax rate without tax" }),
  }),
  bodyExample: { layout: "datev", datev: { chart: "skr04", consultant: 12_345, client: 7 } },
  response: {
    status: 200,
    schema: bookingAccountsWire,
    example: { ...EXAMPLE, datev: { ...EXAMPLE.datev, consultant: 12_345 } },
  },
});
