import { and, desc, eq, gte, isNull, lte, ne, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { customers } from "#db/schema/customers.ts";
import { mandates } from "#db/schema/mandates.ts";
import { paymentMethods as m } from "#db/schema/payment-methods.ts";
import { payments as p } from "#db/schema/payments.ts";
import { DAY_MS, dateFromMs } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { lineColumns, ofCustomer } from "./browse-store.ts";
import type { PaymentListItem } from "./browse-types.ts";

const FACTS = {
  ...lineColumns,
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
  metadata: p.metadata,
  requestId: p.requestId,
  railReference: p.railReference,
  railCheckAt: p.railCheckAt,
  redirectUrl: p.redirectUrl,
  expiresAt: p.expiresAt,
  updatedAt: p.updatedAt,
};

export type PaymentFacts = Awaited<ReturnType<typeof selectFacts>>[number];

function selectFacts(ctx: Context, id: Id<"pay">) {
  return db()
    .select(FACTS)
    .from(p)
    .leftJoin(customers, ofCustomer)
    .leftJoin(m, and(eq(m.accountId, p.accountId), eq(m.id, p.paymentMethodId)))
    .leftJoin(mandates, and(eq(mandates.accountId, p.accountId), eq(mandates.id, p.mandateId)))
    .where(and(eq(p.accountId, ctx.accountId), eq(p.mode, ctx.mode), eq(p.id, id)));
}

/** Everything we know of one payment; null when the account has none such in this mode. */
export async function findFacts(ctx: Context, id: Id<"pay">): Promise<PaymentFacts | null> {
  const [facts] = await selectFacts(ctx, id);
  return facts ?? null;
}

const SAME_PURCHASE_MS = 7 * DAY_MS;
const MOST_ATTEMPTS = 10;

/** Other payments of the same customer or card, amount and currency within 7 days of this one: the
 *  tries before it and after it (decisions §6, `retry_of`). Newest first. */
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
    .select(lineColumns)
    .from(p)
    .leftJoin(customers, ofCustomer)
    .where(
      and(
        eq(p.accountId, ctx.accountId),
        eq(p.mode, ctx.mode),
        ne(p.id, facts.id),
        // A payment of nobody is matched by its card; the last digits let the index serve it.
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
