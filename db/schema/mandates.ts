import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  MANDATE_SCHEMES,
  MANDATE_STATUSES,
  type MandateScheme,
  type MandateStatus,
  REVOCATION_SOURCES,
  type RevocationSource,
} from "#lib/kernel/vocabulary/mandates.ts";
import {
  accountColumn,
  createdColumn,
  idColumn,
  modeCheck,
  modeColumn,
  moment,
  oneOf,
} from "./columns.ts";
import { customers, type Metadata } from "./customers.ts";
import { paymentMethods } from "./payment-methods.ts";

/** Payers' permissions to be debited. */
export const mandates = pgTable(
  "mandates",
  {
    accountId: accountColumn(),
    id: idColumn("mdt", "id").notNull(),
    mode: modeColumn(),
    status: text("status").$type<MandateStatus>().notNull(),
    scheme: text("scheme").$type<MandateScheme>().notNull(),
    /** Identifies the mandate at the payer's bank and on statements. */
    reference: text("reference").notNull(),
    customerId: idColumn("cus", "customer_id"),
    paymentMethodId: idColumn("pm", "payment_method_id").notNull(),
    acceptedAt: moment("accepted_at").notNull(),
    acceptedIp: text("accepted_ip"),
    /** The bank's code for rejecting it. */
    failureCode: text("failure_code"),
    revocationSource: text("revocation_source").$type<RevocationSource>(),
    revocationCode: text("revocation_code"),
    railReference: text("rail_reference"),
    /** When an unused mandate expires; null for schemes without expiry. */
    expiresAt: moment("expires_at"),
    /** When the next step is due: the bank's answer, the expiry, or notifying the rail of the revocation; null
     * without one. */
    railCheckAt: moment("rail_check_at"),
    /** The holder of the rail lease, and its end; null without one. */
    railHeldBy: text("rail_held_by"),
    railHeldUntil: moment("rail_held_until"),
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    createdAt: createdColumn(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    index("mandates_list").on(t.accountId, t.mode, t.id),
    index("mandates_customer").on(t.accountId, t.customerId, t.id),
    index("mandates_payment_method").on(t.accountId, t.paymentMethodId, t.id),
    // One of two concurrent first debits creates the mandate; the other uses it.
    uniqueIndex("mandates_live")
      .on(t.accountId, t.paymentMethodId, t.scheme)
      .where(sql`status in ('pending', 'active')`),
    uniqueIndex("mandates_reference").on(t.accountId, t.mode, t.reference),
    index("mandates_rail_check").on(t.railCheckAt).where(sql`rail_check_at is not null`),
    index("mandates_turns")
      .on(t.accountId, t.mode, t.railCheckAt)
      .where(sql`rail_check_at is not null`),
    foreignKey({
      columns: [t.accountId, t.customerId],
      foreignColumns: [customers.accountId, customers.id],
    }),
    foreignKey({
      columns: [t.accountId, t.paymentMethodId],
      foreignColumns: [paymentMethods.accountId, paymentMethods.id],
    }),
    modeCheck("mandates", t.mode),
    oneOf("mandates_status_known", t.status, MANDATE_STATUSES),
    oneOf("mandates_scheme_known", t.scheme, MANDATE_SCHEMES),
    oneOf("mandates_revocation_known", t.revocationSource, REVOCATION_SOURCES),
  ],
);
