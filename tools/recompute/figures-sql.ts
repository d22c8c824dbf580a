import { instantSql, MOVEMENTS, OUTCOMES } from "./rows-sql.ts";

/** The sums of the declines and interchange screens over raw rows. $1 is the account, $2 the time zone, $3 the currency, $4 and
 *  $5 the instants at which the range begins and ends. */

const count = (condition: string) => `count(*) filter (where ${condition})`;
const amount = (condition: string) => `coalesce(sum(amount) filter (where ${condition}), 0)`;

const DECLINED = "outcome = 'declined'";
const SOFT = `${DECLINED} and kind = 'soft'`;

const OUTCOME_SUMS = {
  approved: count("outcome = 'approved'"),
  declined: count(DECLINED),
  softDeclined: count(SOFT),
  authenticationFailed: count("outcome = 'authentication_failed'"),
  abandoned: count("outcome = 'abandoned'"),
  recovered: count("recovered_by is not null"),
  approvedAmount: amount("outcome = 'approved'"),
  declinedAmount: amount(DECLINED),
  softDeclinedAmount: amount(SOFT),
  // One sale per chain that succeeds: at the decline that the success retried.
  recoveredAmount: amount("is_sale"),
};

const COST_SUMS = {
  charges: count("true"),
  ...Object.fromEntries(
    ["amount", "interchange", "scheme_fee", "markup", "commission"].map((name) => [
      name === "scheme_fee" ? "schemeFee" : name,
      `coalesce(sum(${name}), 0)`,
    ]),
  ),
};

const OUTCOME_DIMENSIONS: Readonly<Record<string, string>> = {
  // Only declines and failed authentications have a reason; without a code it is unknown.
  reason: `case when outcome in ('declined', 'authentication_failed') then coalesce(decline_code, 'unknown') end`,
  decline_kind: `case when ${DECLINED} then kind end`,
  method: "method",
  scheme: "coalesce(card_brand, '')",
  issuer_country: "coalesce(card_country, '')",
  issuer: "coalesce(card_issuer, '')",
  bin: "coalesce(card_bin, '')",
  funding: "coalesce(card_funding, '')",
  sca: "coalesce(sca, '')",
  exemption_outcome: "coalesce(exemption_outcome, '')",
  amount_band: `case ${[100_000, 25_000, 10_000, 3_000, 1_000, 0]
    .map((least) => `when amount >= ${least} then '${least}'`)
    .join(" ")} end`,
};

const COST_DIMENSIONS: Readonly<Record<string, string>> = {
  method: "method",
  region: "coalesce(region, '')",
  card_product: "coalesce(card_product, '')",
  scheme: "coalesce(card_brand, '')",
  funding: "coalesce(card_funding, '')",
  consumer_or_commercial: "coalesce(consumer_or_commercial, '')",
  issuer_country: "coalesce(card_country, '')",
};

const CHARGES = `select *, created_at as at from (${MOVEMENTS}) m where type = 'charge'`;

/** One screen: its payments or charges, their sums, and the dimensions by which it groups and filters. */
export const SCREENS = {
  declines: { source: OUTCOMES, sums: OUTCOME_SUMS, dimensions: OUTCOME_DIMENSIONS },
  interchange: { source: CHARGES, sums: COST_SUMS, dimensions: COST_DIMENSIONS },
} as const;
export type Screen = keyof typeof SCREENS;

const LOCAL = "at at time zone $2";
/** The starts of slots: of an hour the instant, else the local day. */
const SLOTS: Readonly<Record<string, string>> = {
  hour: `to_char((at - (${LOCAL} - date_trunc('hour', ${LOCAL}))) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  ...Object.fromEntries(
    ["day", "week", "month"].map((slot) => [
      slot,
      `to_char(date_trunc('${slot}', ${LOCAL}), 'YYYY-MM-DD')`,
    ]),
  ),
};

const HOUR = `extract(hour from ${LOCAL})::int`;

export type Filters = { values: Readonly<Record<string, string>>; hour: number | null };

/** All parts of a screen as rows of part, value and sums. */
export function figuresSql(screen: Screen, interval: string, { values, hour }: Filters): string {
  const { source, sums, dimensions } = SCREENS[screen];
  const limits = [
    "currency = $3",
    "at >= $4",
    "at < $5",
    ...Object.entries(values).map(
      ([name, value]) => `${dimensions[name]} = '${value.replaceAll("'", "''")}'`,
    ),
    ...(hour === null ? [] : [`${HOUR} = ${hour}`]),
  ];
  const figures = Object.entries(sums)
    .map(([name, expression]) => `(${expression})::text as "${name}"`)
    .join(", ");
  const by = (part: string, value: string) =>
    `select '${part}' as part, (${value})::text as value, ${figures} from chosen where ${value} is not null group by 2`;
  const parts = [
    `select 'total' as part, '' as value, ${figures} from chosen`,
    by("series", SLOTS[interval]!),
    by("hours", HOUR),
    ...Object.entries(dimensions).map(([name, value]) => by(name, value)),
  ];
  return `with chosen as materialized (select * from (${source}) s where ${limits.join(" and ")})
    ${parts.join(" union all ")}`;
}

/** Payments or charges per currency, in the range. */
export const currenciesSql = (screen: Screen) => `
  select currency as code, count(*)::int as count from (${SCREENS[screen].source}) s
   where at >= $3 and at < $4 and $2::text is not null
   group by currency`;

/** The instants at which a range of local days begins and ends. */
export const RANGE = `select ${instantSql("$2", "$1")} as "from", ${instantSql("($2::date + ($3::date - $2::date + 1))", "$1")} as "to"`;

/** The charges with the highest fees. */
export const MOST_EXPENSIVE = `
  select id, payment_id as "paymentId", amount::text, all_fees::text as fee, region, card_product as "cardProduct",
         consumer_or_commercial as "consumerOrCommercial", interchange_rate_bp::text as "interchangeRateBp",
         card_country as "issuerCountry", currency
    from (${CHARGES}) s
   where currency = $3 and at >= ${instantSql("$4", "$2")} and at < ${instantSql("($4::date + ($5::date - $4::date + 1))", "$2")}`;

const ofType = (expression: string, ...types: string[]) =>
  `coalesce(sum(${expression}) filter (where type in ('${types.join("', '")}')), 0)`;

/** Each settlement, from its movements. Everything that is not a charge, a refund or a dispute is an adjustment. */
export const SETTLEMENTS = `
  select s.id, s.status, s.currency, to_char(s.arrival_date, 'YYYY-MM-DD') as "arrivalDate", s.bank_reference as "bankReference",
         to_char(s.paid_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "paidAt", m.*
    from settlements s
    join lateral (
      select ${ofType("amount", "charge")} as gross,
             coalesce(sum(interchange), 0) as interchange, coalesce(sum(scheme_fee), 0) as "schemeFee",
             coalesce(sum(markup), 0) as markup, coalesce(sum(commission), 0) as commission,
             coalesce(sum(dispute_fee), 0) as "disputeFees",
             -(${ofType("amount", "refund")}) as refunds,
             -(${ofType("amount", "dispute")}) as chargebacks,
             coalesce(sum(amount) filter (where type not in ('charge', 'refund', 'dispute')), 0) as adjustments,
             sum(amount - interchange - scheme_fee - markup - commission - dispute_fee) as net,
             count(*) as "transactionCount"
        from balance_transactions b where b.account_id = s.account_id and b.settlement_id = s.id) m on true
   where s.account_id = $1 and s.mode = 'test'`;

const MONEY = [
  ...["gross", "interchange", "schemeFee", "markup", "commission", "disputeFees", "refunds"],
  ...["chargebacks", "adjustments", "net"],
];
export const SETTLEMENT_LIST = `
  select id, status, currency, "arrivalDate", "bankReference", "paidAt", "transactionCount"::text,
         ${MONEY.map((name) => `"${name}"::text`).join(", ")} from (${SETTLEMENTS}) s`;
/** By day of arrival and status, of one currency ($2). */
export const ARRIVALS = `
  select "arrivalDate" as day, status, count(*)::text as settlements,
         ${MONEY.map((name) => `sum("${name}")::text as "${name}"`).join(", ")}
    from (${SETTLEMENTS}) s where currency = $2 and "arrivalDate" between $3 and $4 group by 1, 2`;
export const ON_THE_WAY = `
  select currency, sum(net)::text as amount, count(*)::text as settlements, min("arrivalDate") as "nextArrival",
         max("arrivalDate") as "lastArrival"
    from (${SETTLEMENTS}) s where status = 'scheduled' group by currency`;

/** Movements in no settlement yet, before ($2) and after its cut-off, and the payout balance. */
export const BALANCE = `
  with funds as (
    select currency,
           coalesce(sum(net) filter (where available_on > $2), 0) as pending,
           coalesce(sum(net) filter (where available_on <= $2), 0) as available
      from (select *, amount - interchange - scheme_fee - markup - commission - dispute_fee as net
              from (select account_id, mode, currency, available_on, settlement_id, amount, interchange, scheme_fee,
                           markup, commission, dispute_fee from balance_transactions) b) b
     where account_id = $1 and mode = 'test' and settlement_id is null group by currency),
  held as (
    select currency, sum(case 'payout_balance' when credit then amount when debit then -amount else 0 end) as payouts
      from ledger_transfers where account_id = $1 and mode = 'test' group by currency)
  select currency, coalesce(pending, 0)::text as pending, coalesce(available, 0)::text as available,
         coalesce(payouts, 0)::text as payouts from funds full join held using (currency)`;

/** Home: per local day, the captured amount of succeeded payments and the two sides of the approval rate. */
export const HOME = `
  select to_char(at at time zone $2, 'YYYY-MM-DD') as day,
         coalesce(sum(amount_captured) filter (where status = 'succeeded'), 0)::text as volume,
         ${count("outcome = 'approved'")}::text as approved, ${count(DECLINED)}::text as declined
    from (select *, created_at as at from payments where account_id = $1 and mode = 'test') p
   where currency = $3 group by 1`;
