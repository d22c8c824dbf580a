import {
  and,
  type Column,
  desc,
  eq,
  ilike,
  inArray,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { db } from "#db/client.ts";
import { customers as c } from "#db/schema/customers.ts";
import { payments as p } from "#db/schema/payments.ts";
import { payouts as o } from "#db/schema/payouts.ts";
import { containing } from "#db/sql-text.ts";
import { shownStatus } from "#lib/domain/payments/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Found } from "./look-up.ts";

const paymentOf = (ctx: Context) => ({
  id: p.id,
  label: p.description,
  status: shownStatus(ctx).as("status"),
  amountMinor: p.amount,
  currency: p.currency,
  createdAt: p.createdAt,
});
const CUSTOMER = { id: c.id, name: c.name, email: c.email, createdAt: c.createdAt };

const ownPayment = (ctx: Context) => and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode));
const ownCustomer = (ctx: Context) =>
  and(eq(c.accountId, ctx.accountId), eq(c.mode, ctx.mode), eq(c.deleted, false));

const toPayment = (row: Omit<Found, "kind">): Found => ({ kind: "payment", ...row });
function toCustomer(row: {
  id: string;
  name: string | null;
  email: string | null;
  createdAt: Date;
}) {
  const { id, name, email, createdAt } = row;
  const label = name && email ? `${name}, ${email}` : (name ?? email);
  return { ...NO_MONEY, kind: "customer", id, label, status: null, createdAt } satisfies Found;
}
const NO_MONEY = { amountMinor: null, currency: null };

/** Returns customers with this e-mail address, as typed or in lower case. Takes no lock. */
export async function customersByEmail(
  ctx: Context,
  email: string,
  limit: number,
): Promise<Found[]> {
  const rows = await db()
    .select(CUSTOMER)
    .from(c)
    .where(and(ownCustomer(ctx), inArray(c.email, [email, email.toLowerCase()])))
    .orderBy(desc(c.id))
    .limit(limit);
  return rows.map(toCustomer);
}

/** Returns the newest payments by cards with these last four digits. Takes no lock. */
export async function paymentsByLast4(
  ctx: Context,
  last4: string,
  limit: number,
): Promise<Found[]> {
  const rows = await db()
    .select(paymentOf(ctx))
    .from(p)
    .where(and(ownPayment(ctx), eq(p.cardLast4, last4)))
    .orderBy(desc(p.id))
    .limit(limit);
  return rows.map(toPayment);
}

/** Number of the newest rows that are searched without an index; takes a few milliseconds. */
const SCANNED_ROWS = 2_000;

type Amount = { amountMinor: bigint; only?: string[]; except?: string[] };

/** The values of a payment's metadata and the references of its bank transfer. */
const REFERENCES = sql<string>`concat_ws(' ', jsonb_path_query_array(${p.metadata}, '$.*'),
  ${p.bankPayment} ->> 'reference', ${p.bankPayment} ->> 'endToEndId')`;

const isAmount =
  (amount: Column, currency: Column) =>
  ({ amountMinor, only, except }: Amount): SQL | undefined =>
    and(
      eq(amount, amountMinor),
      only ? inArray(currency, only) : undefined,
      except ? notInArray(currency, except) : undefined,
    );

/** Returns those of the newest payments that have one of the amounts, or the text in description, metadata or
 *  references. Takes no lock. */
export async function newestPayments(
  ctx: Context,
  { amounts, text }: { amounts: readonly Amount[]; text: string },
  limit: number,
): Promise<Found[]> {
  const walked = db()
    .select({ ...paymentOf(ctx), references: REFERENCES.as("references") })
    .from(p)
    .where(ownPayment(ctx))
    .orderBy(desc(p.id))
    .limit(SCANNED_ROWS)
    .as("walked");
  const { id, status, amountMinor, currency, createdAt } = walked;
  const rows = await db()
    .select({ id, label: walked.label, status, amountMinor, currency, createdAt })
    .from(walked)
    .where(
      or(
        ilike(walked.label, containing(text)),
        ilike(walked.references, containing(text)),
        ...amounts.map(isAmount(amountMinor, currency)),
      ),
    )
    .orderBy(desc(walked.id))
    .limit(limit);
  return rows.map(toPayment);
}

const PAYOUT = {
  id: o.id,
  name: o.beneficiaryName,
  reference: o.reference,
  endToEndId: o.endToEndId,
  status: o.status,
  amountMinor: o.amount,
  currency: o.currency,
  createdAt: o.createdAt,
};

/** Returns those of the newest payouts that have one of the amounts, or the text in beneficiary or references. Takes no
 *  lock. */
export async function newestPayouts(
  ctx: Context,
  { amounts, text }: { amounts: readonly Amount[]; text: string },
  limit: number,
): Promise<Found[]> {
  const walked = db()
    .select(PAYOUT)
    .from(o)
    .where(and(eq(o.accountId, ctx.accountId), eq(o.mode, ctx.mode)))
    .orderBy(desc(o.id))
    .limit(SCANNED_ROWS)
    .as("walked");
  const rows = await db()
    .select()
    .from(walked)
    .where(
      or(
        ...[walked.name, walked.reference, walked.endToEndId].map((column) =>
          ilike(column, containing(text)),
        ),
        ...amounts.map(isAmount(walked.amountMinor, walked.currency)),
      ),
    )
    .orderBy(desc(walked.id))
    .limit(limit);
  return rows.map(({ name, reference, endToEndId: _, ...row }) => ({
    ...row,
    kind: "payout",
    label: [name, reference].filter(Boolean).join(", "),
  }));
}

/** Returns those of the newest customers that have the text in name or e-mail address. Takes no lock. */
export async function newestCustomers(ctx: Context, text: string, limit: number): Promise<Found[]> {
  const walked = db()
    .select(CUSTOMER)
    .from(c)
    .where(ownCustomer(ctx))
    .orderBy(desc(c.id))
    .limit(SCANNED_ROWS)
    .as("walked");
  const rows = await db()
    .select()
    .from(walked)
    .where(or(ilike(walked.name, containing(text)), ilike(walked.email, containing(text))))
    .orderBy(desc(walked.id))
    .limit(limit);
  return rows.map(toCustomer);
}
