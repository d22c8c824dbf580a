import { getPool } from "#db/client.ts";
import type { Merchant } from "./merchant.ts";

export type Try = {
  id: string;
  createdAt: Date;
  outcome: string | null;
  amount: bigint;
  /** The declined payment that it retries. */
  retryOf: string | null;
};

/** The merchant's payments in order of creation, each with the declined payment that it retries as recorded at
 *  creation. */
export async function readTries(merchant: Merchant): Promise<Try[]> {
  const { rows } = await getPool().query(
    `select p.id, p.created_at as "createdAt", p.outcome, p.amount, r.retry_of as "retryOf"
       from payments p
       left join payment_retries r on r.account_id = p.account_id and r.payment_id = p.id
      where p.account_id = $1 order by p.created_at, p.id`,
    [merchant.account.id],
  );
  return rows;
}

/**
 * Recomputes what recovered each declined payment, from `tries` in order of creation: the first success after it in
 * its retry chain. `paid` are the declined payments that a success retried directly.
 */
export function recoveredPlainly(tries: readonly Try[]): {
  recoveredBy: Map<string, string>;
  paid: Set<string>;
} {
  const known = new Map(tries.map((one) => [one.id, one]));
  const beginning = ({ id, retryOf }: Try): string =>
    retryOf === null ? id : beginning(known.get(retryOf)!);
  const recoveredBy = new Map<string, string>();
  const paid = new Set<string>();
  for (const [i, one] of tries.entries()) {
    if (one.outcome === "approved" && one.retryOf !== null) paid.add(one.retryOf);
    if (one.outcome !== "declined") continue;
    const success = tries
      .slice(i + 1)
      .find((next) => next.outcome === "approved" && beginning(next) === beginning(one));
    if (success) recoveredBy.set(one.id, success.id);
  }
  return { recoveredBy, paid };
}
