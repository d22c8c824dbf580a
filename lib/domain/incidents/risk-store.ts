import { snapshot } from "#db/prepared.ts";
import { chainOfSql, freshRetriesSql, recoveredBySql } from "#lib/domain/analytics/index.ts";
import type { Context } from "#lib/kernel/context.ts";
import type { AtRisk, Incident } from "./types.ts";

/** $1 account, $2 mode, $3 from, $4 to, $5 dimension, $6 value. A sale is at risk once, however often it was tried: the payments of
 *  its chain have one amount. Not from sums: theirs of declines have every try. */
const AT_RISK = `
  with ${freshRetriesSql("$1", "$2")}
  select currency, sum(amount)::bigint as "amountMinor"
    from (select distinct p.currency, p.amount, coalesce(${chainOfSql("$1")}, p.id) as sale
            from payments p
           where p.account_id = $1 and p.mode = $2 and p.created_at >= $3 and p.created_at < $4 and p.outcome = 'declined'
             and $6 = case $5::text when 'issuer' then coalesce(p.card_issuer, '') when 'issuer_country' then coalesce(p.card_country, '')
                                    when 'bin' then coalesce(p.card_bin, '') when 'method' then p.method else $6::text end
             and ${recoveredBySql("$1")} is null) sales
   group by currency
   order by 2 desc, 1`;

/** The sales of an incident's slice that were declined in a range and that no later payment has recovered. Takes no
 *  lock. */
export function sumAtRisk(
  { accountId, mode }: Context,
  { dimension, value }: Pick<Incident, "dimension" | "value">,
  { from, to }: { from: Date; to: Date },
): Promise<AtRisk[]> {
  const values = [accountId, mode, from, to, dimension, value];
  return snapshot({ plans: "anew" }, (run) => run<AtRisk>("incidents.at_risk", AT_RISK, values));
}
