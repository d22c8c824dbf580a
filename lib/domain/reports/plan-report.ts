import { type BookingPlan, planBooking } from "#lib/domain/booking/index.ts";
import { businessNowMs } from "#lib/kernel/business-time.ts";
import { dateFromMs, secondAfter } from "#lib/kernel/clock.ts";
import type { Context } from "#lib/kernel/context.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isDay, isHour } from "#lib/kernel/period.ts";
import { zoneNamed } from "#lib/kernel/time-zone.ts";
import type { RowReportType } from "#lib/kernel/vocabulary/reports.ts";
import type { Column, Columns } from "./definitions/column.ts";
import { REPORTS } from "./definitions/index.ts";
import type {
  FilePlan,
  FilterName,
  NamedColumn,
  ReportPlan,
  ReportQuery,
  RowLayout,
} from "./types.ts";

const MOST_VALUES = 100;

/** Every sum of rows contains their number. */
const COUNT: NamedColumn = { name: "count", kind: "integer", sql: "count(*)", sum: "count(*)" };

/** Validates the query of a report's file and resolves its defaults. Throws `parameter_invalid` with the API's parameter
 *  name. */
export function planFile(ctx: Context, query: ReportQuery): FilePlan {
  return query.type === "accounting_journal" ? planJournal(ctx, query) : planReport(ctx, query);
}

function planJournal(ctx: Context, query: ReportQuery): BookingPlan {
  const { layout, from, to, status, columns, groupBy, filters = {} } = query;
  const { currency: currencies, ...others } = filters;
  const [other] = Object.keys(others);
  const unknown = status
    ? "status"
    : columns
      ? "columns"
      : groupBy
        ? "group_by"
        : (other ?? undefined);
  if (unknown) throw invalid(unknown, `The accounting_journal report has no ${unknown}.`);
  if (currencies && !currencies.every(isCurrency)) throw invalid("currency", CURRENCY_LABEL);
  const timezone = readZone(query.timezone ?? "UTC");
  return planBooking(ctx, { layout, timezone, from, to, currencies });
}

/** As `planFile`, for the reports of rows. */
export function planReport(ctx: Context, query: ReportQuery): ReportPlan {
  const { type } = query;
  if (type === "accounting_journal") {
    throw invalid("format", "The accounting_journal report is a file only: send format=csv.");
  }
  const layout = readLayout(query);
  const status = readStatus(query);
  const definition = REPORTS[type];
  if (layout === "adyen" && !definition.adyen) {
    throw invalid("layout", "Only the settlement report has the adyen layout.");
  }
  if (query.status && type !== "settlement") {
    throw invalid("status", "Only the settlement report has a status.");
  }
  const rows = { ...query, type };
  const groups = readGroups(rows);
  return {
    accountId: ctx.accountId,
    mode: ctx.mode,
    type,
    layout,
    timezone: readZone(query.timezone ?? "UTC"),
    from: query.from === undefined ? null : readMoment("from", query.from),
    to: query.to === undefined ? presentEnd(ctx, status) : readMoment("to", query.to),
    status,
    filters: readFilters(rows),
    groups,
    columns: groups.length > 0 ? sumColumns(rows, groups) : rowColumns(rows),
  };
}

function readLayout({ layout = "native" }: ReportQuery): RowLayout {
  if (layout === "native" || layout === "decimal" || layout === "adyen") return layout;
  throw invalid("layout", `Only the accounting_journal report has the ${layout} layout.`);
}

/** Paid settlements, unless the query asks for others. A named settlement is complete whatever its status. */
function readStatus({ status, filters }: ReportQuery): ReportPlan["status"] {
  if (status === undefined) return filters?.settlement ? "all" : "paid";
  return status === "settled" ? "paid" : status;
}

/** Statuses of batches whose arrival can be later than now. */
const AHEAD: ReadonlySet<ReportPlan["status"]> = new Set(["scheduled", "failed", "all"]);

/** The default end: none for batches that may not have arrived; otherwise the current millisecond, inclusive. */
function presentEnd(ctx: Context, status: ReportPlan["status"]): string {
  return AHEAD.has(status) ? END_OF_TIME : dateFromMs(businessNowMs(ctx) + 1).toISOString();
}

const END_OF_TIME = "9999-12-31T00:00:00Z";

const named = (columns: Columns): NamedColumn[] =>
  Object.entries(columns).map(([name, column]) => ({ name, ...column }));

type RowQuery = ReportQuery & { type: RowReportType };

function rowColumns({ type, layout, columns }: RowQuery): NamedColumn[] {
  const { adyen, columns: native } = REPORTS[type];
  return pick("columns", columns, named(layout === "adyen" ? adyen! : native));
}

/** The groups, always with the currency, so that amounts of different currencies are not added up. */
function readGroups({ type, layout, groupBy }: RowQuery): NamedColumn[] {
  if (groupBy === undefined) return [];
  if (layout === "adyen") throw invalid("group_by", "The adyen layout has rows only, no sums.");
  const { columns, times } = REPORTS[type];
  const possible = named({ ...columns, ...times }).filter(({ groups }) => groups);
  const chosen = pick("group_by", groupBy, possible);
  if (chosen.some(({ name }) => name === "currency")) return chosen;
  return [...chosen, possible.find(({ name }) => name === "currency")!];
}

function sumColumns({ type, columns }: RowQuery, groups: NamedColumn[]): NamedColumn[] {
  const sums = named(REPORTS[type].columns).filter((column) => column.sum !== undefined);
  return pick("columns", columns, [...groups, COUNT, ...sums]);
}

/** The named columns in the given order, or all. */
function pick<C extends Column & { name: string }>(
  param: string,
  names: readonly string[] | undefined,
  possible: readonly C[],
): C[] {
  if (names === undefined) return [...possible];
  if (names.length === 0) throw invalid(param, "Name at least one column.");
  return names.map((name, index) => {
    const found = possible.find((column) => column.name === name);
    if (!found) {
      const all = possible.map((column) => column.name).join(", ");
      throw invalid(param, `${name.slice(0, 60)} is not available here. Choose from ${all}.`);
    }
    if (names.indexOf(name) < index) throw invalid(param, `${name} is listed twice.`);
    return found;
  });
}

const CURRENCY_LABEL = "Must be an ISO 4217 currency code in upper case, such as EUR.";

/** Filters whose values have a fixed format. */
const FORMS: Partial<Record<FilterName, { fits: (value: string) => boolean; label: string }>> = {
  currency: {
    fits: isCurrency,
    label: CURRENCY_LABEL,
  },
  hour: { fits: isHour, label: "Must be hours of the day, 0 to 23." },
};

function readFilters({ type, filters = {} }: RowQuery): ReportPlan["filters"] {
  const known = REPORTS[type].filters;
  const given = Object.entries(filters) as Array<[FilterName, readonly string[]]>;
  for (const [name, values] of given) {
    if (known[name] === undefined) {
      throw invalid(name, `The ${type} report has no filter ${name}.`);
    }
    if (values.length === 0 || values.length > MOST_VALUES) {
      throw invalid(name, `Must be 1 to ${MOST_VALUES} values, separated by commas.`);
    }
    const form = FORMS[name];
    if (form && !values.every(form.fits)) throw invalid(name, form.label);
  }
  return filters;
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,3})?)?(Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?)?$/;

/**
 * Reads a day (`2026-04-01`, its start), a local time in the report's zone (`2026-04-01T14:00:00`) or a time with an
 * offset, in a form that the database reads. Fractions are rounded up to the next second, because rows are compared by
 * the whole seconds that they show. Throws `parameter_invalid` for anything else.
 */
export function readMoment(param: string, text: string): string {
  // An unescaped plus sign in a URL arrives as a space.
  const given = text.replace(/ (\d{2}:?\d{2})$/, "+$1");
  const [, day = "", hour = "00", minute = "00", second = "00", fraction = "", offset = ""] =
    MOMENT.exec(given) ?? [];
  if (!isDay(day)) {
    throw invalid(param, "Must be a day or an ISO 8601 time, such as 2026-04-01T00:00:00Z.");
  }
  const time = `${day}T${hour}:${minute}:${second}`;
  return `${Number(fraction) > 0 ? secondAfterTime(time) : time}${offset}`;
}

/** One second later in the same local time. */
function secondAfterTime(time: string): string {
  return secondAfter(dateFromMs(Date.parse(`${time}Z`)))
    .toISOString()
    .slice(0, 19);
}

/** An IANA zone name. Throws `parameter_invalid`. */
export function readZone(name: string): string {
  const zone = zoneNamed(name);
  if (zone !== null) return zone;
  throw invalid("timezone", "Must be a time zone by its IANA name, such as Europe/Berlin.");
}
