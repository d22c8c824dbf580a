import type { Dice } from "#tools/fuzz/dice.ts";
import { compareRows, type Difference } from "./compare-report.ts";
import { compareArrivals, compareObjects, compareSettlements } from "./compare-settlements.ts";
import {
  BALANCE,
  currenciesSql,
  type Filters,
  figuresSql,
  HOME,
  MOST_EXPENSIVE,
  RANGE,
  SCREENS,
  type Screen,
} from "./figures-sql.ts";
import { patiently } from "./patiently.ts";
import type { Row } from "./question.ts";
import type { RandomAccount } from "./random-account.ts";
import { type Asking, query, read, textOf } from "./screen-reads.ts";

/** A difference on a screen, with the address that the screen reads. */
export type ScreenDifference = Difference & { path: string };

/** Compares what the dashboard's screens read, with random periods, currencies and filters. Returns the number of
 *  comparisons too. */
export async function compareScreens(
  account: RandomAccount,
  dice: Dice,
): Promise<{ differences: ScreenDifference[]; asked: number }> {
  const asking = { account, dice };
  const [span] = await query(SPAN, [account.till.account.id, account.zone]);
  const differences: ScreenDifference[] = [];
  let asked = 0;
  const look = async (path: string, compare: (path: string) => Promise<Difference[]>) => {
    asked++;
    differences.push(...(await compare(path)).map((one) => ({ ...one, path })));
  };
  if (span?.first) {
    for (const screen of ["declines", "declines", "interchange"] as const) {
      const filters = await filtersOf(asking, screen);
      const path = figuresPath(asking, screen, { filters, first: span.first, last: span.last! });
      await look(path, (at) => compareFigures(asking, { screen, path: at, filters }));
    }
    const period = periodOf(dice, span.first, span.last!);
    await look(`/test/reports/interchange/most-expensive?period=${period}&currency=EUR`, (at) =>
      compareMostExpensive(asking, at, period),
    );
    await look(`/test/settlement-report?period=${period}`, (at) => compareArrivals(asking, at));
  }
  await look("/test/settlements", (at) => compareSettlements(asking, at));
  await look("/v1/settlements", () => compareObjects(asking));
  await look("/test/balance", (at) => compareBalance(asking, at));
  await look("/test/home?range=28d", (at) => compareHome(asking, at));
  return { differences, asked };
}

/** The first and the last local day of payments. */
const SPAN = `
  select to_char(min(created_at at time zone $2), 'YYYY-MM-DD') as first,
         to_char(max(created_at at time zone $2), 'YYYY-MM-DD') as last
    from payments where account_id = $1`;

const DAY_MS = 86_400_000;
const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days around those of the payments. */
function periodOf(dice: Dice, first: string, last: string): string {
  const days = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 3;
  const from = addDays(first, dice.below(days) - 1);
  return `${from}..${addDays(from, dice.pick([0, 0, 1, 3, 10, 40, 120]))}`;
}

/** Often none, else one value each of one or two dimensions. */
async function filtersOf({ account, dice }: Asking, screen: Screen): Promise<Filters> {
  const { source, dimensions } = SCREENS[screen];
  const values: Record<string, string> = {};
  const names = Object.keys(dimensions);
  for (const name of dice.chance(0.5) ? [] : [dice.pick(names), dice.pick(names)]) {
    const found = await query(
      `select distinct (${dimensions[name]})::text as value, $2::text as zone from (${source}) s order by 1`,
      [account.till.account.id, account.zone],
    );
    const value = found.length > 0 ? dice.pick(found).value : null;
    if (value) values[name] = value;
  }
  const hour = screen === "declines" && dice.chance(0.2) ? dice.below(24) : null;
  return { values, hour };
}

function figuresPath(
  { dice }: Asking,
  screen: Screen,
  { filters, first, last }: { filters: Filters; first: string; last: string },
): string {
  const params = new URLSearchParams({ period: periodOf(dice, first, last), ...filters.values });
  const currency = dice.pick(["", "EUR", "GBP", "JPY", "KWD"]);
  if (currency) params.set("currency", currency);
  if (filters.hour !== null) params.set("hour", String(filters.hour));
  return `/test/reports/${screen}?${params}`;
}

type Figures = { part: string; value: string } & Record<string, unknown>;
const NAMED = (row: Row) => `${row.part} ${row.value}`;

async function compareFigures(
  asking: Asking,
  { screen, path, filters }: { screen: Screen; path: string; filters: Filters },
): Promise<Difference[]> {
  const { account } = asking;
  const body = await read(asking, path);
  const { period, previous, currency } = body;
  const ids = [account.till.account.id, account.zone];
  const compareRange = async (when: "now" | "before", range: Range) => {
    const text = figuresSql(screen, period.interval, filters);
    const expected = await query(text, [...ids, currency, range.from, range.to]);
    return [
      ...compareRows(answeredFigures(body, when), expected, NAMED),
      ...(await compareInstants(account.zone, range, period.isOpen)),
    ];
  };
  const isCompared = screen === "interchange" || previous.isComparable;
  const found = await query(currenciesSql(screen), [...ids, period.from, period.to]);
  const offered = new Set(body.currencies.map(({ code }: { code: string }) => code));
  return [
    ...(await compareRange("now", period)),
    ...(isCompared ? await compareRange("before", previous) : []),
    ...(await compareBase(account, previous)),
    // The choice of currencies has all that were used, and may have others.
    ...compareRows(
      [],
      found.filter(({ code }) => !offered.has(code)),
      ({ code }) => `currency ${code}`,
    ),
  ];
}

/** A period is compared with the previous one only if that lies wholly after the first payment. */
async function compareBase({ till }: RandomAccount, previous: Range): Promise<Difference[]> {
  const base = "select (min(created_at) <= $2)::text as base from payments where account_id = $1";
  const expected = await query(base, [till.account.id, previous.from]);
  return compareRows([{ base: String(previous.isComparable) }], expected, () => "comparable");
}

type Range = {
  fromDay: string;
  toDay: string;
  from: string;
  to: string;
  isComparable?: boolean;
};

/** The range of a screen begins and ends with local days, unless its last day is not over yet. */
async function compareInstants(zone: string, range: Range, isOpen: boolean): Promise<Difference[]> {
  const [instants] = await query(RANGE, [zone, range.fromDay, range.toDay]);
  const from = iso(instants!.from);
  const to = isOpen ? range.to : iso(instants!.to);
  return compareRows([{ from: range.from, to: range.to }], [{ from, to }], () => "range");
}

const iso = (moment: unknown) => (moment as Date).toISOString();

/** The parts of one range as rows. A value that has no payments in it has no row. */
function answeredFigures(body: Record<string, never>, when: "now" | "before"): Row[] {
  const suffix = when === "now" ? "" : "Before";
  const text = (sums: Record<string, unknown>): Row =>
    Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)]));
  const rows: Row[] = [{ part: "total", value: "", ...text(body[`total${suffix}`]!) }];
  const add = (part: string, list: readonly Figures[], value: string, sums = "sums") => {
    for (const one of list) {
      if (one[sums]) rows.push({ part, value: String(one[value]), ...text(one[sums] as never) });
    }
  };
  add("series", body[`series${suffix}`]!, "at");
  add("hours", body[`hours${suffix}`]!, "hour");
  for (const [name, values] of Object.entries(body.dimensions!)) {
    add(name, values as Figures[], "value", when);
  }
  return rows;
}

async function compareMostExpensive(
  asking: Asking,
  path: string,
  period: string,
): Promise<Difference[]> {
  const { account } = asking;
  const { charges } = await read(asking, path);
  const [from, to] = period.split("..");
  const all = await query(MOST_EXPENSIVE, [
    ...[account.till.account.id, account.zone, "EUR", from, to],
  ]);
  const names = Object.keys(all[0] ?? {});
  const answered: Row[] = charges.map((charge: Record<string, unknown>) => textOf(charge, names));
  const listed = new Set(answered.map(({ id }) => id));
  // Any of the charges with equal fees may be listed.
  const fees = all.map(({ fee }) => Number(fee)).sort((a, b) => b - a);
  const highest = fees.slice(0, 15).map((fee, i) => ({ place: String(i), fee: String(fee) }));
  const places = answered.map(({ fee }, i) => ({ place: String(i), fee: fee! }));
  return [
    ...compareRows(places, highest, ({ place }) => `place ${place}`),
    ...compareRows(
      answered,
      all.filter(({ id }) => listed.has(id!)),
      ({ id }) => id!,
    ),
  ];
}

async function compareBalance(asking: Asking, path: string): Promise<Difference[]> {
  const { till } = asking.account;
  const { currencies } = await read(asking, path);
  const { body } = await patiently(() => till.call<{ now: string }>("GET", "/v1/test/clock"));
  const expected = await query(BALANCE, [till.account.id, body.now]);
  const names = ["currency", "pending", "available", "payouts"];
  const isNotEmpty = ({ currency: _, ...sums }: Row) => hasFigures(sums);
  const answered: Row[] = currencies.map((one: never) => textOf(one, names));
  return compareRows(
    answered.filter(isNotEmpty),
    expected.filter(isNotEmpty),
    ({ currency }) => currency!,
  );
}

const hasFigures = (sums: Row) => Object.values(sums).some((sum) => sum !== "0");

async function compareHome(asking: Asking, path: string): Promise<Difference[]> {
  const { account } = asking;
  const { currency, days, comparison } = await read(asking, path);
  // The screen shows the period and the days that it is compared with, just before it.
  const first = comparison.from;
  const all = await query(HOME, [account.till.account.id, account.zone, currency]);
  const isShown = ({ day, ...sums }: Row) => day! >= first && hasFigures(sums);
  const names = ["day", "volume", "approved", "declined"];
  const answered: Row[] = days.map((one: never) => textOf(one, names));
  return compareRows(answered.filter(isShown), all.filter(isShown), ({ day }) => day!);
}
