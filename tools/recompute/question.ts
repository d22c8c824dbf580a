import { getPool } from "#db/client.ts";
import type { Dice } from "#tools/fuzz/dice.ts";
import { ZONES } from "./random-account.ts";
import { DECLINES, INTERCHANGE, instantSql, SETTLEMENT } from "./rows-sql.ts";

type Type = "settlement" | "declines" | "interchange";
const STATUSES = ["paid", "scheduled", "failed", "all", "unsettled"] as const;

/** A query of `GET /v1/reports`. */
export type Question = {
  type: Type;
  zone: string;
  /** Local times; null: none. */
  from: string | null;
  to: string | null;
  status: (typeof STATUSES)[number] | null;
  filters: Readonly<Record<string, readonly string[]>>;
  groupBy: readonly string[];
  columns: readonly string[] | null;
  layout: "native" | "decimal" | "adyen";
  format: "json" | "csv";
};

export type Row = Record<string, string | null>;

const SOURCES = { settlement: SETTLEMENT, declines: DECLINES, interchange: INTERCHANGE } as const;

const KINDS: Record<Type, { id: string; columns: string; amounts: string; groups: string }> = {
  settlement: {
    id: "balance_transaction_id",
    columns: `settlement_id settlement_effective_at balance_transaction_id created_utc created available_on currency gross
      fee net reporting_category source_id description customer_id payment_id refund_id dispute_id invoice_id
      subscription_id payment_method_type card_brand card_funding card_country statement_descriptor dispute_reason
      settlement_status paid_at bank_reference interchange scheme_fee markup`,
    amounts: "gross fee net interchange scheme_fee markup",
    groups: `settlement_id settlement_effective_at reporting_category customer_id subscription_id payment_method_type
      card_brand card_funding card_country dispute_reason settlement_status paid_at bank_reference currency`,
  },
  declines: {
    id: "payment_id",
    columns: `payment_id created amount currency method scheme bin issuer_name issuer_country decline_code
      network_decline_code advice_code soft_hard sca exemption_requested exemption_outcome retry_of recovered_by`,
    amounts: "amount",
    groups: `method scheme bin issuer_name issuer_country decline_code network_decline_code advice_code soft_hard sca
      exemption_requested exemption_outcome currency`,
  },
  interchange: {
    id: "payment_id",
    columns: `payment_id settlement_id booking_date type scheme card_product funding consumer_or_commercial
      issuer_country acquirer_country region amount currency interchange_rate_bp interchange_fixed interchange
      scheme_fee markup total_fee effective_bp`,
    amounts: "amount interchange scheme_fee markup total_fee",
    groups: `settlement_id booking_date type scheme card_product funding consumer_or_commercial issuer_country
      acquirer_country region interchange_rate_bp currency`,
  },
};

const words = (text: string) => text.split(/\s+/);
/** The column that identifies a row. */
export const idOf = (type: Type) => KINDS[type].id;
export const amountsOf = (type: Type) => [...words(KINDS[type].amounts), "interchange_fixed"];
export const columnsOf = (type: Type) => words(KINDS[type].columns);
/** The names by which a report's rows can be summed. */
export const groupingsOf = (type: Type) => [...Object.keys(SPANS), ...words(KINDS[type].groups)];

/** A question without limits. */
export const plainQuestion = (type: Type, groupBy: readonly string[]): Question => ({
  ...{ type, groupBy, zone: "America/Havana", from: null, to: null, filters: {}, columns: null },
  status: type === "settlement" ? "all" : null,
  layout: "native",
  format: "csv",
});

const BANDS = [0, 1_000, 3_000, 10_000, 25_000, 100_000];
const BAND = `case ${BANDS.toReversed()
  .map((least) => `when amount >= ${least} then '${least}'`)
  .join(" ")} end`;

const CARD = { scheme: "scheme", issuer_country: "issuer_country", bin: "bin", funding: "funding" };
const COMMON = { currency: "currency", method: "method", issuer_name: "issuer_name", ...CARD };

/** Expression that each filter compares with its values. */
const FILTERS: Record<Type, Readonly<Record<string, string>>> = {
  settlement: { ...COMMON, settlement: "settlement_id", reporting_category: "reporting_category" },
  declines: {
    ...COMMON,
    sca: "sca",
    exemption_outcome: "exemption_outcome",
    decline_code: "decline_code",
    soft_hard: "soft_hard",
    amount_band: BAND,
    hour: "extract(hour from at at time zone $2)::text",
  },
  interchange: {
    ...COMMON,
    region: "region",
    card_product: "card_product",
    consumer_or_commercial: "consumer_or_commercial",
  },
};

/** The moments that `status` selects; a returned settlement counts once, where its money went. */
const SELECTED: Record<(typeof STATUSES)[number], string> = {
  paid: "settlement_status = 'paid'",
  scheduled: "settlement_status = 'scheduled'",
  failed: "settlement_status = 'failed'",
  all: "settlement_id is not null and not (settlement_status = 'failed' and is_again)",
  unsettled: "settlement_id is null",
};

const SPANS: Readonly<Record<string, string>> = {
  day: "to_char(at at time zone $2, 'YYYY-MM-DD')",
  // ISO 8601: weeks begin on Monday.
  week: `to_char(at at time zone $2, 'IYYY-"W"IW')`,
  month: "to_char(at at time zone $2, 'YYYY-MM')",
};

function whereOf({ type, status, filters, from, to }: Question): string[] {
  const named = filters.settlement !== undefined;
  // All of a named settlement is the whole of it, also if it was returned (decision 25).
  const chosen = named && (status ?? "all") === "all" ? null : (status ?? "paid");
  const limits = [];
  if (type === "settlement") {
    // A named settlement is complete, whatever became of it.
    limits.push(chosen === null ? "settlement_id is not null" : SELECTED[chosen]);
  }
  for (const [name, values] of Object.entries(filters)) {
    const compared = FILTERS[type][name]!;
    const given = values
      .filter((value) => value !== "none")
      .map((value) => `'${value.replaceAll("'", "''")}'`);
    const some = given.length > 0 ? `${compared} in (${given.join(", ")})` : "false";
    limits.push(values.includes("none") ? `(${some} or ${compared} is null)` : some);
  }
  const shown = "date_trunc('second', at)";
  if (from !== null) limits.push(`${shown} >= ${instantSql(`'${from}'`, "$2")}`);
  if (to !== null) limits.push(`${shown} < ${instantSql(`'${to}'`, "$2")}`);
  return limits;
}

/** The answer, recomputed: cells as text, null for none. */
export async function recompute(accountId: string, question: Question): Promise<Row[]> {
  const { type, zone, groupBy } = question;
  const where = ["true", ...whereOf(question)].join(" and ");
  const text = groupBy.length > 0 ? sums(question, where) : rows(type, where);
  const { rows: found } = await getPool().query(text, [accountId, zone]);
  return found;
}

const asText = (name: string, expression = name) => `(${expression})::text as "${name}"`;
const from = (type: Type, where: string) =>
  // $2 is used by every query, so that its type is known.
  `from (select *, $2::text as zone from (${SOURCES[type]}) r) r where ${where}`;

/** Columns of the adyen layout only. */
const ADYEN = `, to_char(created::timestamptz at time zone $2, 'YYYY-MM-DD HH24:MI:SS') as "~created",
  commission::text as "~commission", dispute_fee::text as "~dispute_fee", $1::text as "~account"`;

const rows = (type: Type, where: string) =>
  `select ${columnsOf(type)
    .map((name) => asText(name))
    .join(", ")}, extract(epoch from at)::text as at${type === "settlement" ? ADYEN : ""}
     ${from(type, where)}`;

function sums({ type, groupBy }: Question, where: string): string {
  const groups = [...new Set([...groupBy, "currency"])];
  const figures = words(KINDS[type].amounts).map((name) => asText(name, `sum(${name})`));
  if (type === "interchange") {
    figures.push(asText("effective_bp", "round(sum(total_fee) * 10000.0 / sum(amount), 2)"));
  }
  const expressions = groups.map((name) => SPANS[name] ?? name);
  return `select ${groups.map((name, i) => asText(name, expressions[i]!)).join(", ")},
                 count(*)::text as count, ${figures.join(", ")}
            ${from(type, where)} group by ${expressions.join(", ")}`;
}

/** Chooses a query at random, with values that rows of the account have. */
export async function ask(dice: Dice, accountId: string): Promise<Question> {
  const type = dice.weighted({ settlement: 4, declines: 4, interchange: 3 });
  const zone = dice.pick(ZONES);
  const source = `select * from (${SOURCES[type]}) r`;
  const { rows: all } = await getPool().query(
    `select *, $2::text as zone, to_char(at at time zone $2, 'YYYY-MM-DD') as local_day from (${source}) r`,
    [accountId, zone],
  );
  const status = type === "settlement" && dice.chance(0.8) ? dice.pick(STATUSES) : null;
  const groupBy = dice.chance(0.45) ? groupsOf(dice, type) : [];
  const columns =
    groupBy.length === 0 && dice.chance(0.1) ? someOf(dice, columnsOf(type), 5) : null;
  const layouts = { native: 5, decimal: 3, adyen: type === "settlement" && !columns ? 2 : 0 };
  const layout =
    groupBy.length > 0 ? dice.weighted({ native: 2, decimal: 1 }) : dice.weighted(layouts);
  const limited = dice.chance(0.5) ? filtersOf(dice, type, all) : {};
  const format = layout === "native" ? dice.pick(["json", "csv"] as const) : "csv";
  const asked = { type, zone, status, groupBy, columns, layout, format };
  return { ...asked, filters: limited, ...rangeOf(dice, all) };
}

function groupsOf(dice: Dice, type: Type): string[] {
  const names = dice.chance(0.5) ? someOf(dice, words(KINDS[type].groups), 2) : [];
  const span = dice.chance(0.6) ? [dice.pick(Object.keys(SPANS))] : [];
  return names.length + span.length > 0 ? [...span, ...names] : ["currency"];
}

const someOf = <T>(dice: Dice, of: readonly T[], most: number): T[] => [
  ...new Set(Array.from({ length: 1 + dice.below(most) }, () => dice.pick(of))),
];

function filtersOf(dice: Dice, type: Type, all: readonly Record<string, unknown>[]) {
  const filters: Record<string, string[]> = {};
  for (const name of someOf(dice, Object.keys(FILTERS[type]), 2)) {
    const values = someOf(dice, [0, 1, 2], 2).map(() => someValue(dice, name, all));
    filters[name] = [...new Set(values)];
  }
  return filters;
}

function someValue(dice: Dice, name: string, all: readonly Record<string, unknown>[]): string {
  if (name === "amount_band") return String(dice.pick(BANDS));
  if (name === "hour") return String(dice.below(24));
  const column = name === "settlement" ? "settlement_id" : name;
  const values = all.map((row) => row[column] ?? "none").map(String);
  const isAlwaysThere = ["settlement", "currency", "reporting_category", "method"].includes(name);
  const useful = isAlwaysThere ? values.filter((value) => value !== "none") : values;
  return useful.length > 0
    ? dice.pick(useful)
    : ({ settlement: "stl_none", currency: "EUR" }[name] ?? "none");
}

/** Local days or quarters of an hour around the rows. */
function rangeOf(dice: Dice, all: readonly Record<string, unknown>[]) {
  if (all.length === 0 || dice.chance(0.2)) return { from: null, to: null };
  const moments = [-1, 1].map((side) => {
    const day = Date.parse(String(dice.pick(all).local_day)) + dice.pick([0, 0, side]) * DAY_MS;
    const time = dice.pick(["", "", "", "T00:15:00", "T01:00:00", "T23:30:00"]);
    return { day: new Date(day).toISOString().slice(0, 10), time };
  });
  const [first, last] = moments.map(({ day, time }) => day + time).sort();
  if (first === last || dice.chance(0.15)) {
    // Without an end the range ends now, and it must begin before that.
    const { day } = moments.reduce((one, other) => (one.day < other.day ? one : other));
    return { from: new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10), to: null };
  }
  return { from: dice.chance(0.85) ? first! : null, to: last! };
}

const DAY_MS = 86_400_000;
