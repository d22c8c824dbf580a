import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from "drizzle-orm/pg-core";
import {
  PAYMENT_METHOD_STATUSES,
  type PaymentMethodStatus,
} from "#lib/kernel/vocabulary/payment-methods.ts";
import { accountColumn, createdColumn, idColumn, modeCheck, modeColumn, oneOf } from "./columns.ts";
import { customers, type Metadata } from "./customers.ts";

/** Never contains a card number or security code: the rail keeps them and returns `railToken`. */
export const paymentMethods = pgTable(
  "payment_methods",
  {
    accountId: accountColumn(),
    id: idColumn("pm", "id").notNull(),
    mode: modeColumn(),
    type: text("type").notNull(),
    status: text("status").$type<PaymentMethodStatus>().notNull().default("active"),
    /** The rail's id of the instrument. */
    railToken: text("rail_token").notNull(),
    cardBrand: text("card_brand"),
    cardLast4: text("card_last4"),
    cardBin: text("card_bin"),
    cardExpMonth: smallint("card_exp_month"),
    cardExpYear: smallint("card_exp_year"),
    cardIssuer: text("card_issuer"),
    cardCountry: text("card_country"),
    cardFunding: text("card_funding"),
    cardFingerprint: text("card_fingerprint"),
    /** Bank accounts only: the parts that may be shown. */
    bankCountry: text("bank_country"),
    bankLast4: text("bank_last4"),
    bankCode: text("bank_code"),
    networkToken: boolean("network_token").notNull().default(false),
    reusable: boolean("reusable").notNull().default(true),
    customerId: idColumn("cus", "customer_id"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("payment_methods_list").on(t.accountId, t.mode, t.id),
    index("payment_methods_customer").on(t.accountId, t.customerId, t.id),
    foreignKey({
      columns: [t.accountId, t.customerId],
      foreignColumns: [customers.accountId, customers.id],
    }),
    modeCheck("payment_methods", t.mode),
    oneOf("payment_methods_status", t.status, PAYMENT_METHOD_STATUSES),
    check("payment_methods_last4", sql`length(${t.cardLast4}) = 4`),
    check("payment_methods_bank_last4", sql`length(${t.bankLast4}) = 4`),
    check("payment_methods_bin", sql`length(${t.cardBin}) in (6, 8)`),
  ],
);
