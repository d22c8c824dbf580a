import type { schema } from "#db/client.ts";
import { cutOffAfter } from "#lib/domain/balance/index.ts";
import { DAY_MS, dateFromMs, HOUR_MS, MINUTE_MS } from "#lib/kernel/clock.ts";
import { keyedHash } from "#lib/kernel/crypto.ts";
import type { Id } from "#lib/kernel/ids.ts";
import { arnOf, shiftsLiability } from "#lib/rails/index.ts";
import {
  type Booking,
  chargeEntry,
  entryRow,
  refundEntry,
  type SettlementRow,
  settleBookings,
  settlementTransfers,
  transferRows,
} from "./books.ts";
import { type Dispute, disputeEntries } from "./disputes.ts";
import type { Customer, History, Payment, Refund } from "./history.ts";
import type { Random } from "./random.ts";

type Rows<T extends { $inferInsert: unknown }> = Array<T["$inferInsert"]>;

export type MoneyRows = {
  customers: Rows<typeof schema.customers>;
  paymentMethods: Rows<typeof schema.paymentMethods>;
  payments: Rows<typeof schema.payments>;
  refunds: Rows<typeof schema.refunds>;
  paymentOutcomes: Rows<typeof schema.paymentOutcomes>;
  balanceTransactions: Rows<typeof schema.balanceTransactions>;
  settlements: Rows<typeof schema.settlements>;
  ledgerTransfers: Rows<typeof schema.ledgerTransfers>;
};

/** Returns of payments, besides refunds. */
type Wanted = {
  disputes: readonly Dispute[];
  accountId: Id<"acct">;
  merchantCountry: string;
  nowMs: number;
};

/** The history as rows of the tables: payments, costs, settlements and ledger, consistent with each other. */
export function moneyRows(random: Random, history: History, wanted: Wanted): MoneyRows {
  const { accountId, nowMs } = wanted;
  const refunded = new Map<string, bigint>();
  for (const refund of history.refunds) refunded.set(refund.payment.id, refund.amount);
  const own = { accountId, mode: "test" as const };
  const approvedCards = new Set(
    history.payments.flatMap(({ card, account, outcome }) =>
      outcome === "approved" && !account ? [card.id] : [],
    ),
  );
  const bookings = bookingsOf(random, history, wanted);
  const disputed = new Set<string>(wanted.disputes.map(({ paymentId }) => paymentId));
  const settlements = settleHistory(random, bookings, nowMs);
  const settledIn = new Map(
    bookings.map(({ entry, settlementId }) => [entry.sourceId, settlementId]),
  );
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
        networkToken: approvedCards.has(card.id),
        customerId: customer.id,
        createdAt: dateFromMs(customer.atMs),
      })),
    ),
    payments: history.payments.map((payment) => ({
      ...own,
      ...paymentRow(random, payment),
      amountRefunded: refunded.get(payment.id) ?? 0n,
      disputed: disputed.has(payment.id),
      settlementId: settledIn.get(payment.id) ?? null,
    })),
    refunds: history.refunds.map((refund) => ({
      ...own,
      ...refundRow(random, refund),
      settlementId: settledIn.get(refund.id) ?? null,
    })),
    paymentOutcomes: history.payments.map(({ id, outcome }) => ({
      ...own,
      paymentId: id,
      outcome,
    })),
    balanceTransactions: bookings.map((booking) => ({ ...own, ...entryRow(booking) })),
    settlements: settlements.map((settlement) => ({ ...own, ...settlement })),
    ledgerTransfers: [...bookings.map(transferRows), ...settlements.map(settlementTransfers)]
      .flat()
      .map((transfer) => ({
        ...own,
        id: random.id("ltr", transfer.createdAt.getTime()),
        ...transfer,
      })),
  };
}

/** How long a debit is processing. */
const DEBIT_MS = 2 * DAY_MS;

/** Every movement of funds, oldest first. */
function bookingsOf(
  random: Random,
  history: History,
  { merchantCountry, disputes }: Wanted,
): Booking[] {
  const charges = history.payments
    .filter(({ outcome }) => outcome === "approved")
    .map((payment) =>
      payment.account
        ? chargeEntry({
            ...payment,
            atMs: payment.atMs + DEBIT_MS,
            method: "sepa_debit",
            card: null,
            merchantCountry,
          })
        : chargeEntry({ ...payment, method: "card", merchantCountry }),
    );
  const refunds = history.refunds.map((refund) =>
    refundEntry({ ...refund, currency: refund.payment.currency }),
  );
  return [...charges, ...refunds, ...disputes.flatMap(disputeEntries)]
    .sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime())
    .map((entry) => ({
      id: random.id("txn", entry.bookedAt.getTime()),
      entry,
      settlementId: null,
    }));
}

/** Settles the bookings of each past cut-off; a sum that is not above zero waits for the next. */
function settleHistory(random: Random, bookings: Booking[], nowMs: number): SettlementRow[] {
  const settlements: SettlementRow[] = [];
  for (const [currency, own] of Map.groupBy(bookings, ({ entry }) => entry.currency)) {
    let periodStart: Date | null = null;
    let waiting: Booking[] = [];
    const byCutOff = Map.groupBy(own, ({ entry }) => cutOffAfter(entry.bookedAt).getTime());
    for (const [cutOffMs, booked] of byCutOff) {
      if (cutOffMs > nowMs) break;
      waiting = [...waiting, ...booked];
      const id = random.id("stl", cutOffMs);
      const cutOff = dateFromMs(cutOffMs);
      const made = settleBookings(waiting, { id, currency, periodStart, cutOff, nowMs });
      if (!made) continue;
      settlements.push(made);
      [periodStart, waiting] = [cutOff, []];
    }
  }
  return settlements;
}

function customerRow(customer: Customer) {
  const { id, name, email, country, cards } = customer;
  const createdAt = dateFromMs(customer.atMs);
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

/** As the sandbox's acquirer reports it. Saved cards have no security code to check. */
function acquirerResponse({ id, card, sca, outcome, billing }: Payment) {
  const isAuthenticated = shiftsLiability(sca);
  const [authenticated, none] = card.brand === "mastercard" ? ["02", "00"] : ["05", "07"];
  return {
    eci: isAuthenticated ? authenticated : none,
    liabilityShift: isAuthenticated,
    avsResult: "not_checked" as const,
    cvcResult: billing ? ("not_checked" as const) : ("match" as const),
    arn: outcome === "approved" ? arnOf(id) : null,
  };
}

const STATUSES = {
  approved: "succeeded",
  declined: "failed",
  authentication_failed: "failed",
  abandoned: "canceled",
} as const;

function paymentRow(random: Random, payment: Payment) {
  const { id, amount, currency, customer, card, account, outcome, decline, atMs } = payment;
  const { billing, order } = payment;
  const metadata: Record<string, string> = order ? { order } : {};
  return {
    id,
    amount,
    currency,
    method: account ? "sepa_debit" : "card",
    settles: account ? "sepa_debit" : null,
    status: STATUSES[outcome],
    outcome,
    amountCaptured: outcome === "approved" ? amount : 0n,
    customerId: customer.id,
    paymentMethodId: account?.id ?? card.id,
    ...(account ? {} : { ...cardColumns(card), acquirerResponse: acquirerResponse(payment) }),
    description: payment.description ?? `Order ${order}`,
    ...(billing
      ? {
          mandateId: billing.mandateId,
          subscriptionId: billing.subscriptionId,
          invoiceId: billing.invoiceId,
          initiator: billing.byMerchant ? ("merchant" as const) : ("payer" as const),
          storedCredential: billing.byMerchant ? ("subsequent" as const) : ("first" as const),
        }
      : {}),
    statementDescriptor: "LINDENHOF KAFFEE",
    sca: payment.sca,
    exemption: payment.exemption,
    exemptionOutcome: payment.exemption ? "accepted" : null,
    declineCode: decline?.code ?? null,
    networkDeclineCode: decline?.network ?? null,
    adviceCode: decline?.advice ?? null,
    metadata,
    requestId: random.id("req", atMs),
    railReference: `sbx_${id.slice(4)}`,
    createdAt: dateFromMs(atMs),
    updatedAt: dateFromMs(account ? atMs + DEBIT_MS : atMs),
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
    createdAt: dateFromMs(atMs),
    updatedAt: dateFromMs(settled ? atMs + 4 * HOUR_MS : atMs + MINUTE_MS),
  };
}
