import { and, eq, exists, ilike, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { balanceTransactions as b } from "#db/schema/balance.ts";
import { payments as p } from "#db/schema/payments.ts";
import { beginning } from "#db/sql-text.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { Liability } from "#lib/kernel/vocabulary/payments.ts";
import type { ChargeTrait, PaymentTrait } from "./payment-filter.ts";

const TRAIT_COLUMNS = {
  scheme: p.cardBrand,
  issuer: p.cardIssuer,
  issuer_country: p.cardCountry,
  bin: p.cardBin,
  funding: p.cardFunding,
  sca: p.sca,
  exemption_outcome: p.exemptionOutcome,
} as const;

const KINDS: Readonly<Record<string, string>> = {
  hard: "do_not_try_again",
  data: "confirm_card_data",
};

/** At the end of a trait's value: it finds what starts with the value, in any capitals. */
const ANY_REST = "*";

/** Traits have no index of their own. Links from reports always set a period as well, and that is indexed. */
export function traitIs(trait: PaymentTrait, value: string | undefined): SQL | undefined {
  if (value === undefined) return undefined;
  if (trait === "decline_kind") {
    const advice = KINDS[value];
    const kind = advice
      ? eq(p.adviceCode, advice)
      : or(isNull(p.adviceCode), notInArray(p.adviceCode, Object.values(KINDS)));
    return and(eq(p.outcome, "declined"), kind);
  }
  const column = TRAIT_COLUMNS[trait];
  if (value.endsWith(ANY_REST)) return ilike(column, beginning(value.slice(0, -1)));
  return value === "" ? isNull(column) : eq(column, value);
}

const CHARGE_COLUMNS = {
  region: b.region,
  card_product: b.cardProduct,
  consumer_or_commercial: b.consumerOrCommercial,
} as const;

/** Finds the payment's one charge by its source id. */
export function chargeTraitIs(
  { accountId }: Context,
  trait: ChargeTrait,
  value: string | undefined,
): SQL | undefined {
  if (value === undefined) return undefined;
  const column = CHARGE_COLUMNS[trait];
  const isCharge = and(eq(b.accountId, accountId), eq(b.sourceId, p.id), eq(b.type, "charge"));
  const is = value === "" ? isNull(column) : eq(column, value);
  return exists(db().select({ id: b.id }).from(b).where(and(isCharge, is)));
}

/** As the index `payments_liability` has it, so without a parameter. */
const SHIFT = sql`(${p.acquirerResponse} ->> 'liabilityShift')`;

/** `issuer`, `merchant`, or null if the acquirer did not report it. */
export const LIABILITY_SQL = sql<Liability | null>`case ${SHIFT}
  when 'true' then 'issuer' when 'false' then 'merchant' end`;

/** Payments whose loss this party bears if they are disputed as fraud. Served by an index. */
export function liabilityIs(liability: Liability | undefined): SQL | undefined {
  if (!liability) return undefined;
  return sql`${SHIFT} = ${liability === "issuer" ? "true" : "false"}`;
}
