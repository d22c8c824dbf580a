import type { Plant } from "./plant.ts";

const CELL = `dimension || '=' || value || ' ' || currency || ' grain ' || grain || ' '
  || to_char(bucket at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`;

/** Changes one cell of a rollup; its physical place is the id. */
const cell = (table: string, where: string, does: string): Plant => ({
  of: `select ctid::text as id, ${CELL} as named from ${table} where account_id = $1 and ${where} order by bucket limit 1`,
  does: [does.replace("TABLE", table).replace("HERE", "account_id = $1 and ctid = $2::tid")],
});
/** One more in a column; no two corruptions of a group may change the same cell. */
const plus = (
  { group, ...of }: { group: string; table: string; column: string },
  where: string,
): Plant => ({
  ...cell(of.table, where, `update TABLE set ${of.column} = ${of.column} + 1 where HERE`),
  group: { name: group, column: of.column },
});
const kindSum = (rollup: string, grain: number, column: string): Plant => ({
  of: `select t.ctid::text as id, 'kind ' || t.kind || ' grain ${grain}' as named from ${rollup}_kind_sums t
         join ${rollup}_kinds k on k.key = t.kind where k.account_id = $1 and t.grain = ${grain} and t.${column} > 0 limit 1`,
  does: [
    `update ${rollup}_kind_sums set ${column} = ${column} + 1 where ctid = $2::tid and $1 <> ''`,
  ],
});

const PAIR = `'pair ' || p.key`;
const pairSum = (rollup: string, does: string): Plant => ({
  of: `select s.ctid::text as id, ${PAIR} as named from ${rollup}_pair_sums s
         join ${rollup}_pairs p on p.key = s.pair where p.account_id = $1 limit 1`,
  does: [`${does.replace("TABLE", `${rollup}_pair_sums`)} where ctid = $2::tid and $1 <> ''`],
});

const OUTCOMES = [
  ...["approved", "declined", "soft_declined", "authentication_failed", "abandoned", "recovered"],
  ...["approved_amount", "declined_amount", "soft_declined_amount", "recovered_amount"],
];
const COSTS = ["charges", "amount", "interchange", "scheme_fee", "markup", "commission", "max_fee"];

export const ROLLUPS: Record<string, Plant> = {
  ...Object.fromEntries(
    OUTCOMES.map((measure, n) => [
      `${measure} of outcomes`,
      plus(
        { group: `grains ${Math.floor(n / 4)}`, table: "outcome_rollups", column: measure },
        `dimension = 'all' and grain = ${n % 4}`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    COSTS.map((measure, n) => [
      `${measure} of costs`,
      plus(
        { group: `grains ${Math.floor(n / 4)}`, table: "cost_rollups", column: measure },
        `dimension = 'all' and grain = ${n % 4}`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    [
      "reason",
      "decline_kind",
      "method",
      "scheme",
      "issuer_country",
      "issuer",
      "bin",
      "funding",
      "sca",
      "exemption_outcome",
      "amount_band",
    ].map((dimension, n) => [
      `the outcomes by ${dimension}`,
      plus(
        {
          group: "dimensions",
          table: "outcome_rollups",
          column: n % 2 ? "declined" : "approved",
        },
        `dimension = '${dimension}' and grain = ${1 + (n % 3)}`,
      ),
    ]),
  ),
  ...Object.fromEntries(
    [
      "method",
      "region",
      "card_product",
      "scheme",
      "funding",
      "consumer_or_commercial",
      "issuer_country",
    ].map((dimension, n) => [
      `the costs by ${dimension}`,
      plus(
        { group: "dimensions", table: "cost_rollups", column: "amount" },
        `dimension = '${dimension}' and grain = ${1 + (n % 3)}`,
      ),
    ]),
  ),
  "a deleted cell": cell(
    "outcome_rollups",
    "dimension = 'scheme' and grain = 2",
    "delete from TABLE where HERE",
  ),
  "a cell of another value": cell(
    "outcome_rollups",
    "dimension = 'scheme' and grain = 2",
    "update TABLE set value = 'diners' where HERE",
  ),
  "a cell of another currency": cell(
    "outcome_rollups",
    "dimension = 'all' and grain = 1",
    "update TABLE set currency = 'SEK' where HERE",
  ),
  "a cell of another day": cell(
    "cost_rollups",
    "dimension = 'all' and grain = 2",
    "update TABLE set bucket = bucket - interval '20 days' where HERE",
  ),
  "a cell moved to another merchant": cell(
    "cost_rollups",
    "dimension = 'all' and grain = 2",
    "update TABLE set account_id = $3 where HERE",
  ),
  "a kind's quarter of outcomes": kindSum("outcome", 0, "approved"),
  "a kind's day of outcomes": kindSum("outcome", 2, "declined"),
  "a kind's month of outcomes": kindSum("outcome", 3, "approved_amount"),
  "a kind's quarter of costs": kindSum("cost", 0, "interchange"),
  "a kind's day of costs": kindSum("cost", 2, "markup"),
  "a kind's month of costs": kindSum("cost", 3, "charges"),
  "an hour of a pair of outcomes": pairSum(
    "outcome",
    "update TABLE set hours[1] = (hours[1] + 1) % 24",
  ),
  "a deleted day of a pair of outcomes": pairSum("outcome", "delete from TABLE"),
  "a day of a pair of costs": pairSum("cost", "update TABLE set amount[1] = amount[1] + 1"),
  "a pair of costs": {
    of: `select p.key::text as id, ${PAIR} as named from cost_pairs p where p.account_id = $1 limit 1`,
    does: ["update cost_pairs set scheme = 'diners' where account_id = $1 and key = $2::uuid"],
  },
  "a week that is said to have no sums of pairs": {
    of: "select 'pair ' as id from paired_weeks where account_id = $1 and paired limit 1",
    does: ["update paired_weeks set paired = false where account_id = $1 and paired and $2 <> ''"],
  },
  "a kind of outcomes": {
    of: "select key::text as id, 'kind ' || key as named from outcome_kinds where account_id = $1 limit 1",
    does: ["update outcome_kinds set scheme = 'diners' where account_id = $1 and key = $2::uuid"],
  },
};
