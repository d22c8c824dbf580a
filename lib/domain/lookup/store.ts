import { and, desc, eq, ilike, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import { db, runPrepared } from "#db/client.ts";
import { containing } from "#db/reading.ts";
import { customers as c } from "#db/schema/customers.ts";
import { payments as p } from "#db/schema/payments.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Found, FoundKind } from "./types.ts";

/** Where a kind of thing is kept, and the expressions that name one. */
type Source = {
  kind: FoundKind;
  table: string;
  words?: string;
  amount?: string;
  status?: string;
  /** What is no longer anybody's. */
  only?: string;
};

/** As `shownStatus` of payments: what was given back counts as well. */
const PAYMENT_STATUS = `case
  when status <> 'succeeded' or amount_refunded = 0 then status
  when amount_refunded < amount_captured then 'partially_refunded' else 'refunded' end`;
const MONEY = { amount: "amount", status: "status" };
const OF_PAYMENT: Source = {
  kind: "payment",
  table: "payments",
  words: "description",
  ...MONEY,
  status: PAYMENT_STATUS,
};

/** By the prefix of their ids. */
const SOURCES: Readonly<Record<string, Source>> = {
  pay: OF_PAYMENT,
  bp: OF_PAYMENT,
  po: { kind: "payout", table: "payouts", words: "beneficiary_name", ...MONEY },
  pob: { kind: "batch", table: "payout_batches", words: "format", status: "status" },
  mdt: { kind: "mandate", table: "mandates", words: "reference", status: "status" },
  plan: { kind: "plan", table: "plans", words: "name", amount: "amount" },
  sub: { kind: "subscription", table: "subscriptions", status: "status" },
  in: {
    kind: "invoice",
    table: "invoices",
    words: "number",
    amount: "amount_due",
    status: "status",
  },
  re: { kind: "refund", table: "refunds", words: "reason", ...MONEY },
  dp: { kind: "dispute", table: "disputes", words: "reason", ...MONEY },
  stl: { kind: "settlement", table: "settlements", amount: "net", status: "status" },
  txn: { kind: "balance_transaction", table: "balance_transactions", words: "type", amount: "net" },
  cus: {
    kind: "customer",
    table: "customers",
    words: "coalesce(name, email)",
    only: "not deleted",
  },
  pm: { kind: "payment_method", table: "payment_methods", words: "type", status: "status" },
  we: { kind: "endpoint", table: "webhook_endpoints", words: "url", only: "deleted_at is null" },
  evt: { kind: "event", table: "events", words: "type" },
  dlv: { kind: "delivery", table: "deliveries", words: "event_type", status: "status" },
  rpl: { kind: "replay", table: "replays", status: "status" },
  req: {
    kind: "request",
    table: "api_requests",
    words: "method || ' ' || split_part(path, '?', 1)",
  },
  key: { kind: "key", table: "api_keys", words: "name", only: "not managed" },
};

/** The last character that ids have, more often than any id has characters. */
const LAST = "z".repeat(30);

const NAMED = new Map(Object.entries(SOURCES).map(([prefix, one]) => [prefix, statement(one)]));

/** A range of ids, and so one of the index; the whole id is a range of one. */
function statement({ kind, table, words, amount, status, only }: Source): string {
  return `
    select '${kind}' as kind, id, ${words ?? "null"} as words, ${status ?? "null"} as status,
           ${amount ?? "null::bigint"} as "amountMinor", ${amount ? "currency" : "null"} as currency,
           created_at as "createdAt"
      from ${table}
     where account_id = $1 and mode = $2 and id >= $3 and id <= $4 ${only ? `and ${only}` : ""}
     order by id desc
     limit $5`;
}

/** Things whose id begins so, the newest first; none for a prefix that no page knows. */
export async function byId(
  ctx: Context,
  prefix: string,
  beginning: string,
  limit: number,
): Promise<Found[]> {
  const text = NAMED.get(prefix);
  if (!text) return [];
  const values = [ctx.accountId, ctx.mode, beginning, `${beginning}${LAST}`, limit];
  return await runPrepared<Found>(`lookup.${prefix}`, text, values);
}

const PAYMENT = {
  id: p.id,
  words: p.description,
  status: sql<string>`${sql.raw(PAYMENT_STATUS)}`.as("status"),
  amountMinor: p.amount,
  currency: p.currency,
  createdAt: p.createdAt,
};
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
  const words = name && email ? `${name}, ${email}` : (name ?? email);
  return { ...NO_MONEY, kind: "customer", id, words, status: null, createdAt } satisfies Found;
}
const NO_MONEY = { amountMinor: null, currency: null };

/** By the index of addresses, as typed or in small letters. */
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

/** By the index of last digits. */
export async function paymentsByLast4(
  ctx: Context,
  last4: string,
  limit: number,
): Promise<Found[]> {
  const rows = await db()
    .select(PAYMENT)
    .from(p)
    .where(and(ownPayment(ctx), eq(p.cardLast4, last4)))
    .orderBy(desc(p.id))
    .limit(limit);
  return rows.map(toPayment);
}

/** How many of the newest are read for what no index has: some milliseconds' worth. */
const WALKED = 2_000;

type Amount = { amountMinor: bigint; only?: string[]; except?: string[] };

/** Of the newest payments those of an amount, or with words in their description. */
export async function newestPayments(
  ctx: Context,
  { amounts, words }: { amounts: readonly Amount[]; words: string },
  limit: number,
): Promise<Found[]> {
  const walked = db()
    .select(PAYMENT)
    .from(p)
    .where(ownPayment(ctx))
    .orderBy(desc(p.id))
    .limit(WALKED)
    .as("walked");
  const isAmount = ({ amountMinor, only, except }: Amount): SQL | undefined =>
    and(
      eq(walked.amountMinor, amountMinor),
      only ? inArray(walked.currency, only) : undefined,
      except ? notInArray(walked.currency, except) : undefined,
    );
  const rows = await db()
    .select()
    .from(walked)
    .where(or(ilike(walked.words, containing(words)), ...amounts.map(isAmount)))
    .orderBy(desc(walked.id))
    .limit(limit);
  return rows.map(toPayment);
}

/** Of the newest customers those with words in their name or address. */
export async function newestCustomers(
  ctx: Context,
  words: string,
  limit: number,
): Promise<Found[]> {
  const walked = db()
    .select(CUSTOMER)
    .from(c)
    .where(ownCustomer(ctx))
    .orderBy(desc(c.id))
    .limit(WALKED)
    .as("walked");
  const rows = await db()
    .select()
    .from(walked)
    .where(or(ilike(walked.name, containing(words)), ilike(walked.email, containing(words))))
    .orderBy(desc(walked.id))
    .limit(limit);
  return rows.map(toCustomer);
}
