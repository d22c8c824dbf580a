import { and, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { keyset, keysetByTime, pageOf } from "#db/paging.ts";
import { customers } from "#db/schema/customers.ts";
import { mandates } from "#db/schema/mandates.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { payments as p, payments, payments as t } from "#db/schema/payments.ts";
import { selectList } from "#db/sql-text.ts";
import { createdWithin } from "#db/time-filters.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { mapPage, type Page } from "#lib/kernel/page.ts";
import type {
  AdviceCode,
  Exemption,
  ExemptionOutcome,
  PaymentMethodName,
  Sca,
} from "#lib/kernel/vocabulary/payments.ts";
import { joinsCustomer, listItemColumns } from "./browse-store.ts";
import type { PaymentListItem } from "./payment-filter.ts";
import type { ListPaymentsRequest } from "./read-payments.ts";
import { liabilityIs } from "./traits-store.ts";
import type { Payment } from "./types.ts";

/** A row of `payments`; the query builder and hand-written SQL use the same names. */
export type PaymentRow = typeof payments.$inferSelect;

/** All columns of `payments p`, named as in `PaymentRow`, for hand-written SQL. */
export const PAYMENT_COLUMNS = selectList(payments, "p");

export function toPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    accountId: row.accountId,
    mode: row.mode,
    status: row.status,
    amountMinor: row.amount,
    amountCapturedMinor: row.amountCaptured,
    amountRefundedMinor: row.amountRefunded,
    step: row.step,
    captureMinor: row.captureAmount,
    currency: row.currency,
    method: row.method as PaymentMethodName,
    capture: row.capture,
    customerId: row.customerId,
    paymentMethodId: row.paymentMethodId,
    railToken: row.railToken,
    bankPayment: row.bankPayment,
    storedCredential: row.storedCredential,
    initiator: row.initiator,
    description: row.description,
    statementDescriptor: row.statementDescriptor,
    returnUrl: row.returnUrl,
    redirectUrl: row.redirectUrl,
    settles: row.settles,
    sca: row.sca as Sca | null,
    exemption: row.exemption as Exemption | null,
    exemptionOutcome: row.exemptionOutcome as ExemptionOutcome | null,
    decline: declineOf(row),
    card: chargedCardOf(row),
    acquirerResponse: row.acquirerResponse,
    outcome: row.outcome,
    disputed: row.disputed,
    mandateId: row.mandateId,
    subscriptionId: row.subscriptionId,
    invoiceId: row.invoiceId,
    retryOf: row.retryOf,
    settlementId: row.settlementId,
    metadata: row.metadata,
    requestId: row.requestId,
    railReference: row.railReference,
    railCheckAt: row.railCheckAt,
    expiresUncaptured: row.expiresUncaptured,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  };
}

function declineOf(row: PaymentRow): Payment["decline"] {
  if (row.declineCode === null) return null;
  return {
    declineCode: row.declineCode,
    networkCode: row.networkDeclineCode,
    adviceCode: row.adviceCode as AdviceCode | null,
  };
}

/** The card columns that `payments` and `payment_methods` have in common. */
type CardColumns = Pick<
  PaymentRow,
  | "cardBrand"
  | "cardLast4"
  | "cardBin"
  | "cardIssuer"
  | "cardCountry"
  | "cardFunding"
  | "cardFingerprint"
>;

export function chargedCardOf(row: CardColumns): Payment["card"] {
  if (row.cardLast4 === null) return null;
  return {
    brand: row.cardBrand ?? "",
    last4: row.cardLast4,
    bin: row.cardBin ?? "",
    issuer: row.cardIssuer ?? "",
    country: row.cardCountry ?? "",
    funding: row.cardFunding ?? "",
    fingerprint: row.cardFingerprint ?? "",
  };
}

/** Returns one page, newest first. Takes no lock. `cursorTime` is when the cursor's payment was created. */
export async function list(
  ctx: Context,
  request: ListPaymentsRequest,
  cursorTime: Date | undefined,
): Promise<Page<Payment>> {
  const { where, orderBy, limit } = request.created
    ? keysetByTime({ time: t.createdAt, id: t.id }, request, cursorTime)
    : keyset(t.id, request);
  const rows = await db()
    .select()
    .from(t)
    .where(and(matching(ctx, request), where))
    .orderBy(...[orderBy].flat())
    .limit(limit);
  return mapPage(pageOf(rows, request), toPayment);
}

/** Returns the payments with these ids, in no order. Takes no lock. */
export async function findMany(ctx: Context, ids: readonly string[]): Promise<Payment[]> {
  if (ids.length === 0) return [];
  const among = inArray(t.id, ids as Id<"pay">[]);
  const rows = await db()
    .select()
    .from(t)
    .where(and(own(ctx), among));
  return rows.map(toPayment);
}

const own = (ctx: Context) => and(eq(t.accountId, ctx.accountId), eq(t.mode, ctx.mode));

const FIRST_PAYMENT: Id<"pay"> = "pay_";

function matching(ctx: Context, f: ListPaymentsRequest): SQL | undefined {
  return and(
    own(ctx),
    // Ids of bank payments (`bp_`) sort before `pay_`, so the list's index serves this filter.
    f.kind === "bank_payment" ? lt(t.id, FIRST_PAYMENT) : gte(t.id, FIRST_PAYMENT),
    f.status && eq(t.status, f.status),
    f.method && eq(t.method, f.method),
    f.currency === undefined ? undefined : eq(t.currency, f.currency),
    f.customer === undefined ? undefined : eq(t.customerId, f.customer as Id<"cus">),
    f.paymentMethod === undefined ? undefined : eq(t.paymentMethodId, f.paymentMethod as Id<"pm">),
    f.amountMinor?.gte === undefined ? undefined : gte(t.amount, f.amountMinor.gte),
    f.amountMinor?.lte === undefined ? undefined : lte(t.amount, f.amountMinor.lte),
    liabilityIs(f.liability),
    createdWithin(t.createdAt, f.created),
  );
}

const factsOf = (ctx: Context) => ({
  ...listItemColumns(ctx),
  apiStatus: p.status,
  step: p.step,
  amountCapturedMinor: p.amountCaptured,
  capture: p.capture,
  statementDescriptor: p.statementDescriptor,
  sca: p.sca,
  exemption: p.exemption,
  exemptionOutcome: p.exemptionOutcome,
  networkDeclineCode: p.networkDeclineCode,
  adviceCode: p.adviceCode,
  cardBin: p.cardBin,
  cardIssuer: p.cardIssuer,
  cardCountry: p.cardCountry,
  cardFunding: p.cardFunding,
  cardFingerprint: p.cardFingerprint,
  acquirerResponse: p.acquirerResponse,
  cardExpMonth: m.cardExpMonth,
  cardExpYear: m.cardExpYear,
  paymentMethodId: p.paymentMethodId,
  settles: p.settles,
  bankPayment: p.bankPayment,
  bankCountry: m.bankCountry,
  bankLast4: m.bankLast4,
  bankCode: m.bankCode,
  mandateScheme: mandates.scheme,
  mandateStatus: mandates.status,
  settlementId: p.settlementId,
  mandateId: p.mandateId,
  subscriptionId: p.subscriptionId,
  invoiceId: p.invoiceId,
  retryOf: p.retryOf,
  metadata: p.metadata,
  requestId: p.requestId,
  railReference: p.railReference,
  railCheckAt: p.railCheckAt,
  redirectUrl: p.redirectUrl,
  expiresAt: p.expiresAt,
  updatedAt: p.updatedAt,
});

export type PaymentFacts = Awaited<ReturnType<typeof selectFacts>>[number];

function selectFacts(ctx: Context, id: Id<"pay">) {
  return db()
    .select(factsOf(ctx))
    .from(p)
    .leftJoin(customers, joinsCustomer)
    .leftJoin(m, and(eq(m.accountId, p.accountId), eq(m.id, p.paymentMethodId)))
    .leftJoin(mandates, and(eq(mandates.accountId, p.accountId), eq(mandates.id, p.mandateId)))
    .where(and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode), eq(p.id, id)));
}

/** Returns all stored facts of one payment, or null if this account has no such payment in this mode. Takes no lock. */
export async function findFacts(ctx: Context, id: Id<"pay">): Promise<PaymentFacts | null> {
  const [facts] = await selectFacts(ctx, id);
  return facts ?? null;
}

const SAME_PURCHASE_MS = 7 * DAY_MS;
const MOST_ATTEMPTS = 10;

/** Returns at most 10 other payments of the same customer or card, amount and currency, made within 7 days before or
 *  after this one (decisions §6, `retry_of`), newest first. */
export async function otherAttempts(ctx: Context, facts: PaymentFacts): Promise<PaymentListItem[]> {
  const { customerId, cardFingerprint, createdAt } = facts;
  if (!customerId && !cardFingerprint) return [];
  const sameCard = cardFingerprint
    ? and(
        eq(p.cardLast4, facts.cardLast4 ?? ""),
        eq(p.cardFingerprint, cardFingerprint),
        isNull(p.customerId),
      )
    : undefined;
  return await db()
    .select(listItemColumns(ctx))
    .from(p)
    .leftJoin(customers, joinsCustomer)
    .where(
      and(
        eq(p.accountId, ctx.accountId),
        eq(p.mode, ctx.mode),
        ne(p.id, facts.id),
        // A payment without a customer is matched by its card; the last digits let the index serve it.
        or(customerId ? eq(p.customerId, customerId) : undefined, sameCard),
        eq(p.amount, facts.amountMinor),
        eq(p.currency, facts.currency),
        gte(p.createdAt, dateFromMs(createdAt.getTime() - SAME_PURCHASE_MS)),
        lte(p.createdAt, dateFromMs(createdAt.getTime() + SAME_PURCHASE_MS)),
      ),
    )
    .orderBy(desc(p.id))
    .limit(MOST_ATTEMPTS);
}
