import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";
import type { Customer, History } from "./history.ts";
import type { Random } from "./random.ts";

type Account = Omit<(typeof schema.paymentMethods)["$inferInsert"], "accountId" | "mode">;

/** A customer who pays again and again: with what, and under which mandate. */
export type Cast = {
  customer: Customer;
  paymentMethodId: Id<"pm">;
  mandateId: Id<"mdt">;
  /** Null: with the customer's card. */
  account: (Account & { id: Id<"pm"> }) | null;
  agreedMs: number;
  /** The payer told the bank to end it. */
  isRevoked: boolean;
};

/** A mandate that its payer ended, without a subscription. */
const REVOKED = { debit: true, daysAgo: 30 } as const;

/** Somebody for each part, and one more whose mandate has ended: customers who were there before. */
export function castCustomers(
  random: Random,
  { customers }: History,
  parts: readonly { debit?: true; daysAgo: number }[],
): Cast[] {
  const longThere = [...customers].sort((a, b) => a.atMs - b.atMs);
  const newestMs = longThere.at(-1)!.atMs;
  return [...parts, REVOKED].map((part, i) => {
    const customer = longThere[i * 3]!;
    const agreedMs = newestMs + (57 - part.daysAgo) * DAY_MS;
    const account = part.debit ? accountOf(random, customer) : null;
    return {
      customer,
      paymentMethodId: account?.id ?? customer.cards[0]!.id,
      mandateId: random.id("mdt", agreedMs),
      account,
      agreedMs,
      isRevoked: part === REVOKED,
    };
  });
}

function accountOf(random: Random, customer: Customer): Account & { id: Id<"pm"> } {
  const atMs = customer.atMs + MINUTE_MS;
  return {
    id: random.id("pm", atMs),
    type: "sepa_debit",
    railToken: "sbx_success_3000",
    bankCountry: "DE",
    bankLast4: "3000",
    bankCode: "37040044",
    customerId: customer.id,
    createdAt: dateFromMs(atMs),
  };
}

export function mandateRow(who: Cast) {
  const { mandateId: id, customer, paymentMethodId, account, agreedMs, isRevoked } = who;
  return {
    id,
    status: isRevoked ? ("revoked" as const) : ("active" as const),
    scheme: account ? ("sepa_core" as const) : ("card" as const),
    reference: `MNDT${id.slice(-12).toUpperCase()}`,
    customerId: customer.id,
    paymentMethodId,
    acceptedAt: dateFromMs(agreedMs),
    ...(isRevoked ? { revocationSource: "payer" as const, revocationCode: "MD01" } : {}),
    railReference: `sbx_${id}`,
    createdAt: dateFromMs(agreedMs),
    updatedAt: dateFromMs(isRevoked ? agreedMs + 9 * DAY_MS : agreedMs),
  };
}
