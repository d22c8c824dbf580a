import { DAY_MS, dateFromMs, MINUTE_MS } from "#lib/kernel/clock.ts";
import type { Id } from "#lib/kernel/ids.ts";
import type { schema } from "../client.ts";
import type { Customer, History } from "./history.ts";
import type { Random } from "./random.ts";

type Account = Omit<(typeof schema.paymentMethods)["$inferInsert"], "accountId" | "mode">;

/** A recurring customer with their payment method and mandate. */
export type Cast = {
  customer: Customer;
  paymentMethodId: Id<"pm">;
  mandateId: Id<"mdt">;
  /** Null: pays with the customer's card. */
  account: (Account & { id: Id<"pm"> }) | null;
  agreedMs: number;
  /** The payer had the bank revoke it. */
  isRevoked: boolean;
};

/** A revoked mandate without a subscription. */
const REVOKED = { debit: true, daysAgo: 30 } as const;

/** One existing customer per part, and one more with a revoked mandate. */
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
