import {
  FILTER_NAMES,
  LAYOUTS,
  REPORT_STATUSES,
  REPORT_TYPES,
  type ReportQuery,
} from "#lib/domain/reports/index.ts";
import { invalid } from "#lib/kernel/errors.ts";

/** Where a report's parameters stand: an address's query, or a body of texts. */
type Read = (name: string) => string | undefined;

/** A report as a screen asks for it, by the names of the API. Its times are the merchant's unless a zone
 *  is named. Throws `parameter_invalid` naming the parameter. */
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
    layout: oneOf("layout", read("layout"), LAYOUTS),
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

/** PostgreSQL's text holds every character but NUL. */
function list(text: string | undefined): string[] | undefined {
  const values = (text ?? "").replaceAll("\0", "").split(",").filter(Boolean);
  return values.length > 0 ? values : undefined;
}
