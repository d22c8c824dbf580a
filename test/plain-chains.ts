import { getPool } from "#db/client.ts";
import type { Merchant } from "./merchant.ts";

export type Try = {
  id: string;
  createdAt: Date;
  outcome: string | null;
  amount: bigint;
  /** The declined payment that it tried again. */
  retryOf: string | null;
};

/** The merchant's payments, in the order of their creation, with what each tried again as it was decided. */
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
 * What recovered each declined payment, worked out the plain way from `tries` in the order of their creation: the
 * first success after it of the tries that its chain of retries begins with. `paid` are the declined payments that
 * a success tried again itself.
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
