import type { schema } from "#db/client.ts";
import { TRANSFER_KINDS } from "#lib/domain/ledger/index.ts";
import { at, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { Customer, History, Payment, Refund } from "./history.ts";
import type { Random } from "./random.ts";

type Rows<T extends { $inferInsert: unknown }> = Array<T["$inferInsert"]>;

export type MoneyRows = {
  customers: Rows<typeof schema.customers>;
  paymentMethods: Rows<typeof schema.paymentMethods>;
  payments: Rows<typeof schema.payments>;
  refunds: Rows<typeof schema.refunds>;
  ledgerTransfers: Rows<typeof schema.ledgerTransfers>;
};

/** The history as rows of the tables, money and ledger in step. */
export function moneyRows(random: Random, accountId: Id<"acct">, history: History): MoneyRows {
  const refunded = new Map<string, bigint>();
  for (const refund of history.refunds) refunded.set(refund.payment.id, refund.amount);
  const own = { accountId, mode: "test" as const };
  return {
    customers: history.customers.map((customer) => ({ ...own, ...customerRow(customer) })),
    paymentMethods: history.customers.flatMap((customer) =>
      customer.cards.map((card) => ({
        ...own,
        id: card.id,
        type: "card",
        railToken: `sbx_success_${card.last4}`,
        ...cardColumns(card),
        cardExpMonth: card.expMonth,
        cardExpYear: card.expYear,
        customerId: customer.id,
        createdAt: at(customer.atMs),
      })),
    ),
    payments: history.payments.map((payment) => ({
      ...own,
      ...paymentRow(random, payment),
      amountRefunded: refunded.get(payment.id) ?? 0n,
    })),
    refunds: history.refunds.map((refund) => ({ ...own, ...refundRow(random, refund) })),
    ledgerTransfers: [
      ...history.payments
        .filter((payment) => !payment.decline)
        .map((payment) => ({
          ...own,
          id: random.id("ltr", payment.atMs),
          kind: "capture",
          ...TRANSFER_KINDS.capture,
          ...transfer(payment),
        })),
      ...history.refunds.map((refund) => ({
        ...own,
        id: random.id("ltr", refund.atMs),
        kind: "refund",
        ...TRANSFER_KINDS.refund,
        ...transfer({ ...refund, currency: refund.payment.currency }),
      })),
    ],
  };
}

function transfer(source: { id: string; amount: bigint; currency: string; atMs: number }) {
  const { id, amount, currency, atMs } = source;
  return { sourceId: id, amount, currency, createdAt: at(atMs) };
}

function customerRow(customer: Customer) {
  const { id, name, email, country, cards } = customer;
  const createdAt = at(customer.atMs);
  return {
    id,
    name,
    email,
    country,
    defaultPaymentMethod: cards[0]!.id,
    createdAt,
    updatedAt: createdAt,
  };
}

function cardColumns(card: Payment["card"]) {
  return {
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardBin: card.bin,
    cardIssuer: card.issuer,
    cardCountry: card.country,
    cardFunding: card.funding,
    cardFingerprint: keyedHash("card-fingerprint", `demo ${card.id}`).toString("hex").slice(0, 24),
  };
}

function paymentRow(random: Random, payment: Payment) {
  const { id, amount, currency, customer, card, decline, atMs } = payment;
  const { expMonth, expYear, ...profile } = card;
  return {
    id,
    amount,
    currency,
    method: "card",
    status: decline ? ("failed" as const) : ("succeeded" as const),
    amountCaptured: decline ? 0n : amount,
    customerId: customer.id,
    paymentMethodId: card.id,
    ...cardColumns({ ...profile, expMonth, expYear }),
    description: `Order ${payment.order}`,
    statementDescriptor: "LINDENHOF KAFFEE",
    sca: payment.sca,
    exemption: payment.exemption,
    exemptionOutcome: payment.exemption ? "accepted" : null,
    declineCode: decline?.code ?? null,
    networkDeclineCode: decline?.network ?? null,
    adviceCode: decline?.advice ?? null,
    metadata: { order: payment.order },
    requestId: random.id("req", atMs),
    railReference: `sbx_${id.slice(4)}`,
    createdAt: at(atMs),
    updatedAt: at(atMs),
  };
}

function refundRow(random: Random, refund: Refund) {
  const { id, amount, payment, reason, settled, atMs } = refund;
  return {
    id,
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    reason,
    status: settled ? ("settled" as const) : ("submitted" as const),
    metadata: { order: payment.order },
    requestId: random.id("req", atMs),
    createdAt: at(atMs),
    updatedAt: at(settled ? atMs + 4 * HOUR_MS : atMs + MINUTE_MS),
  };
}
