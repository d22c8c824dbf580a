import { type Filters, type ReportPeriod, resolvePeriod } from "#lib/domain/analytics/index.ts";
import { FILTER_NAMES, type ReportQuery } from "#lib/domain/reports/index.ts";
import { isCurrency } from "#lib/kernel/currencies.ts";
import { invalid } from "#lib/kernel/errors.ts";
import { isDay } from "#lib/kernel/period.ts";
import {
  LAYOUTS,
  REPORT_PERIODS,
  REPORT_STATUSES,
  REPORT_TYPES,
} from "#lib/kernel/vocabulary/reports.ts";
import { readTraits } from "./list-params.ts";
import type { QueryContext } from "./typed-routes.ts";

/** Reads the filters of report screens from the query. Each function throws `parameter_invalid` with the parameter's
 *  name. */

const LAST_DAYS: Readonly<Record<string, number>> = REPORT_PERIODS;
const LONGEST_DAYS = 3_660;

/** `30d`, or local days `2026-11-01..2026-11-17`, both included; without the second day: until today. */
export async function readReportPeriod(c: QueryContext<"period">): Promise<ReportPeriod> {
  const text = c.req.query("period") || "30d";
  const { timezone: zone } = c.get("membership");
  const days = LAST_DAYS[text];
  if (days !== undefined) return await resolvePeriod(c.get("ctx"), { zone, params: { days } });
  const [fromDay = "", toDay = "", ...rest] = text.split("..");
  const isPeriod = rest.length === 0 && text.includes("..") && isDay(fromDay);
  if (!isPeriod || (toDay !== "" && !isDay(toDay))) {
    throw invalid("period", "Give a period as 30d, or as days: 2026-11-01..2026-11-17.");
  }
  const params = { fromDay, toDay: toDay || null };
  const period = await resolvePeriod(c.get("ctx"), { zone, params });
  if (period.days < 1 || period.days > LONGEST_DAYS) {
    throw invalid("period", "A period ends after it begins, and within ten years.");
  }
  return period;
}

/** The currency asked for; null: the most used one. */
export function readReportCurrency(c: QueryContext<"currency">): string | null {
  const code = c.req.query("currency") || null;
  if (code && !isCurrency(code)) throw invalid("currency", `${code} is not a currency.`);
  return code;
}

/** At most one value per dimension. */
export function readReportFilters<D extends string>(
  c: QueryContext<D>,
  dimensions: readonly D[],
): Filters<D> {
  const found = Object.entries(readTraits(c, dimensions)).map(([name, value]) => [name, [value]]);
  return Object.fromEntries(found) as Filters<D>;
}

/** Reads a parameter from a query or from a JSON body of strings. */
type Read = (name: string) => string | undefined;

/** A report's query, with the API's parameter names. Times are in the merchant's zone and amounts in major units unless
 *  the query says otherwise. Throws `parameter_invalid` with the parameter. */
export function readReportQuery(read: Read, zone: string): ReportQuery {
  const filters = Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const values = list(read(name));
      return values ? [[name, values]] : [];
    }),
  );
  return {
    type: oneOf("type", read("type"), REPORT_TYPES) ?? missing("type"),
    from: read("from") || undefined,
    to: read("to") || undefined,
    timezone: read("timezone") || zone,
    status: oneOf("status", read("status"), REPORT_STATUSES),
    layout: oneOf("layout", read("layout"), LAYOUTS) ?? "decimal",
    groupBy: list(read("group_by")),
    columns: list(read("columns")),
    filters,
  };
}

function oneOf<V extends string>(
  name: string,
  value: string | undefined,
  known: readonly V[],
): V | undefined {
  if (!value) return undefined;
  const found = known.find((one) => one === value);
  if (!found) throw invalid(name, `Must be one of ${known.join(", ")}.`);
  return found;
}

function missing(name: string): never {
  throw invalid(name, `Must be one of ${REPORT_TYPES.join(", ")}.`);
}

/** PostgreSQL cannot store NUL in text. */
function list(text: string | undefined): string[] | undefined {
  const values = (text ?? "").replaceAll("\0", "").split(",").filter(Boolean);
  return values.length > 0 ? values : undefined;
}
